import assert from "node:assert/strict";
import { test } from "node:test";
import { threadSource } from "../../../../src/core/conversations/threadSource.ts";
import { readThread, type ThreadBounds, withMessages, withSteps } from "../../../../src/core/documents/readThread.ts";
import { AgentRoute } from "../../../../src/core/port/agentRoute.ts";
import type { ProjectClient } from "../../../../src/core/port/projectClient.ts";
import type { Call } from "../../../../src/core/query/call.ts";
import type { CallDocumentsQuery, CallListQuery } from "../../../../src/core/query/callQueries.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { type TestService, unusedService } from "../testService.ts";

const project = "acme/desk";
const never = new AbortController().signal;
const wide: ThreadBounds = { turns: 2000, bytes: 50_000_000 };

function turn(id: string, storedBytes: number | null = 100): Call {
  const none = {
    displayName: null,
    traceId: "trace",
    parentId: null,
    exception: null,
    usage: [],
    status: "success",
  } as const;
  return { ...none, id, op: "answer", conversation: threadKey("t"), turnId: id, startedAt: 1, endedAt: 2, storedBytes };
}

/** A service with these turns, whose inputs repeat their ID `says` times, that records requests. */
function serving(turns: readonly Call[], { says = 1, gone = [] as readonly string[] } = {}) {
  const lists: CallListQuery[] = [];
  const batches: CallDocumentsQuery[] = [];
  const target: ProjectClient & { readonly service: TestService } = {
    project,
    sources: [threadSource],
    agentRoute: new AgentRoute(),
    service: {
      ...unusedService,
      async *queryCalls(query, signal) {
        lists.push(query);
        signal.throwIfAborted();
        yield turns.slice(0, query.limit);
      },
      async *queryCallDocuments(query, signal) {
        batches.push(query);
        signal.throwIfAborted();
        const there = query.callIds.filter((id) => !gone.includes(id)).toReversed();
        yield there.map((id) => ({ id, documents: { inputs: id.repeat(says), output: null } }));
      },
    },
  };
  return { target, lists, batches };
}

test("a thread's turns are requested in batches, in the order of the list", async () => {
  const turns = Array.from({ length: 250 }, (_, index) => turn(`turn-${index}`));
  const { target, lists, batches } = serving(turns, { gone: ["turn-7"] });
  const notified: [number, number][] = [];
  const report = (done: number, all: number) => notified.push([done, all]);
  const read = await readThread(threadKey("t"), target, { bounds: wide, report }, never);
  const expected = turns.map(({ id }) => id).filter((id) => id !== "turn-7");
  assert.deepEqual(
    read.turns.map(({ call }) => call.id),
    expected,
  );
  assert.deepEqual(
    read.turns.map(({ documents }) => documents.inputs),
    expected,
  );
  assert.deepEqual([read.leftOut, read.more], [0, false]);
  assert.deepEqual(
    batches.map(({ callIds }) => callIds.length),
    [100, 100, 50],
  );
  assert.deepEqual(batches[0]?.documents, ["inputs", "output"]);
  assert.deepEqual(notified, [
    [99, 250],
    [100, 250],
    [200, 250],
    [250, 250],
  ]);
  assert.equal(lists.length, 1);
  assert.deepEqual([lists[0]?.turnsOnly, lists[0]?.filter], [true, { threadIds: ["t"] }]);
});

const bounded: readonly (readonly [
  what: string,
  bounds: ThreadBounds,
  turns: readonly Call[],
  read: readonly number[],
  leftOut: number,
  more: boolean,
])[] = [
  ["as many turns as the limit are read", { turns: 3, bytes: 1e9 }, [1, 2, 3].map((n) => turn(`${n}`)), [3], 0, false],
  [
    "turns above the limit are reported as more",
    { turns: 3, bytes: 1e9 },
    [1, 2, 3, 4].map((n) => turn(`${n}`)),
    [3],
    0,
    true,
  ],
  [
    "reading stops before a turn whose stored size exceeds the limit",
    { turns: 9, bytes: 1000 },
    [turn("a"), turn("b"), turn("c", 5000), turn("d")],
    [2],
    2,
    false,
  ],
  [
    "reading stops after turns of unknown size exceed the limit",
    { turns: 300, bytes: 500 },
    Array.from({ length: 150 }, (_, n) => turn(`turn-${n}`, null)),
    [100],
    50,
    false,
  ],
  [
    "large turns are read one by one",
    { turns: 9, bytes: 1e9 },
    [turn("a", 5e6), turn("b", 5e6), turn("c", 1)],
    [1, 1, 1],
    0,
    false,
  ],
];

for (const [what, bounds, turns, read, leftOut, more] of bounded) {
  test(`limits of a thread: ${what}`, async () => {
    const { target, batches } = serving(turns);
    const result = await readThread(threadKey("t"), target, { bounds, report: () => undefined }, never);
    assert.deepEqual(
      batches.map(({ callIds }) => callIds.length),
      read,
    );
    assert.deepEqual([result.leftOut, result.more], [leftOut, more]);
  });
}

test("canceling stops the load", async () => {
  const controller = new AbortController();
  const { target, batches } = serving(Array.from({ length: 300 }, (_, index) => turn(`${index}`)));
  const report = () => controller.abort(new Error("enough"));
  await assert.rejects(readThread(threadKey("t"), target, { bounds: wide, report }, controller.signal), /enough/);
  assert.equal(batches.length, 2);
});

test("a transcript has the steps of its turns, with the documents of tool calls up to a bound", async () => {
  const usage = [{ model: "m", promptTokens: 1, completionTokens: 1, totalTokens: 2, cost: null }];
  const inside = (id: string, more: Partial<Call>) => ({ ...turn(id), turnId: "a", parentId: "a", ...more });
  const calls = [
    inside("small", {}),
    inside("model", { usage }),
    inside("huge", { storedBytes: 30_000_000 }),
    inside("stray", { turnId: "b" }),
  ];
  const { target, lists, batches } = serving([turn("a"), ...calls]);
  const requested = [{ call: turn("a"), documents: { inputs: { question: "Where?" }, output: null } }];
  const [read] = await withSteps(threadKey("t"), requested, target, never);
  assert.deepEqual(
    read?.steps.map(({ kind, call, documents }) => [kind, call.id, documents?.inputs]),
    [
      ["tool", "small", "small"],
      ["model", "model", undefined],
      ["tool", "huge", undefined],
    ],
  );
  assert.deepEqual(lists[0]?.filter, { turnIds: ["a"] });
  assert.deepEqual(
    batches.map(({ callIds }) => callIds),
    [["small"]],
  );
});

test("only turns without messages get their steps, and only the documents that say what happened", async () => {
  const usage = [{ model: "m", promptTokens: 1, completionTokens: 1, totalTokens: 2, cost: null }];
  const model = (id: string, turnId: string) => ({ ...turn(id), turnId, parentId: turnId, usage });
  const calls = [model("first", "a"), model("middle", "a"), model("last", "a"), model("of b", "b")];
  const { target, lists, batches } = serving([turn("a"), ...calls]);
  const silent = { call: turn("a"), documents: { inputs: { rows: [1] }, output: null } };
  const speaking = { call: turn("b"), documents: { inputs: { question: "Where?" }, output: null } };
  const [read, other] = await withMessages(threadKey("t"), [silent, speaking], target, never);
  assert.deepEqual(
    read?.steps.map(({ call, documents }) => [call.id, documents?.inputs]),
    [
      ["first", "first"],
      ["middle", undefined],
      ["last", "last"],
    ],
  );
  assert.deepEqual(other?.steps, []);
  assert.deepEqual(
    lists.map(({ filter }) => filter),
    [{ turnIds: ["a"] }],
  );
  assert.deepEqual(
    batches.map(({ callIds }) => callIds),
    [["first", "last"]],
  );
  await withMessages(threadKey("t"), [speaking], target, never);
  assert.equal(lists.length, 1, "no request if every turn has a message");
});
