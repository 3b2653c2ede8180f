import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import { faultOf } from "../../../../src/core/async/loadState.ts";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { type Fault, tooLongRecord } from "../../../../src/core/failures/fault.ts";
import type { ProjectClient } from "../../../../src/core/port/projectClient.ts";
import type { CallDocuments } from "../../../../src/core/query/call.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { ConversationSearch, searchPage } from "../../../../src/core/search/conversationSearch.ts";
import { defaultNetwork } from "../../../../src/core/settings/network.ts";
import type { Json } from "../../../../src/core/text/json.ts";
import { HttpThreadService } from "../../../../src/service/client.ts";
import { project, serve, turn as storedTurn } from "../../localService/testService.ts";
import { turn } from "../conversations/turns.ts";
import { GatedCalls } from "../gatedCalls.ts";

function searching(text = "refund") {
  const service = new GatedCalls();
  const search = new ConversationSearch({ target: projectClient(service, project), text, bounds: {}, now: () => 42 });
  const passages = () => search.found.turns.map(({ turn: { id }, passage }) => [id, passage?.text ?? null]);
  return { service, search, passages };
}

const said = (id: string, inputs: Json, output: Json = null): CallDocuments => ({ id, documents: { inputs, output } });
const late = (id: string, startedAt: number) => turn(id, { startedAt });

test("turns are requested newest first, and appear below those that are there", async () => {
  const { service, search, passages } = searching();
  const done = search.loadMore();
  await settled();
  const [list] = service.lists;
  assert.equal(list?.query.limit, searchPage);
  assert.equal(list.query.offset, 0);
  assert.equal(list.query.turnsOnly, true);
  assert.deepEqual(list.query.sort?.[0], { field: "started_at", direction: "desc" });
  list.give(late("c", 3), late("b", 2), late("a", 1));
  list.end();
  await settled();
  const [documents] = service.documents;
  assert.deepEqual(documents?.query.callIds, ["c", "b", "a"]);
  documents.give(said("a", { q: "refund a" }));
  await settled();
  assert.deepEqual([search.load.kind, passages()], ["loading", []], "c and b, which are newer, are still searched");
  documents.give(said("c", {}, "a Refund"));
  await settled();
  assert.deepEqual(passages(), [["c", "a Refund"]]);
  documents.give(said("b", { refund: "no" }));
  documents.end();
  await done;
  assert.deepEqual(passages(), [
    ["c", "a Refund"],
    ["a", "refund a"],
  ]);
  assert.deepEqual([search.found.inNamesOnly, search.found.ended, search.load.kind], [1, true, "shown"]);
});

test("the next page continues where the last one ended, without turns that have been found", async () => {
  const { service, search } = searching();
  const first = search.loadMore();
  await settled();
  const turns = Array.from({ length: searchPage }, (_, at) => late(`t${at}`, 100 - at));
  service.lists[0]?.give(...turns);
  service.lists[0]?.end();
  await settled();
  service.documents[0]?.give(...turns.map(({ id }) => said(id, "refund")));
  service.documents[0]?.end();
  await first;
  assert.deepEqual([search.found.turns.length, search.found.ended], [searchPage, false]);

  const second = search.loadMore();
  await settled();
  assert.equal(service.lists[1]?.query.offset, searchPage);
  service.lists[1]?.give(late("t19", 81), late("t20", 80));
  service.lists[1]?.end();
  await settled();
  assert.deepEqual(service.documents[1]?.query.callIds, ["t20"]);
  service.documents[1]?.give(said("t20", "refund"));
  service.documents[1]?.end();
  await second;
  assert.deepEqual([search.found.turns.length, search.found.ended], [searchPage + 1, true]);
});

test("turns that only repeat what another one said are left out, wherever it arrives", async () => {
  const { service, search, passages } = searching();
  const done = search.loadMore();
  await settled();
  const of = (threadId: string, id: string, startedAt: number) =>
    turn(id, { conversation: threadKey(threadId), startedAt });
  service.lists[0]?.give(of("s", "d", 5), of("s", "c", 4), of("t", "b", 3), of("t", "a", 2));
  service.lists[0]?.end();
  await settled();
  const chat = (...contents: readonly string[]) => ({
    messages: contents.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content })),
  });
  const later = chat("a refund", "yes", "thanks");
  service.documents[0]?.give(said("d", later), said("c", later), said("b", later));
  await settled();
  assert.deepEqual(
    passages().map(([id]) => id),
    ["d", "b"],
  );
  service.documents[0]?.give(said("a", chat("a refund")));
  service.documents[0]?.end();
  await done;
  assert.deepEqual(
    passages().map(([id]) => id),
    ["d", "a"],
  );
});

test("Cancel aborts the request and keeps what was found; loading more completes the page", async () => {
  const { service, search, passages } = searching();
  const first = search.loadMore();
  await settled();
  service.lists[0]?.give(late("b", 2), late("a", 1));
  service.lists[0]?.end();
  await settled();
  service.documents[0]?.give(said("b", "refund"));
  await settled();
  search.stop();
  await first;
  assert.equal(service.documents[0]?.signal.aborted, true);
  assert.deepEqual([search.load.kind, search.found.ended, passages()], ["shown", false, [["b", "refund"]]]);

  const rest = search.loadMore();
  await settled();
  assert.equal(service.lists[1]?.query.offset, 0);
  service.lists[1]?.give(late("b", 2), late("a", 1));
  service.lists[1]?.end();
  await settled();
  assert.deepEqual(service.documents[1]?.query.callIds, ["a"]);
  service.documents[1]?.give(said("a", "refund"));
  service.documents[1]?.end();
  await rest;
  assert.deepEqual([search.found.ended, passages().length], [true, 2]);
});

test("a large turn is found without its passage, also one whose size the service does not report", async () => {
  const { service, search, passages } = searching();
  const done = search.loadMore();
  await settled();
  const unsized = { storedBytes: null };
  service.lists[0]?.give(
    turn("large", { startedAt: 3, storedBytes: 300_000 }),
    turn("b", { startedAt: 2, ...unsized }),
    turn("a", { startedAt: 1, ...unsized }),
  );
  service.lists[0]?.end();
  await settled();
  assert.deepEqual(service.documents[0]?.query.callIds, ["b", "a"]);
  const tooLong: Fault = { kind: "malformed", line: 1, rowsBefore: 0, detail: tooLongRecord(4e6) };
  service.documents[0]?.fail(tooLong);
  await settled();
  service.documents[1]?.fail(tooLong);
  await settled();
  assert.deepEqual(service.documents[2]?.query.callIds, ["a"]);
  service.documents[2]?.give(said("a", "refund"));
  service.documents[2]?.end();
  await done;
  assert.deepEqual(passages(), [
    ["large", null],
    ["b", null],
    ["a", "refund"],
  ]);
});

test("a failure keeps what was found, and a retry asks for the page again", async () => {
  const { service, search } = searching();
  const done = search.loadMore();
  await settled();
  service.lists[0]?.fail({ kind: "tooExpensive", detail: "" });
  await done;
  assert.equal(faultOf(search.load)?.kind, "tooExpensive");
  const again = search.loadMore();
  await settled();
  service.lists[1]?.end();
  await again;
  assert.deepEqual([faultOf(search.load), search.found.ended], [null, true]);
});

const stored: readonly [id: string, inputs: Json, output: Json][] = [
  ["t1", { messages: [{ role: "user", content: "I want a refund" }] }, { choices: [{ message: { content: "Sure" } }] }],
  ["t2", { q: "hello" }, 'say "hi"\nto the REFUND desk'],
  ["t3", { q: 'He said: "Größe" \\ ändern' }, { note: "日本語 の 注文 🚚" }],
  ["t4", { q: "hay ".repeat(2000), end: "needle" }, { total: 47.5, refund: false }],
];

async function served(t: TestContext): Promise<ProjectClient> {
  const calls = stored.map(([id, inputs, output], at) => ({
    ...storedTurn("thread", id, at, at + 0.5),
    inputs,
    output,
  }));
  const nested = { ...storedTurn("thread", "nested", 9, 10), turn_id: "t1", inputs: { q: "refund" } };
  const { running } = await serve(t, [...calls, nested]);
  const { url, username, password } = running;
  const network = () => defaultNetwork;
  const service = new HttpThreadService({ url, username, password, network, fetch, onRequest: () => undefined });
  t.after(() => service.close());
  return projectClient(service, project);
}

const texts: readonly [text: string, found: readonly string[]][] = [
  ["refund", ["t2", "t1"]],
  ["WANT A REFUND", ["t1"]],
  ['SAY "hi"', ["t2"]],
  ['"hi"\nTO', ["t2"]],
  ["größe", ["t3"]],
  ["ÄNDERN", ["t3"]],
  ['"Größe" \\', ["t3"]],
  ["日本語", ["t3"]],
  ["🚚", ["t3"]],
  ["needle", ["t4"]],
  ["47.5", ["t4"]],
  ["%", []],
  ["content", []],
];
test("the sample service finds turns by text, as the service does", async (t) => {
  const target = await served(t);
  for (const [text, found] of texts) {
    const search = new ConversationSearch({ target, text, bounds: {}, now: () => 42 });
    await search.loadMore();
    assert.deepEqual(
      [text, faultOf(search.load), search.found.turns.map(({ turn: { id } }) => id)],
      [text, null, found],
    );
  }
  const start = storedTurn("thread", "t", 0, null).started_at;
  const bounds = { after: start + 500, before: start + 1500 };
  const search = new ConversationSearch({ target, text: "refund", bounds, now: () => 42 });
  await search.loadMore();
  assert.deepEqual(
    search.found.turns.map(({ turn: { id } }) => id),
    ["t2"],
  );
});
