import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { threadSource } from "../../../../src/core/conversations/threadSource.ts";
import { conversationCalls, conversationText, type MissingPart } from "../../../../src/core/export/conversationText.ts";
import { incompleteText } from "../../../../src/core/export/exportNotices.ts";
import type { ProjectClient } from "../../../../src/core/port/projectClient.ts";
import { type ConversationKey, threadKey } from "../../../../src/core/query/conversationKey.ts";
import { defaultNetwork } from "../../../../src/core/settings/network.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { type RunningService, serveCalls } from "../../../../src/localService/http/server.ts";
import { CallDatabase } from "../../../../src/localService/query/database.ts";
import { HttpThreadService } from "../../../../src/service/client.ts";
import { call, turn } from "../../localService/testService.ts";

const { signal } = new AbortController();
const project = "acme/desk";
const calls = Array.from({ length: 45 }, (_, at) => {
  const one = turn("t/1", `turn ${at}`, 10 * at, 10 * at + 5);
  const inside = { trace_id: one.id, thread_id: "t/1", turn_id: one.id, parent_id: one.id };
  const inputs = { at, text: "\u2028\ud800" };
  const step = call({ ...inside, id: `step ${at}`, started_at: one.started_at + 10, inputs });
  return [{ ...one, inputs: { question: at }, output: "x".repeat(at === 7 ? 300_000 : 10) }, step];
}).flat();
let running: RunningService;
let service: HttpThreadService;
let target: ProjectClient;

before(async () => {
  running = await serveCalls(new CallDatabase([{ id: project, calls, objects: [] }]), 0);
  const { url, username, password } = running;
  const onRequest = () => undefined;
  service = new HttpThreadService({ url, username, password, network: () => defaultNetwork, fetch, onRequest });
  target = projectClient(service, project);
});

after(async () => {
  await service.close();
  await running.close();
});

type Written = Pick<ReturnType<typeof call>, "id" | "turn_id" | "inputs" | "output">;

async function exported({ kind, id }: ConversationKey, from: ProjectClient = target) {
  const missing: MissingPart[] = [];
  const facts = { kind, id, project_id: project, service: running.url };
  const pieces: string[] = [];
  for await (const piece of conversationText(conversationCalls({ kind, id }, from, missing, signal), facts, missing))
    pieces.push(piece);
  const { calls: written, ...others }: { calls: readonly Written[]; complete: boolean; missing: unknown } = JSON.parse(
    pieces.join(""),
  );
  return { written, facts: others, pieces };
}

test("a thread is exported with all that the service has of its calls, turn by turn in pieces", async () => {
  const { written, facts, pieces } = await exported(threadKey("t/1"));
  const known = { kind: "thread", id: "t/1", project_id: project, service: running.url };
  assert.deepEqual(facts, { ...known, complete: true, missing: [] });
  const documents = (all: readonly Written[]) =>
    all.map(({ id, turn_id, inputs, output }) => [id, turn_id, inputs, output]);
  assert.deepEqual(documents(written), documents(calls));
  assert.ok(pieces.length > 3);
});

test("calls that do not fit and calls beyond the limit are named in the file, and other failures end the export", async () => {
  const small: typeof threadSource = {
    ...threadSource,
    documents: (requested, ...rest) => threadSource.documents({ ...requested, mostBytes: 250_000 }, ...rest),
    inside: async (given, ...rest) => {
      const found = await threadSource.inside(given, ...rest);
      return { ...found, more: given.some(({ id }) => id === "turn 3") };
    },
  };
  const { written, facts } = await exported(threadKey("t/1"), { ...target, sources: [small] });
  const missing = [
    { id: "turn 3", lacks: "calls" },
    { id: "turn 7", lacks: "inputs and output" },
  ];
  assert.deepEqual([written.length, facts.complete, facts.missing], [90, false, missing]);
  const [lost, other] = written.filter(({ turn_id }) => turn_id === "turn 7");
  assert.deepEqual([lost?.output, other?.inputs], [null, { at: 7, text: "\u2028\ud800" }]);
  assert.match(incompleteText(2, createFormats("en")), /^Incomplete: .* \(2\)\.$/);
  await running.close();
  await assert.rejects(exported(threadKey("t/1")), { name: "ServiceError" });
});
