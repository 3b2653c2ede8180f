import { Semaphore } from "../async/semaphore.ts";
import { latestFirst } from "../calls/failedCalls.ts";
import { withAttribute, withKind } from "../conversations/filterItems.ts";
import { kindOf, type ThreadFilter } from "../conversations/threadSelection.ts";
import {
  allCalls,
  type CallCondition,
  type CallConditions,
  callsMatching,
  isFailedCall,
} from "../counts/callCondition.ts";
import { callQueryOf } from "../counts/countedQuery.ts";
import { type Fault, ServiceError } from "../failures/fault.ts";
import { resolveRange } from "../input/timeRange.ts";
import { countCalls, listAgentErrors, queryCallFailures } from "../port/operations.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { AgentErrors } from "../query/agentQueries.ts";
import { isCutName } from "../query/call.ts";
import { callsByOp, type ErrorGroup, FailureGroups } from "./failureGroups.ts";

/** Failed calls that are read and grouped: the latest. */
export const mostFailures = 1000;
/** Ops whose calls are counted: those with most failed calls. */
const mostOps = 25;
const mostRequests = 4;

/** The calls of an op in the time range, as counted by the service. */
type OpCounts = Readonly<Record<"all" | "failed", number>>;

/** The failed calls of a filter, grouped. */
export interface FoundErrors {
  readonly groups: readonly ErrorGroup[];
  /** The number of grouped calls. */
  readonly read: number;
  /** Which these are: all failed calls, the latest `mostFailures`, or those that have arrived so far. */
  readonly reach: "all" | "latest" | "some";
  /** All failed calls, as counted by the service; null if unknown. */
  readonly total: number | null;
  /** By the `op` of a group; absent for an op that was not counted. */
  readonly ops: ReadonlyMap<string, OpCounts>;
  /** Counts are missing that are still requested. */
  readonly counting: boolean;
  /** Why counts are missing; null if none failed. */
  readonly countFault: Fault | null;
}

/** Which failed calls to find: in the filter's time range as of `asOf`, milliseconds since the epoch. */
export interface RequestedErrors {
  readonly filter: ThreadFilter;
  readonly asOf: number;
}

/**
 * Reads the latest failed calls, the latest first, with those outside threads unless the filter names threads; then
 * counts the calls of the ops that failed most. `show` is called with the parts. A failed count is a `countFault`;
 * otherwise rejects as `Service` does.
 */
export async function findErrors(
  { service, project }: ProjectClient,
  { filter, asOf }: RequestedErrors,
  show: (found: FoundErrors) => void,
  signal: AbortSignal,
): Promise<FoundErrors> {
  const queryOf = (...more: readonly CallCondition[]) => callQueryOf(callsMatching(filter, ...more), project, asOf);
  const groups = new FailureGroups();
  const ops = new Map<string, OpCounts>();
  const unknown = { total: null, ops, counting: true, countFault: null };
  let received = 0;
  // One more than are read, to know whether these are all.
  const latest = { ...queryOf(isFailedCall), sort: latestFirst, limit: mostFailures + 1 };
  for await (const batch of service.rows(queryCallFailures, latest, signal)) {
    for (const call of batch.slice(0, Math.max(0, mostFailures - received))) groups.add(call);
    received += batch.length;
    show({ ...unknown, groups: groups.sorted(), read: groups.size, reach: "some" });
  }
  const isAll = received <= mostFailures;
  const sorted = groups.sorted();
  const readByOp = [...callsByOp(sorted)].filter(([op]) => !isCutName(op));
  const found = {
    ...unknown,
    groups: sorted,
    read: groups.size,
    reach: isAll ? ("all" as const) : ("latest" as const),
    total: isAll ? groups.size : null,
  };
  if (sorted.length === 0) return { ...found, counting: false };
  show(found);

  let { total } = found;
  let countFault: Fault | null = null;
  const semaphore = new Semaphore(mostRequests);
  /** Null if it, or a count before it, failed: the service is not asked again. */
  const count = (...conditions: readonly CallCondition[]) =>
    semaphore.run(async () => {
      if (countFault !== null) return null;
      try {
        return (await service.ask(countCalls, queryOf(...conditions), signal)).count;
      } catch (error) {
        if (!(error instanceof ServiceError) || signal.aborted) throw error;
        countFault = error.fault;
        return null;
      }
    }, signal);
  const countOp = async ([op, read]: readonly [op: string, read: number]) => {
    const ofOp = isOp(op);
    // What was read completely needs no count.
    const [all, failures] = await Promise.all([count(ofOp), isAll ? read : count(ofOp, isFailedCall)]);
    if (all === null || failures === null) return;
    ops.set(op, { all, failed: failures });
    show({ ...found, total, ops: new Map(ops) });
  };
  const countTotal = async () => {
    if (total === null) total = await count(isFailedCall);
  };
  await Promise.all([countTotal(), ...readByOp.slice(0, mostOps).map(countOp)]);
  return { ...found, total, ops: new Map(ops), counting: false, countFault };
}

/** The calls of a group: those of its exception type in the filter's time range, if a condition can tell; else by ID. */
export function callsOfError({ op, mark, calls }: ErrorGroup, filter: ThreadFilter): CallConditions {
  if (mark === null) {
    const ids: CallCondition = { kind: "list", field: "callIds", values: calls.map(({ id }) => id) };
    return { ...allCalls, conditions: [ids] };
  }
  const $contains = { input: { $getField: "exception" }, substr: { $literal: mark } };
  return callsMatching(filter, isOp(op), isFailedCall, { kind: "expression", query: { $expr: { $contains } } });
}

function isOp(op: string): CallCondition {
  return { kind: "list", field: "opNames", values: [op] };
}

/** Groups of failed spans that are listed: those with most. */
const mostAgentErrors = 100;

/** The failed spans of agent conversations; none if the service has no Agents API. Otherwise rejects as `Service` does. */
export async function findAgentErrors(
  { service, project, agentRoute }: ProjectClient,
  { filter: { time, threadIds: ids, attributes = [] }, asOf }: RequestedErrors,
  signal: AbortSignal,
): Promise<readonly AgentErrors[]> {
  const query = { project, ...resolveRange(time, asOf), ids, attributes, limit: mostAgentErrors };
  return (await agentRoute.askIfThere(() => service.ask(listAgentErrors, query, signal), signal)) ?? [];
}

/** The errors of calls, and those of agents; null while these are requested. */
export interface BothErrors {
  readonly calls: FoundErrors;
  readonly agents: readonly AgentErrors[] | null;
  /** Why those of agents are missing; null if they are not. */
  readonly agentFault: Fault | null;
}

const noCalls: FoundErrors = {
  ...{ groups: [], read: 0, reach: "all", total: 0, ops: new Map(), counting: false, countFault: null },
};

/** The errors of the filter's kinds, together; those of agents once there are calls. Rejects as `findErrors` does. */
export async function findBothErrors(
  target: ProjectClient,
  requested: RequestedErrors,
  show: (found: BothErrors) => void,
  signal: AbortSignal,
): Promise<BothErrors> {
  const kind = kindOf(requested.filter);
  let calls: FoundErrors | null = null;
  let agents: Pick<BothErrors, "agents" | "agentFault"> = { agents: null, agentFault: null };
  const showPart = () => calls !== null && show({ calls, ...agents });
  const takeCalls = (found: FoundErrors) => {
    calls = found;
    showPart();
  };
  const takeAgents = async () => {
    try {
      agents = { agents: kind === "thread" ? [] : await findAgentErrors(target, requested, signal), agentFault: null };
    } catch (error) {
      if (!(error instanceof ServiceError) || signal.aborted || kind === "agent") throw error;
      agents = { agents: [], agentFault: error.fault };
    }
    showPart();
  };
  const ofCalls = kind === "agent" ? noCalls : findErrors(target, requested, takeCalls, signal);
  const [found] = await Promise.all([ofCalls, takeAgents()]);
  return { calls: found, ...agents };
}

/** The conversations with spans of this operation and with errors of this type, which the filter cannot join. */
export function conversationsOfError({ operation, tool, type }: AgentErrors, filter: ThreadFilter): ThreadFilter {
  const [name, value] = tool === "" ? ["operation_name", operation] : ["tool_name", tool];
  const ofOperation = withAttribute(withKind(filter, "agent"), name, value === "" ? [] : [value]);
  return withAttribute(ofOperation, "error_type", type === "" ? [] : [type]);
}
