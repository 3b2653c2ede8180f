import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Fault } from "../../src/core/failures/fault.ts";
import type { NetworkSettings } from "../../src/core/settings/network.ts";

/** A count request, with the settings that differ from the defaults. */
export interface ProcessRequest {
  readonly url: string;
  readonly network: Partial<NetworkSettings>;
}

export interface ProcessResponse {
  /** The number of calls, or why the count failed. */
  readonly outcome: number | Fault;
  /** As the log names it. */
  readonly route: string;
}

export interface ClientProcess extends AsyncDisposable {
  ask(request: ProcessRequest): Promise<ProcessResponse>;
}

/** Starts the client in a separate process, because Node.js reads some environment variables only when it starts. */
export function startClientProcess(environment: Readonly<Record<string, string>>): ClientProcess {
  const child = fork(join(import.meta.dirname, "clientProcessMain.ts"), {
    env: { ...process.env, ...environment },
    // The arguments of this process are those of the test runner.
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  return {
    ask: async (request) => {
      child.send(request);
      const [answer]: ProcessResponse[] = await once(child, "message", { signal: AbortSignal.timeout(30_000) });
      if (answer === undefined) throw new Error("the process has not answered");
      return answer;
    },
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}
