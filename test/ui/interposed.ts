import { after, before, beforeEach } from "node:test";
import { type InterposedService, startInterposedService } from "../fault/interposedService.ts";

/** One interposed sample service for all tests of a file; each test begins with it behaving. */
export function interposed(options: Readonly<Record<string, unknown>> = {}): Omit<InterposedService, symbol> {
  let started: InterposedService | undefined;
  const service = (): InterposedService => {
    if (started === undefined) throw new Error("The service starts before the first test.");
    return started;
  };
  before(async () => {
    started = await startInterposedService(options);
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
    misbehave: (misbehaviour) => service().misbehave(misbehaviour),
    ask: (path, body) => service().ask(path, body),
  };
}
