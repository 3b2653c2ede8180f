import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Fault } from "../../src/core/failures/fault.ts";
import type { NetworkSettings } from "../../src/core/network.ts";

/** A count to ask for, with the settings that are not the default ones. */
export interface ProcessRequest {
  readonly url: string;
  readonly network: Partial<NetworkSettings>;
}

export interface ProcessAnswer {
  /** The number of calls, or why there is none. */
  readonly outcome: number | Fault;
  /** As the log names it. */
  readonly route: string;
}

export interface ClientProcess extends AsyncDisposable {
  ask(request: ProcessRequest): Promise<ProcessAnswer>;
}

/** The client in a process of its own: what Node.js reads of the environment when it starts concerns it alone. */
export function startClientProcess(environment: Readonly<Record<string, string>>): ClientProcess {
  const child = fork(join(import.meta.dirname, "clientProcessMain.ts"), { env: { ...process.env, ...environment } });
  return {
    ask: async (request) => {
      child.send(request);
      const [answer]: ProcessAnswer[] = await once(child, "message", { signal: AbortSignal.timeout(30_000) });
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
