import { after, before, beforeEach } from "node:test";
import { serveCalls } from "../../src/localService/http/server.ts";
import { CallDatabase } from "../../src/localService/query/database.ts";
import type { ProjectData } from "../../src/localService/query/storedCall.ts";
import { type InterposedService, interpose, startInterposedService } from "../fault/interposedService.ts";

/** One interposed sample service for all tests of a file; each test begins with it behaving. */
export function interposed(options: Readonly<Record<string, unknown>> = {}): Omit<InterposedService, symbol> {
  return started(() => startInterposedService(options));
}

/** The same with these projects alone. */
export function interposedProjects(...projects: readonly ProjectData[]): Omit<InterposedService, symbol> {
  return started(async () => interpose(await serveCalls(new CallDatabase(projects), 0)));
}

function started(start: () => Promise<InterposedService>): Omit<InterposedService, symbol> {
  let running: InterposedService | undefined;
  const service = (): InterposedService => {
    if (running === undefined) throw new Error("The service starts before the first test.");
    return running;
  };
  before(async () => {
    running = await start();
  });
  beforeEach(() => service().misbehave(null));
  after(() => service()[Symbol.asyncDispose]());
  return {
    get url() {
      return service().url;
    },
    get username() {
      return service().username;
    },
    get password() {
      return service().password;
    },
    get requests() {
      return service().requests;
    },
    misbehave: (misbehavior) => service().misbehave(misbehavior),
    ask: (path, body) => service().ask(path, body),
    connections: () => service().connections(),
  };
}
