import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Lazy } from "../../../../src/core/async/lazy.ts";
import { Observable } from "../../../../src/core/async/observable.ts";
import type { CollectorState } from "../../../../src/core/collector/collectorText.ts";
import { ServiceError } from "../../../../src/core/failures/fault.ts";
import { countCalls } from "../../../../src/core/port/operations.ts";
import type { ProjectId } from "../../../../src/core/query/projectId.ts";
import { collectorAccount, type Session } from "../../../../src/core/session/session.ts";
import { LocalCollector } from "../../../../src/vscode/session/localCollector.ts";
import { SampleWorker } from "../../../../src/vscode/session/sampleWorker.ts";
import { SessionClient } from "../../../../src/vscode/session/sessionClient.ts";
import { projectFolder } from "../../../editor/paths.ts";

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

test("while another program has the collector's port, the key is not sent", async (t) => {
  const foreign = createServer((_, response) => response.end(JSON.stringify({ status: "ok", proof: "" })));
  foreign.listen(0, "127.0.0.1");
  await once(foreign, "listening");
  const storage = await mkdtemp(join(tmpdir(), "weave-session-"));
  t.after(async () => {
    foreign.close();
    await rm(storage, { recursive: true });
  });
  const address = foreign.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const collector = new LocalCollector({
    ...{ storage, workerFile: join(projectFolder, "src", "localService", "worker.ts") },
    settings: () => ({ port, retention: { bytes: 1e9, days: 30 } }),
    ...{ mayStart: () => true, log: () => undefined, state: new Observable<CollectorState>({ kind: "off" }) },
  });
  const opened: string[] = [];
  const open = async ({ url }: { readonly url: string }) => assert.fail(String(opened.push(url)));
  const client = new SessionClient(open, new SampleWorker(""), new Lazy(async () => collector));
  const session: Session = { kind: "signedIn", project: "acme/desk", account: collectorAccount(port) };
  const { target } = client.replace(session, await collector.key());
  assert.ok(target);
  const requested = target.service.ask(countCalls, { project: "acme/desk" }, new AbortController().signal);
  await assert.rejects(requested, ({ fault }: ServiceError) => fault.kind === "unreachable");
  assert.deepEqual(opened, []);
});
