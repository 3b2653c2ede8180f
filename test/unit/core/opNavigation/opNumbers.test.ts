import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import type { TimeRange } from "../../../../src/core/input/timeRange.ts";
import { type FileOps, OpNumbers } from "../../../../src/core/opNavigation/opNumbers.ts";
import type { CallOutcome } from "../../../../src/core/query/call.ts";
import { GatedCounts } from "../conversations/gatedCounts.ts";
import { GatedCalls } from "../gatedCalls.ts";
import { HandClock } from "../handClock.ts";

const project = "acme/desk";
const now = Date.UTC(2026, 10, 20, 12);
const minute = 60_000;
const refused: Fault = { kind: "rateLimited", retryAfter: 30_000 };
const week: TimeRange = { kind: "preset", preset: "7d" };
const file: FileOps = { id: "file:///agent.py", names: ["answer", "say hello"] };

let id = 0;
const call = (op: string, facts: Partial<CallOutcome> = {}): CallOutcome => {
  return { id: String(id++), op, startedAt: now - 5000, endedAt: now - 4000, failed: false, ...facts };
};
const ref = (name: string, version = "v1") => `weave:///${project}/op/${name}:${version}`;

function opened(range: () => TimeRange = () => week) {
  const clock = new HandClock();
  const calls = new GatedCalls();
  const counts = new GatedCounts();
  const service = Object.assign(calls, { countCalls: counts.countCalls.bind(counts) });
  const target = projectClient(service, project);
  const bugs: unknown[] = [];
  const numbers = new OpNumbers({ now: () => now + clock.now(), clock, range, onBug: (error) => bugs.push(error) });
  numbers.reset(target);
  let draws = 0;
  numbers.subscribe(() => draws++);
  const of = (name: string, requested = file) => numbers.of(requested, name, target);
  /** Responds to the latest request with these calls. */
  const give = async (...rows: readonly CallOutcome[]) => {
    const list = calls.outcomes.at(-1);
    if (rows.length > 0) list?.give(...rows);
    list?.end();
    await settled();
  };
  const thousand = Array.from({ length: 1000 }, () => call(ref("answer")));
  return { clock, calls, counts, numbers, of, give, thousand, bugs, draws: () => draws };
}

test("one request asks for all ops of a file, by ref and by name, the latest first, and only for what is counted", async () => {
  const { calls, numbers, of, give } = opened();
  numbers.show(file);
  assert.deepEqual(of("answer"), { kind: "loading", value: null });
  await settled();
  assert.deepEqual(
    calls.outcomes.map(({ query: { query, ...rest } }) => rest),
    [
      {
        project,
        filter: { opNames: [ref("answer", "*"), ref("say-hello", "*"), "answer", "say hello"] },
        sort: [
          { field: "started_at", direction: "desc" },
          { field: "id", direction: "desc" },
        ],
        limit: 1000,
        work: "lens",
      },
    ],
  );
  await give(
    call(ref("answer", "v2"), { failed: true }),
    call(ref("answer"), { endedAt: null }),
    call("say hello"),
    // The service matches an underscore with any character.
    call(ref("answer_")),
  );
  const answer = of("answer");
  assert.ok(answer.kind === "shown");
  assert.deepEqual([answer.value.calls, answer.value.failed, answer.value.p50], [2, 1, 1000]);
  assert.deepEqual(answer.value.ops, [ref("answer", "v2"), ref("answer")]);
  assert.deepEqual(answer.value.conditions.conditions, [
    { kind: "started", range: week },
    { kind: "list", field: "opNames", values: [ref("answer", "*")] },
  ]);
  const hello = of("say hello");
  assert.ok(hello.kind === "shown");
  assert.deepEqual(hello.value.conditions.conditions[1], { kind: "list", field: "opNames", values: ["say hello"] });
  // Drawing again asks for nothing.
  numbers.show(file);
  assert.equal(calls.outcomes.length, 1);
});

test("with a thousand calls, only ops on screen are counted, at most two requests at a time", async () => {
  const { counts, numbers, of, give, thousand } = opened();
  numbers.show(file);
  await settled();
  await give(...thousand);
  assert.equal(counts.requested.length, 0);
  assert.deepEqual(of("answer"), { kind: "loading", value: null });
  of("say hello");
  await settled();
  assert.deepEqual(counts.requested.length, 2);
  const [all, failed] = counts.requested;
  assert.deepEqual(all?.query.filter, { opNames: [ref("answer", "*"), "answer"] });
  assert.match(JSON.stringify(failed?.query.query), /"summary\.weave\.status"},{"\$literal":"error"/);
  all?.answer(1234);
  failed?.answer(56);
  await settled();
  const load = of("answer");
  assert.ok(load.kind === "shown");
  const { calls, failed: failures, isExact, isAllRead, p50 } = load.value;
  assert.deepEqual([calls, failures, isExact, isAllRead, p50], [1234, 56, true, false, 1000]);
  assert.equal(counts.requested.length, 4);
});

test("if an op cannot be counted, its lens has what was read, and no request follows a rate limit until it ends", async () => {
  const { clock, counts, numbers, of, give, thousand } = opened();
  numbers.show(file);
  await settled();
  await give(...thousand);
  of("answer");
  await settled();
  for (const requested of counts.requested) requested.fail(refused);
  await settled();
  const load = of("answer");
  assert.ok(load.kind === "stale" && load.fault === refused);
  assert.deepEqual([load.value.calls, load.value.isExact], [1000, false]);
  of("say hello");
  await settled();
  assert.equal(counts.requested.length, 2);
  assert.equal(of("say hello").kind, "stale");
  clock.pass(30_000);
  const refreshed = numbers.refresh([file], false);
  await settled();
  await give(...thousand);
  assert.equal(await refreshed, null);
  of("say hello");
  await settled();
  assert.equal(counts.requested.length, 4);
});

test("numbers stay while they are refreshed, and after a failure", async () => {
  const { calls, numbers, of, give } = opened();
  numbers.show(file);
  await settled();
  await give(call(ref("answer")));
  const refreshed = numbers.refresh([file], true);
  await settled();
  assert.equal(of("answer").kind, "loading");
  const waiting = of("answer");
  assert.ok(waiting.kind === "loading" && waiting.value?.calls === 1);
  calls.outcomes.at(-1)?.fail(refused);
  assert.deepEqual(await refreshed, refused);
  const load = of("answer");
  assert.ok(load.kind === "stale" && load.value.calls === 1 && load.fault === refused);
  assert.equal(calls.outcomes.length, 2);
});

test("a failure without numbers is one, is drawn, and is requested again by a refresh only", async () => {
  const { calls, numbers, of, draws } = opened();
  numbers.show(file);
  await settled();
  calls.outcomes[0]?.fail(refused);
  await settled();
  assert.deepEqual(of("answer"), { kind: "failed", fault: refused });
  assert.equal(draws(), 1);
  numbers.show(file);
  await settled();
  assert.equal(calls.outcomes.length, 1);
});

test("an op that is typed waits for the name to be complete; the others keep their numbers", async () => {
  const { clock, calls, numbers, of, give } = opened();
  numbers.show(file);
  await settled();
  await give(call(ref("answer")));
  for (const name of ["a", "as", "ask"]) {
    const typed = { ...file, names: [...file.names, name] };
    numbers.show(typed);
    await settled();
    assert.deepEqual(of(name, typed), { kind: "loading", value: null });
    const known = of("answer", typed);
    assert.ok(known.kind === "loading" && known.value?.calls === 1);
    clock.pass(900);
  }
  await settled();
  assert.equal(calls.outcomes.length, 1);
  clock.pass(100);
  await settled();
  assert.deepEqual(
    calls.outcomes.map(({ query }) => query.filter?.opNames?.length),
    [4, 6],
  );
});

test("old numbers are requested again when their file is drawn, and those of another time range at once", async () => {
  let range = week;
  const { clock, calls, numbers, of, give } = opened(() => range);
  numbers.show(file);
  await settled();
  await give(call(ref("answer")));
  clock.pass(5 * minute - 1);
  numbers.show(file);
  assert.equal(of("answer").kind, "shown");
  clock.pass(1);
  numbers.show(file);
  await settled();
  assert.equal(calls.outcomes.length, 2);
  await give();
  range = { kind: "preset", preset: "24h" };
  numbers.show(file);
  await settled();
  assert.equal(calls.outcomes.length, 3);
});

test("followed ops are counted once a minute; on demand, each time", async () => {
  const { clock, counts, numbers, of, give, thousand } = opened();
  clock.pass(minute);
  numbers.show(file);
  await settled();
  await give(...thousand);
  const count = async () => {
    of("answer");
    await settled();
    for (const requested of counts.open) requested.answer(2000);
    await settled();
    return counts.requested.length;
  };
  const refresh = async (isAutomatic: boolean) => {
    const ended = numbers.refresh([file], isAutomatic);
    await settled();
    await give(...thousand);
    await ended;
    return count();
  };
  assert.equal(await count(), 2);
  assert.equal(await refresh(true), 4);
  assert.equal(await refresh(true), 4);
  clock.pass(minute);
  assert.equal(await refresh(true), 6);
  assert.equal(await refresh(false), 8);
});

test("another session has no numbers of the previous one, whose requests are canceled", async () => {
  const { calls, numbers, of, bugs } = opened();
  numbers.show(file);
  await settled();
  numbers.reset(null);
  assert.equal(calls.outcomes[0]?.signal.aborted, true);
  assert.deepEqual(of("answer"), { kind: "idle" });
  await settled();
  assert.deepEqual(bugs, []);
  assert.equal(calls.outcomes.length, 1);
});

test("of a file with more ops than the service accepts in a list, the others have no numbers", async () => {
  const { calls, numbers, of, give } = opened();
  const many = { ...file, names: Array.from({ length: 1200 }, (_, index) => `op${index}`) };
  numbers.show(many);
  await settled();
  assert.equal(calls.outcomes[0]?.query.filter?.opNames?.length, 1000);
  await give(call(ref("op999")));
  const last = of("op999", many);
  assert.ok(last.kind === "shown" && last.value.calls === 1);
  assert.deepEqual(of("op1000", many), { kind: "idle" });
});

test("text that the service would reject is not sent as the name of an op", async () => {
  const { calls, numbers } = opened();
  numbers.show({ ...file, names: ["weave:///other", "x".repeat(200)] });
  await settled();
  assert.deepEqual(calls.outcomes[0]?.query.filter?.opNames, [ref("weave-other", "*"), ref("x".repeat(128), "*")]);
});

test("the storage size is requested when it is shown, once, and does not wait for lenses", async () => {
  const { counts, numbers, of, give } = opened();
  numbers.show(file);
  await settled();
  await give(call(ref("answer")));
  const load = of("answer");
  assert.ok(load.kind === "shown");
  // Requests of lenses may wait for a minute.
  for (const other of ["file:///a.py", "file:///b.py"]) numbers.show({ ...file, id: other });
  await settled();
  const sizes = [numbers.size(load.value), numbers.size(load.value)];
  await settled();
  assert.deepEqual(
    counts.requested.map(({ query }) => query.includeStorageSize),
    [true],
  );
  counts.requested[0]?.answer(1, 12_000);
  const [size] = await Promise.all(sizes);
  assert.ok(size?.kind === "shown" && size.value.storageSize === 12_000);
});
