import { latestFirst } from "../calls/failedCalls.ts";
import { type CallConditions, callsMatching } from "../counts/callCondition.ts";
import { callQueryOf } from "../counts/countedQuery.ts";
import type { TimeRange } from "../input/timeRange.ts";
import { quantile } from "../overview/histogram.ts";
import { queryCallOutcomes } from "../port/operations.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { CallOutcome } from "../query/call.ts";
import { anyVersion, opRef } from "../query/opRef.ts";
import type { ProjectId } from "../query/projectId.ts";
import { publishedName } from "./opDefinition.ts";

/** Calls that are read for the ops of a file: the latest. */
export const mostRead = 1000;
/** The service accepts no longer list. */
const mostValues = 1000;
/** Longer names are not published. */
const longestName = 128;

export interface OpCalls {
  readonly calls: number;
  readonly failed: number;
  /** False if these are only those among the latest calls of the file's ops. */
  readonly isExact: boolean;
  /** Whether all calls were read; the following values are those of the calls that were. */
  readonly isAllRead: boolean;
  /** The median duration of finished calls, in milliseconds; null without one. */
  readonly p50: number | null;
  /** Op refs and bare names, the latest first. */
  readonly ops: readonly string[];
  readonly range: TimeRange;
  /** What the numbers count. */
  readonly conditions: CallConditions;
}

export interface ReadCalls {
  readonly names: readonly string[];
  readonly range: TimeRange;
  /** The values of the filter. */
  readonly requested: ReadonlySet<string>;
  /** The calls by the value that they match. */
  readonly tallies: ReadonlyMap<string, Tally>;
  readonly isAllRead: boolean;
}

interface Tally {
  calls: number;
  failed: number;
  readonly durations: number[];
  readonly ops: Set<string>;
}

/** Reads the latest calls of ops of the source code in a time range at the moment `now`. Rejects like `Service`. */
export async function readOpCalls(
  names: readonly string[],
  range: TimeRange,
  { service, project }: ProjectClient,
  now: number,
  signal: AbortSignal,
): Promise<ReadCalls> {
  const forms = names.map((name) => opValues(name, project));
  // Refs come first, because bare names are rare.
  const values = [0, 1].flatMap((place) => forms.flatMap((form) => form[place] ?? []));
  const requested = new Set(values.slice(0, mostValues));
  const query = {
    ...callQueryOf(conditionsOf([...requested], range), project, now),
    sort: latestFirst,
    limit: mostRead,
  };
  const tallies = new Map<string, Tally>();
  let read = 0;
  for await (const batch of service.rows(queryCallOutcomes, query, signal)) {
    read += batch.length;
    for (const call of batch) addCall(tallies, call);
  }
  return { names, range, requested, tallies, isAllRead: read < mostRead };
}

/** The calls of an op of the source code among those that were read; null if they were not asked for. */
export function opCallsIn(read: ReadCalls, name: string, project: ProjectId): OpCalls | null {
  const { requested, tallies, isAllRead, range } = read;
  const values = opValues(name, project).filter((value) => requested.has(value));
  if (values.length === 0) return null;
  const found = values.filter((value) => tallies.has(value));
  const parts = found.flatMap((value) => tallies.get(value) ?? []);
  const sum = (of: (part: Tally) => number) => parts.reduce((total, part) => total + of(part), 0);
  const durations = Float64Array.from(parts.flatMap((part) => part.durations));
  return {
    calls: sum(({ calls }) => calls),
    failed: sum(({ failed }) => failed),
    isExact: isAllRead,
    isAllRead,
    p50: durations.length === 0 ? null : quantile(durations, 0.5),
    ops: parts.flatMap(({ ops }) => [...ops]),
    range,
    // An op usually has calls under its ref alone.
    conditions: conditionsOf(isAllRead && found.length > 0 ? found : values, range),
  };
}

/** The values of a filter for an op of the source code: the ref of any version, and the name of calls without one. */
function opValues(name: string, project: ProjectId): readonly string[] {
  const ref = opRef(publishedName(name), project);
  // The service rejects a request with a ref that is not valid.
  const isBare = name !== "" && name.length <= longestName && !name.startsWith("weave:");
  return [...(ref === undefined ? [] : [ref]), ...(isBare ? [name] : [])];
}

function conditionsOf(values: readonly string[], range: TimeRange): CallConditions {
  return callsMatching({ time: range, threadIds: [] }, { kind: "list", field: "opNames", values });
}

/** The service matches names loosely, so that `a_b` stands for `axb` as well: each call counts for its own name. */
function addCall(tallies: Map<string, Tally>, { op, startedAt, endedAt, failed }: CallOutcome): void {
  const value = anyVersion(op);
  const tally = tallies.get(value) ?? { calls: 0, failed: 0, durations: [], ops: new Set() };
  tallies.set(value, tally);
  tally.calls += 1;
  if (failed) tally.failed += 1;
  if (endedAt !== null) tally.durations.push(endedAt - startedAt);
  tally.ops.add(op);
}
