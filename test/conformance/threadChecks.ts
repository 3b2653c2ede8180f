import { faultOf, shownValue } from "../../src/core/async/loadState.ts";
import { findThread } from "../../src/core/conversations/threadById.ts";
import { ThreadList } from "../../src/core/conversations/threadList.ts";
import { type ThreadSelection, unfiltered } from "../../src/core/conversations/threadSelection.ts";
import type { ExportFormat } from "../../src/core/export/exportFormat.ts";
import { threadTable } from "../../src/core/export/exportTables.ts";
import { exportText } from "../../src/core/export/exportText.ts";
import { ServiceError } from "../../src/core/failures/fault.ts";
import { readRange, resolveRange, type TimeRange } from "../../src/core/input/timeRange.ts";
import { type ThreadFigures, threadFigures } from "../../src/core/overview/figureTexts.ts";
import { Overview } from "../../src/core/overview/overview.ts";
import { queryThreads } from "../../src/core/port/operations.ts";
import { threadKey } from "../../src/core/query/conversationKey.ts";
import { type ThreadRecord, threadRecord } from "../../src/core/query/thread.ts";
import { defaultSort, type SortKey, sortFields, stableSort } from "../../src/core/query/threadQuery.ts";
import type { Check, Part, Requested } from "./check.ts";
import { type DataSet, firstStart, now, oddThreads, threads } from "./dataSet.ts";
import { isTurn, liveCalls, storageOf, threadsOf } from "./recomputed.ts";

interface Listing extends Partial<ThreadSelection> {
  readonly pageSize?: number;
}

async function listOf({ pageSize = 1000, ...selection }: Listing, requested: Requested): Promise<ThreadList> {
  const list = new ThreadList({ now: () => now, pageSize: () => pageSize });
  list.reset(requested, { sort: defaultSort, filter: unfiltered, ...selection });
  await list.refresh();
  while (shownValue(list.load)?.ended === false && faultOf(list.load) === null) await list.loadMore();
  const fault = faultOf(list.load);
  if (fault !== null) throw new ServiceError(fault);
  return list;
}

/** The threads of the list, page by page. */
function listed(name: string, listing: Listing): Check {
  return {
    name,
    ask: async (requested) => shownValue((await listOf(listing, requested)).load)?.threads.map(threadRecord),
    expect: (data) => selected(data, listing),
  };
}

function selected(data: DataSet, { sort = defaultSort, filter = unfiltered }: Partial<ThreadSelection>) {
  const { time, threadIds } = filter;
  return threadsOf(data, { ...resolveRange(time, now), threadIds, sort: stableSort(sort) });
}

function range(text: string): TimeRange {
  const read = readRange(text);
  if (read === undefined) throw new TypeError(`${text} is no range.`);
  return read;
}

const iso = (time: number) => new Date(time).toISOString();
const hour = 3_600_000;

export const listChecks: Part = {
  title: "Threads: order, pages and time ranges",
  checks: (data) => {
    const keys = sortFields.flatMap((field) =>
      (["asc", "desc"] as const).map((direction): SortKey => ({ field, direction })),
    );
    const edge = data.calls.find((call) => isTurn(call) && call.thread_id === threads.long)?.started_at ?? 0;
    const within = (name: string, text: string) => listed(name, { filter: { ...unfiltered, time: range(text) } });
    const only = (name: string, ...threadIds: readonly string[]) =>
      listed(name, { filter: { ...unfiltered, threadIds } });
    return [
      ...keys.map((key) => listed(`by ${key.field}, ${key.direction}`, { sort: [key] })),
      ...keys.map((key) => listed(`by ${key.field}, ${key.direction}, in pages of 7`, { sort: [key], pageSize: 7 })),
      listed("by turn_count, then start_time", {
        sort: [
          { field: "turn_count", direction: "desc" },
          { field: "start_time", direction: "asc" },
        ],
      }),
      listed("by p99, then turn_count", {
        sort: [
          { field: "p99_turn_duration_ms", direction: "asc" },
          { field: "turn_count", direction: "desc" },
        ],
      }),
      within("of the last 24 hours", "24h"),
      within("of an hour", `${iso(firstStart + 12 * hour)} to ${iso(firstStart + 13 * hour)}`),
      within("since the start of a turn, which is left out", `${iso(edge)} to`),
      within("up to the start of a turn, which is left out", `to ${iso(edge)}`),
      within("of one millisecond", `${iso(edge - 1)} to ${iso(edge + 1)}`),
      within("of a part of a thread", `${iso(edge + 60_000)} to ${iso(edge + 300_000)}`),
      within("before all calls", `to ${iso(firstStart - hour)}`),
      only("odd ids", ...oddThreads),
      only("some ids and one that is not there", threads.long, threads.overlap, "none", ...threads.ties),
      listed("an id in a time range", {
        filter: { time: range(`${iso(edge + 60_000)} to`), threadIds: [threads.long] },
      }),
    ];
  },
};

export const findChecks: Part = {
  title: "Find thread",
  checks: () =>
    [
      ...oddThreads,
      threads.long,
      threads.below,
      threads.overlap,
      ...threads.ties,
      ...threads.running,
      threads.turnless,
      threads.foreign,
      "no such thread",
    ].map((id) => ({
      name: JSON.stringify(id.slice(0, 20)),
      ask: async (requested, signal) => {
        const found = await findThread(requested, threadKey(id), signal);
        return found && threadRecord(found);
      },
      expect: (data) => threadsOf(data, { threadIds: [id], sort: [] })[0] ?? null,
    })),
};

const byDefault = stableSort(defaultSort);

/** An export as text. */
async function exported(
  format: ExportFormat,
  threadIds: readonly string[],
  { service, project }: Requested,
  signal: AbortSignal,
): Promise<string> {
  const batches = service.rows(queryThreads, { project, threadIds, sort: byDefault, unhurried: true }, signal);
  let text = "";
  for await (const piece of exportText(batches, threadTable, format)) text += piece;
  return text;
}

function records(jsonLines: string): readonly unknown[] {
  return jsonLines.split("\n").flatMap((line): unknown[] => (line === "" ? [] : [JSON.parse(line)]));
}

/** The number of records in a CSV file, including those with line breaks in cells. */
function csvRows(csv: string): number {
  const ends = csv.match(/"(?:[^"]|"")*"|\r\n/g) ?? [];
  return ends.filter((end) => end === "\r\n").length - 1;
}

export const exportChecks: Part = {
  title: "Export",
  checks: (data) => {
    const all = threadsOf(data, { sort: byDefault });
    const turnsOf = (id: string) => data.calls.filter((call) => isTurn(call) && call.thread_id === id);
    const ids = [
      ...new Set(data.calls.flatMap((call) => (isTurn(call) && call.thread_id !== null ? [call.thread_id] : []))),
    ];
    const isEnded = (id: string) => turnsOf(id).every(({ ended_at }) => ended_at !== null);
    const isRunning = (id: string) => turnsOf(id).every(({ ended_at }) => ended_at === null);
    const isMixed = (id: string) => !isEnded(id) && !isRunning(id);
    const isDeleted = (id: string) => turnsOf(id).some(({ deleted_at }) => deleted_at !== null);
    const rows = (name: string, belongs: (id: string) => boolean, expect: NonNullable<Check["expect"]>): Check => {
      const chosen = ids.filter(belongs);
      return {
        name,
        ask: async (requested, signal) => records(await exported("jsonl", chosen, requested, signal)),
        expect,
      };
    };
    const isWhole = (id: string) => isEnded(id) && !isDeleted(id);
    const only = (of: DataSet, belongs: (id: string) => boolean) =>
      threadsOf(of, { sort: byDefault, threadIds: ids.filter(belongs) });
    return [
      {
        name: "as many rows as threads, in each format",
        ask: async (requested, signal) => {
          const json: unknown = JSON.parse(await exported("json", [], requested, signal));
          const lines = records(await exported("jsonl", [], requested, signal));
          return [
            csvRows(await exported("csv", [], requested, signal)),
            Object.keys(Object(json)).length,
            lines.length,
          ];
        },
        expect: () => [all.length, all.length, all.length],
      },
      rows("threads whose turns have ended", isWhole, (of) => only(of, isWhole)),
      rows("threads whose turns run", isRunning, (of) => only(of, isRunning)),
      rows("threads with ended and running turns", isMixed, (of) => only(of, isMixed)),
      rows("threads with ended and running turns, without those that run", isMixed, (of) =>
        only({ ...of, table: "merged" }, isMixed),
      ),
      rows("threads with deleted turns, without those", isDeleted, (of) =>
        only({ ...of, calls: liveCalls(of) }, isDeleted),
      ),
    ];
  },
};

/** The thread and call statistics of the overview. */
function overview(name: string, filter: ThreadSelection["filter"]): Check {
  return {
    name,
    ask: async (requested) => {
      const threads = new ThreadList({ now: () => now, pageSize: () => 100 });
      threads.reset(requested, { sort: [{ field: "start_time", direction: "desc" }], filter });
      const shown = new Overview({ threads, now: () => now, onChange: () => undefined });
      const fault = (await shown.refresh()) ?? faultOf(shown.calls);
      if (fault !== null) throw new ServiceError(fault);
      const loaded = shownValue(shown.load);
      const calls = shownValue(shown.calls);
      if (loaded === null || calls === null) throw new TypeError("The overview is empty.");
      const { threads: count, turns, medianP50, worstP99 } = threadFigures(loaded.columns.view());
      const figures = { threads: count, turns, medianP50, worstP99 };
      return { figures, calls: calls.count, storage: calls.storageSize };
    },
    expect: (data) => {
      const { after = 0, before = Number.POSITIVE_INFINITY } = resolveRange(filter.time, now);
      const records = selected(data, { filter, sort: [{ field: "start_time", direction: "desc" }] });
      const calls = liveCalls(data).filter(
        ({ started_at, thread_id }) =>
          started_at >= after &&
          started_at < before &&
          (filter.threadIds.length === 0 || (thread_id !== null && filter.threadIds.includes(thread_id))),
      );
      return { figures: figuresOf(records), calls: calls.length, storage: storageOf(calls, data) };
    },
  };
}

function figuresOf(records: readonly ThreadRecord[]): Omit<ThreadFigures, "running"> {
  const numbers = (field: "p50_turn_duration_ms" | "p99_turn_duration_ms") => records.map((record) => record[field]);
  const known = numbers("p50_turn_duration_ms").flatMap((value) => (value === null ? [] : [Number(value)]));
  known.sort((a, b) => a - b);
  const slowest = Math.max(
    ...numbers("p99_turn_duration_ms").map((value) => Number(value ?? Number.NEGATIVE_INFINITY)),
  );
  const worst = records[numbers("p99_turn_duration_ms").indexOf(slowest)];
  return {
    threads: records.length,
    turns: records.reduce((sum, { turn_count }) => sum + Number(turn_count), 0),
    medianP50: known[Math.ceil(known.length / 2) - 1] ?? null,
    worstP99: worst === undefined ? null : { conversation: threadKey(String(worst.thread_id)), value: slowest },
  };
}

export const overviewChecks: Part = {
  title: "Overview",
  checks: () => [
    overview("all threads", unfiltered),
    overview("the last 24 hours", { ...unfiltered, time: range("24h") }),
    overview("an hour", {
      ...unfiltered,
      time: range(`${iso(firstStart + 12 * hour)} to ${iso(firstStart + 13 * hour)}`),
    }),
    overview("some threads", { ...unfiltered, threadIds: [threads.long, threads.overlap, ...threads.ties] }),
    overview("a time without threads", { ...unfiltered, time: range(`to ${iso(firstStart - hour)}`) }),
  ],
};
