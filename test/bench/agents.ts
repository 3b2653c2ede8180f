import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { projectClient } from "../../src/core/conversations/conversationSources.ts";
import { ThreadList } from "../../src/core/conversations/threadList.ts";
import { everyThread, type ThreadSelection, unfiltered } from "../../src/core/conversations/threadSelection.ts";
import { defaultNetwork } from "../../src/core/settings/network.ts";
import { type RunningService, serveCalls } from "../../src/localService/http/server.ts";
import { CallDatabase } from "../../src/localService/query/database.ts";
import { HttpThreadService } from "../../src/service/client.ts";
import { runMain } from "../editor/runMain.ts";
import { agentTurn } from "../unit/localService/agents/agentSpans.ts";
import { turn } from "../unit/localService/testService.ts";
import { median, notify } from "./figure.ts";

// The first page of both kinds of conversations against the page of the slower one, without an editor.

const rounds = 15;
/** What the service's own server took for a page with 400,000 spans, in milliseconds; threads are faster. */
const delays = { threads: 300, agents: 430 };
const project = "bench/agents";
const selections: Readonly<Record<"both" | "agents", ThreadSelection>> = {
  both: everyThread,
  agents: { ...everyThread, filter: { ...unfiltered, kind: "agent" } },
};

await runMain(async (signal) => {
  const spans = Array.from({ length: 200 }, (_, at) => agentTurn(`talk ${at}`, 0, at)).flat();
  const calls = Array.from({ length: 200 }, (_, at) => turn(`thread ${at}`, `turn ${at}`, at, at + 1));
  const service = await serveCalls(new CallDatabase([{ id: project, objects: [], calls, spans }]), 0);
  const slow = createServer(async (incoming, outgoing) => {
    const { method = "POST", headers, url = "" } = incoming;
    const passed = { authorization: headers.authorization ?? "", "content-type": "application/json" };
    const delay = wait(url.startsWith("/agents") ? delays.agents : delays.threads);
    const answer = await fetch(service.url + url, { method, headers: passed, body: await text(incoming) });
    await delay;
    outgoing.end(await answer.text());
  }).listen(0, "127.0.0.1");
  await once(slow, "listening", { signal });
  const target = clientOf(service, (slow.address() as AddressInfo).port);
  const times: Record<keyof typeof selections, number[]> = { both: [], agents: [] };
  for (let round = 0; round < rounds; round++) {
    for (const kinds of ["both", "agents"] as const) {
      const list = new ThreadList({ now: Date.now, pageSize: () => 100 });
      list.reset(target, selections[kinds]);
      const start = performance.now();
      await list.refresh();
      const took = performance.now() - start;
      if (list.listing.threads.length !== 100) throw new Error(`The list has ${list.listing.threads.length} rows.`);
      times[kinds].push(took);
    }
  }
  slow.closeAllConnections();
  slow.close();
  await service.close();
  notify({
    what: "First page of threads and agent conversations, against the slower response",
    measured: median(times.both) / median(times.agents),
    budget: 1.15,
    unit: "times",
  });
  return 0;
});

function clientOf({ username, password }: RunningService, port: number) {
  const url = `http://127.0.0.1:${port}`;
  const settings = { url, username, password, network: () => defaultNetwork, fetch, onRequest: () => undefined };
  return projectClient(new HttpThreadService(settings), project);
}
