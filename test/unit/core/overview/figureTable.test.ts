import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { exportText } from "../../../../src/core/export/exportText.ts";
import type { FailedTurns } from "../../../../src/core/overview/failedTurns.ts";
import { figureRows, figureTable } from "../../../../src/core/overview/figureTable.ts";
import type { CallFigures } from "../../../../src/core/overview/protocol.ts";
import { thread } from "../threads/threads.ts";
import { anyThreads, columnsOf, runningOf } from "./anyThreads.ts";

const counted: CallFigures = { kind: "shown", count: 50, capped: false, storageSize: 4000 };
const about = {
  project: "northwind/support-assistant",
  filter: "Last 7 days",
  bounds: { after: Date.UTC(2026, 10, 14) },
  asOf: Date.UTC(2026, 10, 21),
};

const threads = [
  { ...thread("a"), turnCount: 2, startTime: Date.UTC(2026, 10, 20), lastUpdated: Date.UTC(2026, 10, 20, 0, 0, 30) },
  {
    ...thread("=b"),
    startTime: Date.UTC(2026, 10, 20),
    lastUpdated: Date.UTC(2026, 10, 20),
    p50TurnDuration: 1000,
    p99TurnDuration: 2000,
  },
];

const failedTurns: FailedTurns = {
  interval: { unit: "hour", count: 1, length: 3_600_000 },
  edges: [Date.UTC(2026, 10, 20), Date.UTC(2026, 10, 20, 1)],
  ...{ turns: [3], failed: [1] },
};

test("each number of the overview is a row", () => {
  const rows = figureRows({ calls: counted, whole: true, failedTurns }, columnsOf(threads));
  const told = rows.map(({ figure, threadId, from, before, value }) => [figure, threadId ?? from, before, value]);
  assert.deepEqual(told, [
    ["threads", undefined, undefined, 2],
    ["threads without a finished turn", undefined, undefined, 0],
    ["turns", undefined, undefined, 3],
    ["calls", undefined, undefined, 50],
    ["total_storage_size_bytes", undefined, undefined, 4000],
    ["worst p99_turn_duration_ms", "=b", undefined, 2000],
    ["median p50_turn_duration_ms", undefined, undefined, 1000],
    ["p90 p50_turn_duration_ms", undefined, undefined, 1000],
    ["p99 p50_turn_duration_ms", undefined, undefined, 1000],
    ["threads without p50_turn_duration_ms", undefined, undefined, 1],
    ["threads with p50_turn_duration_ms in no bin", undefined, undefined, 0],
    ["threads by p50_turn_duration_ms", 1000, 1250, 1],
    ["threads by p50_turn_duration_ms", 1250, 1600, 0],
    ["threads by p50_turn_duration_ms", 1600, 2000, 0],
    ["threads by p50_turn_duration_ms", 2000, 2500, 0],
    ["median p99_turn_duration_ms", undefined, undefined, 2000],
    ["p90 p99_turn_duration_ms", undefined, undefined, 2000],
    ["p99 p99_turn_duration_ms", undefined, undefined, 2000],
    ["threads without p99_turn_duration_ms", undefined, undefined, 1],
    ["threads with p99_turn_duration_ms in no bin", undefined, undefined, 0],
    ["threads by p99_turn_duration_ms", 1000, 1250, 0],
    ["threads by p99_turn_duration_ms", 1250, 1600, 0],
    ["threads by p99_turn_duration_ms", 1600, 2000, 0],
    ["threads by p99_turn_duration_ms", 2000, 2500, 1],
    ["median turn_count", undefined, undefined, 1],
    ["p90 turn_count", undefined, undefined, 2],
    ["p99 turn_count", undefined, undefined, 2],
    ["threads without turn_count", undefined, undefined, 0],
    ["threads with turn_count in no bin", undefined, undefined, 0],
    ["threads by turn_count", 1, 2, 1],
    ["threads by turn_count", 2, 3, 1],
    ["threads started", "2026-11-20T00:00:00.000Z", "2026-11-20T00:01:00.000Z", 2],
    ["threads updated", "2026-11-20T00:00:00.000Z", "2026-11-20T00:01:00.000Z", 2],
    ["turns started", "2026-11-20T00:00:00.000Z", "2026-11-20T01:00:00.000Z", 3],
    ["turns failed", "2026-11-20T00:00:00.000Z", "2026-11-20T01:00:00.000Z", 1],
  ]);
  assert.ok(rows.every(({ coverage }) => coverage === "all"));
});

test("figures of only some threads or calls are marked as partial", () => {
  const rows = figureRows({ calls: { ...counted, capped: true }, whole: false, failedTurns: null }, columnsOf(threads));
  assert.ok(rows.every(({ coverage }) => coverage === "part"));
  const uncounted = figureRows({ calls: { kind: "loading" }, whole: true, failedTurns: null }, columnsOf([]));
  assert.deepEqual(
    uncounted.find(({ figure }) => figure === "calls"),
    { figure: "calls", value: null, coverage: "all" },
  );
});

test("for any threads, every bin and interval is listed, and together they contain all", () => {
  fc.assert(
    fc.property(anyThreads, (given) => {
      const rows = figureRows({ calls: counted, whole: true, failedTurns: null }, columnsOf(given));
      const sum = (figure: string) =>
        rows.filter((row) => row.figure === figure).reduce((total, { value }) => total + (value ?? 0), 0);
      for (const field of ["p50_turn_duration_ms", "p99_turn_duration_ms", "turn_count"])
        assert.equal(
          sum(`threads by ${field}`) + sum(`threads without ${field}`) + sum(`threads with ${field} in no bin`),
          given.length,
        );
      assert.equal(sum("threads started"), given.length);
      const running = runningOf(given).length;
      assert.equal(sum("threads without a finished turn"), running);
      assert.equal(sum("threads updated"), given.length - running);
    }),
  );
});

test("a row contains its project, filter and time range", async () => {
  const rows = figureRows({ calls: counted, whole: true, failedTurns: null }, columnsOf(threads));
  async function* batches() {
    yield rows;
  }
  let text = "";
  for await (const piece of exportText(batches(), figureTable(about), "csv")) text += piece;
  const [names, first] = text.split("\r\n");
  assert.equal(names, "\ufeffproject_id,filter,after,before,as_of,coverage,figure,thread_id,bin_from,bin_before,value");
  assert.equal(
    first,
    'northwind/support-assistant,"Last 7 days",2026-11-14T00:00:00.000Z,,2026-11-21T00:00:00.000Z,all,threads,,,,2',
  );
  assert.match(text, /,"worst p99_turn_duration_ms","'=b",,,2000\r\n/);
});
