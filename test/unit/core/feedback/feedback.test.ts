import assert from "node:assert/strict";
import { createServer } from "node:http";
import { type TestContext, test } from "node:test";
import { Lazy } from "../../../../src/core/async/lazy.ts";
import { PageFeedback } from "../../../../src/core/conversation/pageFeedback.ts";
import { agentSource } from "../../../../src/core/conversations/agentSource.ts";
import { ThreadList } from "../../../../src/core/conversations/threadList.ts";
import { everyThread, type ThreadFilter, unfiltered } from "../../../../src/core/conversations/threadSelection.ts";
import { threadSource } from "../../../../src/core/conversations/threadSource.ts";
import { ServiceError } from "../../../../src/core/failures/fault.ts";
import { feedbackMark, feedbackSummary, feedbackWords } from "../../../../src/core/feedback/feedbackText.ts";
import { ProjectFeedback } from "../../../../src/core/feedback/projectFeedback.ts";
import { withThumbsDown } from "../../../../src/core/feedback/thumbsDown.ts";
import { isNote, writeFeedback } from "../../../../src/core/feedback/writeFeedback.ts";
import { AgentRoute } from "../../../../src/core/port/agentRoute.ts";
import { queryFeedback, removeFeedback } from "../../../../src/core/port/operations.ts";
import type { ProjectClient } from "../../../../src/core/port/projectClient.ts";
import type { Call } from "../../../../src/core/query/call.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { type Feedback, type NewFeedback, targetOf } from "../../../../src/core/query/feedback.ts";
import { parseProjectId } from "../../../../src/core/query/projectId.ts";
import { isOneEmoji } from "../../../../src/core/text/emoji.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { span } from "../../../../src/localService/agents/span.ts";
import { eventually } from "../../../editor/workbench/eventually.ts";
import { project as projectName, serveProjects, call as stored, turn } from "../../localService/testService.ts";
import { startClient } from "../../service/rawServer.ts";

const project = parseProjectId(projectName) ?? assert.fail();
const { signal } = new AbortController();
const formats = createFormats("en");
const target = { kind: "call", id: "t" } as const;
const given: NewFeedback = {
  ...{ project, id: "one", target, conversationId: null, kind: "reaction", value: "👎" },
};

function call(id: string, changes: Partial<Call> = {}): Call {
  return {
    ...{ id, op: `weave:///${project}/op/answer:v1`, displayName: null, traceId: "x", parentId: null },
    ...{ conversation: threadKey("a"), turnId: "t", startedAt: 0, endedAt: 1, exception: null, status: "success" },
    ...{ usage: [], storedBytes: null, ...changes },
  };
}

/** A client of a service with one call; `drops` breaks the connection of requests that were carried out. */
async function open(t: TestContext, drops: (path: string) => boolean = () => false) {
  const service = await serveProjects(t, [{ id: projectName, calls: [stored({ id: "t" })], objects: [] }]);
  const paths: string[] = [];
  const between = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", async () => {
      const path = request.url ?? "";
      paths.push(path);
      const answer = await service.post(path, Buffer.concat(chunks).toString());
      if (drops(path)) response.destroy();
      else response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.text);
    });
  });
  await new Promise<void>((resolve) => between.listen(0, "127.0.0.1", resolve));
  t.after(() => between.close());
  const address = between.address();
  const port = typeof address === "object" ? address?.port : 0;
  const { service: client } = startClient(t, { url: `http://127.0.0.1:${port}` });
  const found = async () => await client.ask(queryFeedback, { project, targets: [target] }, signal);
  return { paths, target: { service: client, project, sources: [], agentRoute: new AgentRoute() }, found };
}

test("a reaction is written, found and deleted again", async (t) => {
  const { target: client, found } = await open(t);
  const written = await writeFeedback(given, client, signal);
  const note = { ...given, id: "two", kind: "note", value: "Wrong.\nReally." } as const;
  await writeFeedback(note, client, signal);
  assert.deepEqual((await found()).map(({ id }) => id).sort(), ["one", "two"]);
  assert.equal(written.userId, "local");
  await client.service.ask(removeFeedback, { project, id: "one" }, signal);
  const [rest, ...more] = await found();
  assert.deepEqual([rest?.kind, rest?.value, more], ["note", "Wrong.\nReally.", []]);
});

test("a write whose answer is lost is looked for before it is sent again", async (t) => {
  let lost = 1;
  const { target: client, found, paths } = await open(t, (path) => path === "/feedback/create" && lost-- > 0);
  const written = await writeFeedback(given, client, signal);
  assert.equal(written.id, "one");
  assert.deepEqual(paths, ["/feedback/create", "/feedback/query"]);
  assert.equal((await found()).length, 1);
});

test("a write that is refused is not sent again", async (t) => {
  const { target: client, paths } = await open(t);
  const refused = { ...given, value: "two words" };
  await assert.rejects(writeFeedback(refused, client, signal), (error) => {
    return error instanceof ServiceError && error.fault.kind === "invalidRequest";
  });
  assert.deepEqual(paths, ["/feedback/create"]);
});

test("reactions to agents are tags of their turns, conversations and spans", async (t) => {
  const { target: client } = await open(t);
  const about = { ...given, target: { kind: "agent_turn", id: "x" }, conversationId: "c/1" } as const;
  const written = await writeFeedback(about, client, signal);
  const [found] = await client.service.ask(queryFeedback, { project, negativeOf: "agent" }, signal);
  assert.deepEqual(found, { ...written, createdAt: found?.createdAt });
  assert.deepEqual([found?.kind, found?.value, found?.conversationId], ["tags", ["👎"], "c/1"]);
  const agent = { kind: "agent", id: "c/1" } as const;
  const kinds = [call("t"), call("x", { conversation: agent, turnId: "x" }), call("y", { conversation: agent })];
  assert.deepEqual(
    kinds.map((each) => targetOf(each).kind),
    ["call", "agent_turn", "agent_span"],
  );
});

test("the feedback of turns and calls is requested once, and is there for the conversation", async (t) => {
  const { target: client, paths } = await open(t);
  await writeFeedback(given, client, signal);
  await writeFeedback({ ...given, id: "two", target: { kind: "call", id: "inside" } }, client, signal);
  const feedback = new ProjectFeedback();
  const [turn, inside] = [call("t"), call("inside", { displayName: "search" })];
  const key = threadKey("a");
  assert.equal(feedback.summaryOf(key, formats), "");
  assert.equal(await feedback.load(key, [turn, inside], client, signal), null);
  assert.equal(await feedback.load(key, [turn, inside], client, signal), null);
  assert.equal(paths.filter((path) => path === "/feedback/query").length, 1);
  assert.deepEqual(
    feedback.marksOf(turn, [turn, inside], formats).map(({ callName, text, isOwn }) => [callName, text, isOwn]),
    [
      [null, "👎", false],
      ["search", "👎", false],
    ],
  );
  assert.equal(feedback.summaryOf(key, formats), "👎 2");
  const own = await writeFeedback({ ...given, id: "three", kind: "note", value: "No." }, client, signal);
  feedback.put(key, own);
  const [, note] = feedback.marksOf(turn, [], formats);
  assert.deepEqual([note?.text, note?.isOwn, note?.by.startsWith("you, ")], ["No.", true, true]);
  feedback.remove("three");
  assert.equal(feedback.marksOf(turn, [], formats).length, 1);
  await feedback.load(key, [turn], client, signal, true);
  assert.equal(feedback.marksOf(turn, [], formats).length, 1, "an answer does not bring back what was deleted");
  await writeFeedback({ ...given, id: "four" }, client, signal);
  const answering = feedback.load(key, [turn], client, signal, true);
  feedback.put(key, { ...own, id: "five" });
  await answering;
  const texts = feedback.marksOf(turn, [], formats).map(({ text }) => text);
  assert.deepEqual(texts.toSorted(), ["No.", "👎", "👎"], "what was written meanwhile stays");
  const other = new ProjectFeedback();
  other.put(key, own);
  await other.load(key, [turn], client, signal);
  assert.equal(other.marksOf(turn, [], formats).length, 3, "writing does not replace reading");
});

test("a page has its feedback if that of the page before was loading", async (t) => {
  const { target: client } = await open(t);
  await writeFeedback(given, client, signal);
  const turn = call("t");
  const page = new PageFeedback({
    content: { callsInView: [turn], turn: () => turn, callsIn: () => [] },
    project: { threads: { target: client }, feedback: new Lazy(async () => new ProjectFeedback()) },
    ...{ conversation: threadKey("a"), formats, onChange: () => undefined, onFailure: assert.ifError },
  });
  page.check();
  page.reset();
  page.check();
  await eventually(() => assert.equal(page.marksOf("t")?.[0]?.text, "👎"), 5000);
});

test("a service without feedback is asked once, and other failures are told", async (t) => {
  const { target: client } = await open(t);
  const paths: string[] = [];
  const failing = (kind: "routeMissing" | "notSignedIn"): ProjectClient => ({
    ...client,
    service: {
      ...client.service,
      ask: async ({ name }) => {
        paths.push(name);
        throw new ServiceError(kind === "routeMissing" ? { kind, path: "/feedback/query" } : { kind, detail: "" });
      },
    },
  });
  const older = new ProjectFeedback();
  for (let time = 0; time < 2; time++)
    assert.equal(await older.load(null, [call("t")], failing("routeMissing"), signal), null);
  assert.deepEqual(paths, ["queryFeedback"]);
  const refused = await new ProjectFeedback().load(null, [call("t")], failing("notSignedIn"), signal);
  assert.equal(refused?.kind, "notSignedIn");
});

test("conversations with a thumbs down are found by what it is on", async (t) => {
  const agentSpan = (trace: string, conversation: string) =>
    span({ trace_id: trace, span_id: `s${trace}`, started_at: 1000, ended_at: 2000, conversation_id: conversation });
  const calls = ["a", "b", "c"].map((id) => turn(`thread ${id}`, id, 1, 2));
  const spans = [agentSpan("1", "one/(1)"), agentSpan("2", "two"), agentSpan("3", "three"), agentSpan("4", "four")];
  const service = await serveProjects(t, [{ id: projectName, calls, objects: [], spans }]);
  const { url, username, password } = service.running;
  const { service: asked } = startClient(t, { url, username, password });
  const client = { service: asked, project, sources: [threadSource, agentSource], agentRoute: new AgentRoute() };
  const add = async (kind: NewFeedback["target"]["kind"], id: string, value: string, conversationId?: string) => {
    const about = { target: { kind, id }, value, conversationId: conversationId ?? null };
    await writeFeedback({ ...given, ...about, id: `${kind} ${id}` }, client, signal);
  };
  assert.deepEqual(await withThumbsDown("thread", client, signal), []);
  await add("call", "a", "👎🏽");
  await add("call", "b", "👍");
  await add("call", "gone", "👎");
  await add("agent_conversation", "one/(1)", "👎");
  await add("agent_turn", "2", "👎");
  await add("agent_span", "s3", "👎");
  await add("agent_turn", "4", "🎉", "four");
  assert.deepEqual(await withThumbsDown("thread", client, signal), ["thread a"]);
  assert.deepEqual((await withThumbsDown("agent", client, signal)).toSorted(), ["one/(1)", "three", "two"]);
  const list = new ThreadList({ now: Date.now, pageSize: () => 10 });
  const shown = async (filter: Partial<ThreadFilter>) => {
    list.reset(client, { ...everyThread, filter: { ...unfiltered, ...filter } });
    await list.refresh();
    return list.listing.threads.map(({ id }) => id).toSorted();
  };
  assert.deepEqual(await shown({ thumbsDown: true }), ["one/(1)", "thread a", "three", "two"]);
  assert.deepEqual(await shown({ thumbsDown: true, kind: "thread" }), ["thread a"]);
  assert.deepEqual(await shown({ thumbsDown: true, threadIds: ["thread b", "two"] }), ["two"]);
  assert.equal((await shown({})).length, 7);
});

const base: Feedback = {
  ...{
    id: "f",
    target,
    kind: "note",
    name: "",
    value: "",
    creator: null,
    userId: "",
    createdAt: 0,
    conversationId: null,
  },
};

const words: Readonly<Record<string, readonly [Partial<Feedback>, text: string]>> = {
  "a reaction": [{ kind: "reaction", value: "👍🏽" }, "👍🏽"],
  "a note in lines": [{ value: "one\ntwo" }, "one\ntwo"],
  "a note with hidden characters": [{ value: "a\u202eb" }, "a‹U+202E›b"],
  "an annotation": [{ kind: "annotation", name: "tone", value: "rude" }, "tone: rude"],
  "a score": [{ kind: "score", name: "fair", value: 0.81234 }, "fair: 0.812"],
  "a score of several values": [
    { kind: "score", name: "fair", value: { passed: true, scores: { a: 1 } } },
    "fair: passed true, scores a 1",
  ],
  tags: [{ kind: "tags", value: ["slow", "👎"] }, "slow, 👎"],
  "another type": [{ kind: "other", name: "custom", value: { a: null } }, "custom: a null"],
};

for (const [name, [changes, text]] of Object.entries(words))
  test(`feedback in words: ${name}`, () => assert.equal(feedbackWords({ ...base, ...changes }), text));

const writers = { users: new Set(["me"]), written: new Set<string>() };

const people: Readonly<Record<string, readonly [Partial<Feedback>, who: string]>> = {
  "a name": [{ creator: "Maya", userId: "u" }, "Maya"],
  "a user without a name": [{ userId: "0123456789" }, "01234567"],
  "the user": [{ creator: "Jonas", userId: "me" }, "you"],
  nobody: [{}, ""],
};

for (const [name, [changes, who]] of Object.entries(people))
  test(`who wrote feedback: ${name}`, () => {
    const { by } = feedbackMark({ ...base, ...changes }, { call: null, turnId: null }, writers, formats);
    assert.equal(by, [who, formats.dateTime(0)].filter((part) => part !== "").join(", "));
  });

test("feedback as one line counts each emoji, notes and the rest", () => {
  const all = [
    { kind: "reaction", value: "👍" },
    { kind: "tags", value: ["👍", "slow"] },
    { kind: "note", value: "a" },
    { kind: "note", value: "b" },
    { kind: "score", name: "s", value: 1 },
  ].map((each) => ({ ...base, ...each }) as Feedback);
  assert.equal(feedbackSummary(all, formats), "👍 2 · slow · 2 notes · 1 score or annotation");
});

test("one emoji, and a note of 1 to 1,024 characters", () => {
  assert.deepEqual(["👍", "👍🏽", "👩‍👩‍👧", "🇩🇪", "👍👍", "a", "", "1"].map(isOneEmoji), [
    ...[true, true, true, true],
    ...[false, false, false, false],
  ]);
  assert.deepEqual(["x", " ", "😀".repeat(1024), "😀".repeat(1025)].map(isNote), [true, false, true, false]);
});
