import assert from "node:assert/strict";
import { test } from "node:test";
import { Lazy } from "../../../../src/core/async/lazy.ts";
import { ServiceError } from "../../../../src/core/failures/fault.ts";
import type { ProjectId } from "../../../../src/core/session/projectId.ts";
import type { Session } from "../../../../src/core/session/session.ts";
import { SampleWorker } from "../../../../src/vscode/session/sampleWorker.ts";
import { SessionClient } from "../../../../src/vscode/session/sessionClient.ts";

const unused = () => Promise.reject(new Error("not used"));

function sessionOf(project: ProjectId, origin = "https://a.example"): Session {
  return { kind: "signedIn", project, account: { url: origin, origin, username: "api" } };
}

test("that a service lacks the Agents API holds for its other projects, until the session is renewed", async () => {
  const client = new SessionClient(unused, new SampleWorker(""), new Lazy(unused));
  const routeOf = (session: Session) => client.replace(session, "key").target?.agentRoute ?? assert.fail();
  const first = routeOf(sessionOf("acme/desk"));
  const missing = () => Promise.reject(new ServiceError({ kind: "routeMissing", path: "/agents/spans/query" }));
  assert.equal(await first.askIfThere(missing, new AbortController().signal), null);
  first.isUsed = true;
  const other = routeOf(sessionOf("acme/shop"));
  assert.deepEqual([other.missing?.kind, other.isUsed], ["routeMissing", false]);
  assert.equal(routeOf(sessionOf("acme/shop")).missing, null);
  await first.askIfThere(missing, new AbortController().signal);
  assert.equal(routeOf(sessionOf("acme/shop", "https://b.example")).missing, null);
  await client.close({ keepSample: false });
});
