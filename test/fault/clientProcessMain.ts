import { ServiceError } from "../../src/core/failures/fault.ts";
import { countCalls } from "../../src/core/port/operations.ts";
import { defaultNetwork } from "../../src/core/settings/network.ts";
import { HttpThreadService } from "../../src/service/client.ts";
import type { ProcessRequest, ProcessResponse } from "./clientProcess.ts";

process.on("message", async ({ url, network }: ProcessRequest) => {
  let route = "";
  const service = new HttpThreadService({
    url,
    username: "api",
    password: "secret",
    network: () => ({ ...defaultNetwork, timeout: 10_000, ...network }),
    fetch,
    onRequest: (entry) => {
      ({ route } = entry);
    },
  });
  const notify = (outcome: ProcessResponse["outcome"]) => process.send?.({ outcome, route } satisfies ProcessResponse);
  try {
    notify((await service.ask(countCalls, { project: "entity/project" }, new AbortController().signal)).count);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    notify(error.fault);
  }
  await service.close();
});

// A canceled fetch may keep its connection for minutes.
process.on("disconnect", () => process.exit());
