import type { CallRow, ProjectData } from "../query/call.ts";
import { shareCalls } from "./distribution.ts";
import { opCatalog } from "./opCatalog.ts";
import { type Random, randomFrom } from "./random.ts";
import { noShowcases, showcasesIn } from "./showcaseBudget.ts";
import { type Span, type TraceContext, traceCalls } from "./span.ts";
import type { Round } from "./talk.ts";
import { threadIdSource } from "./threadIds.ts";
import type { SpanMaker } from "./turnPlan.ts";
import { turnSpan } from "./turnSpan.ts";
import { turnTimes } from "./turnTimes.ts";
import type { Workload } from "./workload.ts";

/** Options of a generated project. The same options give the same project, byte for byte. */
export interface ProjectOptions {
  readonly id: string;
  readonly workload: Workload;
  /** Exact number of distinct thread IDs. */
  readonly threads: number;
  /** Exact number of calls, in threads and outside; at least the number of threads. */
  readonly calls: number;
  readonly seed: number;
  /** No call starts or ends later; none starts more than 30 days earlier. */
  readonly now: Date;
  /** Whether to include `showcaseThreads`, if they are at most a tenth of the calls. */
  readonly showcases?: boolean;
}

/** A realistic project. Its calls are generated lazily, one thread at a time. */
export function sampleProject(options: ProjectOptions): ProjectData {
  const random = randomFrom(options.seed);
  const now = options.now.getTime();
  const { workload } = options;
  const ops = opCatalog(options.id, workload.modelObject, random, { from: now - 30 * 86_400_000, to: now });
  return { id: options.id, objects: ops.objects, calls: sampleCalls(options, { workload, ops, random }) };
}

function* sampleCalls(options: ProjectOptions, maker: SpanMaker): Iterable<CallRow> {
  const { random } = maker;
  const budget = shareCalls(options.threads, options.calls, random);
  const showcases = options.showcases ? showcasesIn(options, budget, maker.ops) : noShowcases;
  const nextThreadId = threadIdSource(random, options.now);
  const people = Array.from({ length: 24 }, () => userId(random));
  const runs = Array.from({ length: 7 }, () => runId(options.id, random));
  for (const [index, calls] of budget.threads.entries()) {
    const runIndex = random.chance(0.08) ? random.between(0, runs.length - 1) : -1;
    const context = {
      threadId: nextThreadId(),
      userId: people[Math.floor(random.fraction() ** 1.7 * people.length)] ?? null,
      runId: runs[runIndex] ?? null,
      runStep: null,
    };
    const made = threadCalls(calls, context, options.now.getTime(), maker);
    if (index < budget.threads.length - showcases.threads) yield* made;
    // The following calls are the same as without showcases.
    else Array.from(made);
  }
  for (let left = budget.outside - showcases.outside; left > 0; ) {
    const size = Math.min(left, random.between(1, 12));
    const inRun = random.chance(0.3);
    const context = {
      threadId: null,
      userId: people[random.between(0, 2)] ?? null,
      runId: inRun ? (runs[random.between(0, runs.length - 1)] ?? null) : null,
      runStep: inRun ? random.between(0, 200) : null,
    };
    yield* traceCalls(jobSpan(size, options.now.getTime(), maker), context, random);
    left -= size;
  }
  yield* showcases.calls;
}

/** Number of previous exchanges in a request: with all of them, the size of long threads would grow quadratically. */
const remembered = 6;

/** The turns of a thread, each in its own trace. */
function* threadCalls(calls: number, context: TraceContext, now: number, maker: SpanMaker): Iterable<CallRow> {
  const { random, workload } = maker;
  const sizes = turnSizes(calls, random);
  const times = turnTimes(sizes.length, now, random);
  const topic = random.pick(workload.topics);
  const neverFinishes = random.chance(0.02);
  const said: Round[] = [];
  for (const [index, { nested, underRoot }] of sizes.entries()) {
    const { start, end } = times[index] ?? { start: now, end: now };
    const finished = !neverFinishes && !random.chance(index === sizes.length - 1 ? 0.05 : 0.01);
    const exchange = topic.exchanges[index % topic.exchanges.length] ?? topic.exchanges[0];
    const before = said.slice(-remembered);
    const { span: turn, round } = turnSpan({ start, end, finished, nested, topic, exchange, before }, maker);
    said.push(round);
    const runStep = context.runId === null ? null : index;
    yield* traceCalls(underRoot ? rootSpan(turn, maker) : turn, { ...context, runStep }, random);
  }
}

interface TurnSize {
  readonly nested: number;
  readonly underRoot: boolean;
}

function turnSizes(calls: number, random: Random): readonly TurnSize[] {
  const sizes: TurnSize[] = [];
  for (let left = calls; left > 0; ) {
    const underRoot = left >= 2 && random.chance(0.12);
    left -= underRoot ? 2 : 1;
    const nested = Math.min(left, random.pick([0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 9]));
    left -= nested;
    sizes.push({ nested, underRoot });
  }
  return sizes;
}

/** The root call around a turn. */
function rootSpan(turn: Span, { workload, ops }: SpanMaker): Span {
  return {
    ...turn,
    op: ops.opAt(workload.rootOp, turn.start),
    failure: null,
    inputs: { event: "message.created" },
    output: turn.end === null ? null : { status: turn.failure === null ? 200 : 500 },
    inputRefs: [],
    isTurn: false,
    children: [turn],
  };
}

/** A trace outside threads: a job that processes a list. */
function jobSpan(calls: number, now: number, { workload, ops, random }: SpanMaker): Span {
  const [time = { start: now, end: now }] = turnTimes(1, now, random);
  const each = Math.floor((time.end - time.start) / Math.max(1, calls - 1));
  const children = Array.from({ length: calls - 1 }, (_, index): Span => {
    const start = time.start + index * each;
    const failure = random.chance(0.03) ? random.pick(workload.failures) : null;
    return plainSpan(ops.opAt("process_item", start), start, start + each, failure, { index });
  });
  const op = ops.opAt(random.pickEarly(workload.jobOps), time.start);
  return { ...plainSpan(op, time.start, time.end, null, { items: children.length }), children };
}

function plainSpan(
  op: string,
  start: number,
  end: number,
  failure: string | null,
  inputs: Record<string, number>,
): Span {
  return {
    op,
    start,
    end,
    failure,
    attributes: { environment: "batch" },
    inputs,
    output: failure === null ? { ok: true } : null,
    usage: null,
    inputRefs: [],
    isTurn: false,
    children: [],
  };
}

/** User IDs are opaque. */
function userId(random: Random): string {
  return Buffer.from(`User:${random.between(100_000, 9_999_999)}`).toString("base64");
}

function runId(projectId: string, random: Random): string {
  return `${projectId}/${random.text(8, "abcdefghijklmnopqrstuvwxyz0123456789")}`;
}
