import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import { Semaphore } from "../../../../src/core/async/semaphore.ts";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { allCalls, type CallConditions } from "../../../../src/core/counts/callCondition.ts";
import { callRows } from "../../../../src/core/counts/callRow.ts";
import { CountCalls } from "../../../../src/core/counts/countCalls.ts";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import { CallRoute } from "../../../../src/core/port/callRoute.ts";
import type { Call } from "../../../../src/core/query/call.ts";
import { turn } from "../conversations/turns.ts";
import { GatedCalls } from "../gatedCalls.ts";
import { ofOp } from "./savedCountStore.ts";

const project = "acme/desk";
const now = Date.UTC(2026, 10, 3, 12);
const fault: Fault = { kind: "serviceFailure", status: 500, detail: "", retryAfter: null };
const missing: Fault = { kind: "routeMissing", path: "/calls/stream_query" };

function opened(conditions: CallConditions = ofOp("x")) {
  const service = new GatedCalls();
  const bugs: unknown[] = [];
  const semaphore = new Semaphore(4);
  const route = new CallRoute();
  const calls = new CountCalls(route, {
    now: () => now,
    semaphore: () => semaphore,
    onBug: (error) => bugs.push(error),
  });
  calls.reset(projectClient(service, project));
  const count = { id: "n", name: "n", conditions };
  /** Each row as the ID of its call with its words, or as its kind. */
  const rows = (shown = count) =>
    callRows(shown.id, calls.list(shown)).map((row) =>
      row.kind === "call" ? `${row.call.id} ${row.words}`.trim() : row.kind,
    );
  const draw = async () => {
    rows();
    await settled();
  };
  return { service, calls, count, rows, draw, bugs };
}

/** Calls `c0`, `c1`, …, the latest first, too large for their words to be requested. */
function large(from: number, to: number): readonly Call[] {
  return Array.from({ length: to - from }, (_, index) =>
    turn(`c${from + index}`, { startedAt: 10_000 - from - index, storedBytes: 1e6 }),
  );
}

test("the latest calls are requested with the count's conditions, then the words of those without exception", async () => {
  const { service, rows, draw, bugs } = opened();
  assert.deepEqual(rows(), ["callsLoading"]);
  await draw();
  assert.deepEqual(
    service.lists.map(({ query }) => query),
    [
      {
        project,
        filter: { opNames: ["x"] },
        sort: [
          { field: "started_at", direction: "desc" },
          { field: "id", direction: "desc" },
        ],
        offset: 0,
        limit: 51,
      },
    ],
  );
  service.lists[0]?.give(
    turn("b", { startedAt: 2 }),
    turn("f", { exception: "ValueError: no order", status: "error" }),
  );
  await settled();
  assert.deepEqual(rows(), ["b", "f", "callsLoading"]);
  service.lists[0]?.give(turn("a"));
  service.lists[0]?.end();
  await settled();
  assert.deepEqual(rows(), ["b", "f", "a"]);
  assert.deepEqual(service.documents[0]?.query.callIds, ["b", "a"]);
  service.documents[0]?.give({ id: "b", documents: { inputs: { question: "Where is it?" } } });
  service.documents[0]?.end();
  await settled();
  assert.deepEqual(rows(), ["b Where is it?", "f", "a"]);
  assert.deepEqual([service.lists.length, service.documents.length, bugs], [1, 1, []]);
});

test("a count without calls says so", async () => {
  const { service, rows, draw } = opened(allCalls);
  await draw();
  assert.equal(service.lists[0]?.query.filter, undefined);
  service.lists[0]?.end();
  await settled();
  assert.deepEqual(rows(), ["noCalls"]);
});

test("the next calls are those before the latest one at the time, which later calls do not move", async () => {
  const { service, calls, rows, draw } = opened();
  await draw();
  service.lists[0]?.give(...large(0, 51));
  service.lists[0]?.end();
  await settled();
  assert.deepEqual([rows().length, rows().at(-1)], [51, "moreCalls"]);
  calls.more("n");
  assert.deepEqual([rows().length, rows().at(-1)], [51, "callsLoading"]);
  await settled();
  const { offset, limit, query } = service.lists[1]?.query ?? {};
  assert.deepEqual([offset, limit], [50, 51]);
  assert.deepEqual(query, { $expr: { $not: [{ $gte: [{ $getField: "started_at" }, { $literal: 10.001 }] }] } });
  // One was recorded late.
  service.lists[1]?.give(...large(49, 60));
  service.lists[1]?.end();
  await settled();
  assert.deepEqual([rows().length, rows().at(-1)], [60, "c59"]);
});

test("the limit of a count is that of its calls", async () => {
  const { service, calls, rows, draw } = opened({ ...allCalls, limit: 60 });
  await draw();
  assert.equal(service.lists[0]?.query.limit, 51);
  service.lists[0]?.give(...large(0, 51));
  service.lists[0]?.end();
  await settled();
  calls.more("n");
  await draw();
  assert.equal(service.lists[1]?.query.limit, 10);
  service.lists[1]?.give(...large(50, 60));
  service.lists[1]?.end();
  await settled();
  assert.deepEqual([rows().length, rows().at(-1)], [60, "c59"]);
  const small = opened({ ...ofOp("x"), limit: 2 });
  await small.draw();
  assert.equal(small.service.lists[0]?.query.limit, 2);
});

test("a refresh lists as many calls again, and keeps those on screen and their words meanwhile", async () => {
  const { service, calls, rows, draw } = opened();
  await draw();
  service.lists[0]?.give(turn("a"));
  service.lists[0]?.end();
  await settled();
  service.documents[0]?.give({ id: "a", documents: { inputs: "Hello" } });
  service.documents[0]?.end();
  await settled();
  calls.outdate();
  assert.equal(service.lists.length, 1, "not before it is drawn");
  await draw();
  service.lists[1]?.give(turn("b"), turn("a"));
  await settled();
  assert.deepEqual(rows(), ["a Hello"]);
  service.lists[1]?.end();
  await settled();
  assert.deepEqual(service.documents[1]?.query.callIds, ["b"]);
  service.documents[1]?.end();
  await settled();
  assert.deepEqual(rows(), ["b", "a Hello"]);
});

test("other conditions drop the calls on screen and cancel their requests", async () => {
  const { service, count, rows, draw } = opened();
  await draw();
  service.lists[0]?.give(turn("a"));
  await settled();
  const changed = { ...count, conditions: ofOp("y") };
  assert.deepEqual(rows(changed), ["callsLoading"]);
  await settled();
  assert.equal(service.lists[0]?.signal.aborted, true);
  assert.deepEqual(service.lists[1]?.query.filter, { opNames: ["y"] });
});

test("other conditions drop calls whose list is complete", async () => {
  const { service, count, rows, draw } = opened();
  await draw();
  service.lists[0]?.give(...large(0, 2));
  service.lists[0]?.end();
  await settled();
  assert.deepEqual(rows(), ["c0", "c1"]);
  assert.deepEqual(rows({ ...count, conditions: ofOp("y") }), ["callsLoading"]);
});

test("a folded count, a hidden view, a removed count and another project cancel the request", async () => {
  const cancellations: readonly ((calls: CountCalls) => void)[] = [
    (calls) => calls.cancel(["n"]),
    (calls) => calls.cancel(),
    (calls) => calls.keep(new Set(["m"])),
    (calls) => calls.reset(null),
  ];
  for (const cancel of cancellations) {
    const { service, calls, draw } = opened();
    await draw();
    calls.keep(new Set(["n"]));
    assert.equal(service.lists[0]?.signal.aborted, false);
    cancel(calls);
    assert.equal(service.lists[0]?.signal.aborted, true);
  }
});

test("a failure is shown after the calls that arrived, and a retry starts over", async () => {
  const { service, calls, rows, draw } = opened();
  await draw();
  service.lists[0]?.give(turn("a"));
  await settled();
  service.lists[0]?.fail(fault);
  await settled();
  assert.deepEqual(rows(), ["a", "callsFailed"]);
  calls.retry("n");
  assert.deepEqual(rows(), ["callsLoading"]);
  await settled();
  service.lists[1]?.fail(missing);
  await settled();
  assert.deepEqual(rows(), ["callsFailed"]);
  calls.retry("n");
  await draw();
  assert.equal(service.lists.length, 2, "a service without the route is asked once");
});
