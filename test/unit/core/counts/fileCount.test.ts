import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { countFile, issuesOf } from "../../../../src/core/counts/fileCount.ts";
import { sampleProjects } from "../../../../src/core/query/projectId.ts";
import { readCountFile } from "../../../../src/service/client.ts";
import {
  answering,
  hanging,
  type InterposedService,
  startInterposedService,
} from "../../../fault/interposedService.ts";
import { startClient } from "../../service/rawServer.ts";

const [project, other] = sampleProjects;
const { signal } = new AbortController();
const read = async (body: unknown) => readCountFile(body);

async function start(t: TestContext) {
  const door: InterposedService = await startInterposedService({ threads: 5, calls: 50 });
  t.after(() => door[Symbol.asyncDispose]());
  const { service } = startClient(t, door);
  return { door, target: projectClient(service, project) };
}

test("a file without a project counts the calls of the window's project", async (t) => {
  const { door, target } = await start(t);
  const outcome = await countFile('{ "limit": 20 }', target, read, signal);
  assert.ok(outcome.kind === "counted");
  assert.equal(outcome.count.count, 20);
  assert.equal(outcome.project, project);
  assert.deepEqual(outcome.query, { project: null, limit: 20 });
  assert.deepEqual(door.requests[0]?.body, { project_id: project, limit: 20 });
});

test("a project in the file is the counted project", async (t) => {
  const { door, target } = await start(t);
  const outcome = await countFile(`{ "project_id": "${other}" }`, target, read, signal);
  assert.ok(outcome.kind === "counted");
  assert.equal(outcome.project, other);
  assert.deepEqual(door.requests[0]?.body, { project_id: other });
});

test("invalid JSON and invalid requests are not sent", async (t) => {
  const { door, target } = await start(t);
  assert.deepEqual(await countFile('{ "limit": 20', target, read, signal), { kind: "notJson" });
  const refused = await countFile('{ "limits": 20 }', target, read, signal);
  assert.ok(refused.kind === "refused");
  assert.deepEqual(refused.issues[0]?.path, ["limits"]);
  assert.equal(door.requests.length, 0);
});

test("a request rejected by the service is a fault with its issues", async (t) => {
  const { door, target } = await start(t);
  const detail = [{ type: "list_type", loc: ["body", "filter", "op_names"], msg: "Input should be a valid list" }];
  door.misbehave(answering(422, { detail }));
  const failed = await countFile("{}", target, read, signal);
  assert.ok(failed.kind === "failed" && failed.fault.kind === "invalidRequest");
  assert.deepEqual(failed.fault.issues, [
    { path: ["body", "filter", "op_names"], message: "Input should be a valid list", type: "list_type" },
  ]);
});

test("only a rejected request has issues, of the client or the service", async (t) => {
  const { door, target } = await start(t);
  const pathsOf = async (text: string) =>
    issuesOf(await countFile(text, target, read, signal)).map(({ path }) => path.join("."));
  assert.deepEqual(await pathsOf('{ "limits": 20 }'), ["limits"]);
  assert.deepEqual(await pathsOf("{}"), []);
  assert.deepEqual(await pathsOf("{"), []);
  door.misbehave(answering(422, { detail: [{ type: "list_type", loc: ["body", "filter"], msg: "No" }] }));
  assert.deepEqual(await pathsOf("{}"), ["body.filter"]);
  door.misbehave(answering(403, { detail: "No" }));
  assert.deepEqual(await pathsOf("{}"), []);
});

test("canceling aborts the request and rejects", async (t) => {
  const { door, target } = await start(t);
  const { misbehavior, gone } = hanging();
  const controller = new AbortController();
  door.misbehave((...held) => {
    misbehavior(...held);
    controller.abort();
  });
  await assert.rejects(countFile("{}", target, read, controller.signal), (error) => error === controller.signal.reason);
  await gone;
});
