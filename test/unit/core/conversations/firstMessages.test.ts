import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import { Semaphore } from "../../../../src/core/async/semaphore.ts";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { FirstMessages } from "../../../../src/core/conversations/firstMessages.ts";
import { ThreadList } from "../../../../src/core/conversations/threadList.ts";
import { everyThread } from "../../../../src/core/conversations/threadSelection.ts";
import { type Fault, tooLongRecord } from "../../../../src/core/failures/fault.ts";
import { CallRoute } from "../../../../src/core/port/callRoute.ts";
import type { ProjectId } from "../../../../src/core/query/projectId.ts";
import { call } from "../conversation/calls.ts";
import { GatedCalls, inputs } from "../gatedCalls.ts";
import { thread } from "./threads.ts";

const tooLong: Fault = { kind: "malformed", line: 24, rowsBefore: 23, detail: tooLongRecord(4e6) };
const numbered = (start: number, end: number) =>
  Array.from({ length: end - start }, (_, index) => ({
    ...thread(`t${start + index}`),
    firstTurnId: `turn-${start + index}`,
  }));
const ids = (start: number, end: number) => numbered(start, end).map(({ firstTurnId }) => firstTurnId);

/** A list of 30 threads per page, with one loaded page, that requests messages after each change, like a view. */
async function opened(given = { wanted: true }) {
  const service = new GatedCalls();
  const semaphore = new Semaphore(4);
  const threads = new ThreadList({ now: () => 42, pageSize: () => 30 });
  const options = {
    threads,
    route: new CallRoute(),
    now: () => 42,
    semaphore: () => semaphore,
    wanted: () => given.wanted,
  };
  const messages = new FirstMessages(options);
  const open = async (project: ProjectId = "acme/desk") => {
    const target = projectClient(service, project);
    threads.reset(target, everyThread);
    messages.reset(target);
    threads.watched = true;
    await threads.refresh();
    await settled();
  };
  threads.subscribe(() => void messages.check());
  let changes = 0;
  messages.subscribe(() => changes++);
  service.threads = numbered(0, 30);
  await open();
  const requested = () => service.documents.map(({ query }) => query.callIds);
  const answer = async (index: number, text = "Hello") => {
    const request = service.documents[index];
    for (const id of request?.query.callIds ?? []) request?.give(inputs(id, `${text} ${id}`));
    request?.end();
    await settled();
    await settled();
  };
  return { service, threads, messages, open, requested, answer, changes: () => changes };
}

test("messages are requested as background work", async () => {
  const { service, answer } = await opened();
  await answer(0);
  assert.deepEqual(
    service.documents.map(({ query }) => query.work),
    ["background", "background"],
  );
});

test("messages are requested 25 at a time in the order of rows, and rows change once per request", async () => {
  const { service, messages, requested, answer, changes } = await opened();
  assert.deepEqual(requested(), [ids(0, 25)]);
  assert.deepEqual(service.documents[0]?.query.documents, ["inputs"]);
  assert.equal(messages.of({ firstTurnId: "turn-3" }), "");
  await answer(0);
  assert.deepEqual(requested(), [ids(0, 25), ids(25, 30)]);
  assert.equal(messages.of({ firstTurnId: "turn-3" }), "Hello turn-3");
  assert.equal(changes(), 1);
  await answer(1);
  assert.equal(changes(), 2);
  assert.equal(messages.of({ firstTurnId: null }), "");
});

test("the first user message of a history is the message of the thread", async () => {
  const { service, messages } = await opened();
  const history = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Where is my order?" },
    { role: "assistant", content: "Which one?" },
    { role: "user", content: "4711" },
  ];
  service.documents[0]?.give(inputs("turn-0", { messages: history }));
  service.documents[0]?.end();
  await settled();
  assert.equal(messages.of({ firstTurnId: "turn-0" }), "Where is my order?");
});

test("the next page requests its own messages only, and none that are known", async () => {
  const { service, threads, requested, answer } = await opened();
  await answer(0);
  await answer(1);
  service.threads = numbered(20, 50);
  await threads.loadMore();
  await settled();
  assert.deepEqual(requested().slice(2), [ids(30, 50)]);
});

test("messages are kept for each project until another account is used", async () => {
  const { messages, open, requested, answer } = await opened();
  await answer(0);
  await answer(1);
  await open("acme/other");
  assert.equal(requested().length, 3);
  await open();
  assert.equal(requested().length, 3);
  assert.equal(messages.of({ firstTurnId: "turn-3" }), "Hello turn-3");
  messages.forget();
  await open();
  assert.equal(requested().length, 4);
});

test("after 4 MB of inputs no more are requested for a page", async () => {
  const { messages, requested, answer } = await opened();
  await answer(0, "x".repeat(200_000));
  assert.equal(requested().length, 1);
  assert.equal(messages.of({ firstTurnId: "turn-20" }) !== "", true);
  assert.equal(messages.of({ firstTurnId: "turn-29" }), "");
});

test("a turn that is too large costs no other its message", async () => {
  const { service, messages, requested } = await opened();
  service.documents[0]?.give(...ids(0, 23).map((id) => inputs(String(id), "Hello")));
  service.documents[0]?.fail(tooLong);
  await settled();
  await settled();
  assert.deepEqual(requested().slice(1), [["turn-23"]]);
  service.documents[1]?.fail(tooLong);
  await settled();
  await settled();
  assert.deepEqual(requested().slice(2), [["turn-24"]]);
  service.documents[2]?.give(inputs("turn-24", "Hello"));
  service.documents[2]?.end();
  await settled();
  await settled();
  assert.equal(messages.of({ firstTurnId: "turn-24" }), "Hello");
  assert.deepEqual(requested().slice(3), [ids(25, 30)]);
});

test("a failed request ends the requests of the page, and a refresh tries again", async () => {
  const { service, threads, requested } = await opened();
  service.documents[0]?.fail({ kind: "serviceFailure", status: 500, detail: "", retryAfter: null });
  await settled();
  await threads.refresh();
  await settled();
  assert.deepEqual(requested(), [ids(0, 25), ids(0, 25)]);
});

test("no messages are requested or shown if they are not wanted", async () => {
  const { messages, requested } = await opened({ wanted: false });
  assert.deepEqual(requested(), []);
  assert.equal(messages.of({ firstTurnId: "turn-0" }), "");
});

test("the message of a thread above the list is requested first", async () => {
  const { threads, messages, requested, answer } = await opened();
  await answer(0);
  await answer(1);
  threads.showFound({ ...thread("found"), firstTurnId: "turn-found" });
  await settled();
  assert.deepEqual(requested().slice(2), [["turn-found"]]);
  await answer(2);
  assert.equal(messages.of({ firstTurnId: "turn-found" }), "Hello turn-found");
});

test("turns without messages are named by the first model call inside, in one request for all of them", async () => {
  const { service, messages, requested } = await opened();
  service.documents[0]?.give(
    inputs("turn-0", { "app.user": "u7", "app.page": "start" }),
    inputs("turn-1", "Hello"),
    inputs("turn-2", { "app.user": "u8", "app.page": "start" }),
  );
  service.documents[0]?.end();
  await settled();
  await settled();
  assert.deepEqual(
    service.exports.map(({ query }) => [query.filter, query.documents, query.limit, query.work]),
    [[{ turnIds: ["turn-0", "turn-2"] }, ["inputs"], 500, "background"]],
  );
  const inside = (id: string, turnId: string, op: string, text: string) => ({
    ...{ ...call(id), op, turnId, startMicroseconds: 0, endMicroseconds: 0 },
    documents: { inputs: { messages: [{ role: "user", content: text }] } },
  });
  service.exports[0]?.give(
    inside("turn-0", "turn-0", "openai.chat.completions.create", "The turn itself"),
    inside("a", "turn-0", "search", "A tool"),
    inside("b", "turn-0", "openai.chat.completions.create", "Where is it?"),
    inside("c", "turn-0", "openai.chat.completions.create", "Later"),
  );
  service.exports[0]?.end();
  await settled();
  await settled();
  assert.deepEqual(
    ["turn-0", "turn-1", "turn-2"].map((firstTurnId) => messages.of({ firstTurnId })),
    ["Where is it?", "Hello", ""],
  );
  assert.deepEqual(requested().slice(1), [ids(25, 30)]);
  service.documents[1]?.give(...ids(25, 30).map((id) => inputs(String(id), "Hello")));
  service.documents[1]?.end();
  await settled();
  assert.equal(service.exports.length, 1, "no request if every turn has a message");
});

test("inputs without a user message leave the thread's ID", async () => {
  const { service, messages } = await opened();
  service.documents[0]?.give(
    inputs("turn-0", { model: "gpt-4o", order: 7 }),
    inputs("turn-1", { messages: [{ role: "system", content: "You are helpful." }] }),
  );
  await settled();
  assert.deepEqual(
    ["turn-0", "turn-1"].map((firstTurnId) => messages.of({ firstTurnId })),
    ["", ""],
  );
});

test("messages that are no longer wanted are neither requested nor shown", async () => {
  const options = { wanted: true };
  const { messages, requested, answer } = await opened(options);
  options.wanted = false;
  messages.renew();
  await answer(0);
  assert.equal(requested().length, 1);
  assert.equal(messages.of({ firstTurnId: "turn-3" }), "");
});

test("messages that become wanted, as in a workspace that is trusted, are requested with the next draw", async () => {
  const options = { wanted: false };
  const { messages, requested } = await opened(options);
  options.wanted = true;
  void messages.check();
  await settled();
  assert.deepEqual(requested(), [ids(0, 25)]);
});
