import type { SpanRow } from "../agents/span.ts";
import type { ProjectData, StoredCall } from "../query/storedCall.ts";
import { sampleAgentSpans } from "./agents/agentTalks.ts";
import { shareCalls, turnSizes, turnTimes } from "./distribution.ts";
import type { Round } from "./documentShapes.ts";
import { opCatalog } from "./opCatalog.ts";
import { randomFrom } from "./random.ts";
import { feedbackOfCall, feedbackOfSpan } from "./sampleFeedback.ts";
import { noShowcases, showcasesIn } from "./showcase.ts";
import { threadIdSource } from "./threadIds.ts";
import { type SpanMaker, turnSpan } from "./turnSpan.ts";
import type { Workload } from "./workload.ts";
import { type Span, type TraceContext, traceCalls } from "./workSpan.ts";

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
  /** Exact number of agent conversations, by default none. */
  readonly agents?: number;
  /** Whether to include `showcaseThreads`, if they are at most a tenth of the calls. */
  readonly showcases?: boolean;
}

/** A realistic project. Its calls are generated lazily, one thread at a time. */
export function sampleProject(options: ProjectOptions): ProjectData {
  const random = randomFrom(options.seed);
  const now = options.now.getTime();
  const { id, workload } = options;
  const ops = opCatalog(id, workload.modelObject, random, now);
  const spans = sampleAgentSpans(options.agents ?? 0, workload, options.seed, options.now);
  const feedback = {
    ofCall: (call: StoredCall) => feedbackOfCall(id, call),
    ofSpan: (span: SpanRow) => feedbackOfSpan(id, span),
  };
  return { id, objects: ops.objects, calls: sampleCalls(options, { workload, ops, random }), spans, feedback };
}

function* sampleCalls(options: ProjectOptions, maker: SpanMaker): Iterable<StoredCall> {
  const { random } = maker;
  const budget = shareCalls(options.threads, options.calls, random);
  const showcases = options.showcases ? showcasesIn(options, budget, maker.ops) : noShowcases;
  const nextThreadId = threadIdSource(random, options.now);
  // User IDs are opaque.
  const people = Array.from({ length: 24 }, () =>
    Buffer.from(`User:${random.between(100_000, 9_999_999)}`).toString("base64"),
  );
  const runs = Array.from(
    { length: 7 },
    () => `${options.id}/${random.text(8, "abcdefghijklmnopqrstuvwxyz0123456789")}`,
  );
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
function* threadCalls(calls: number, context: TraceContext, now: number, maker: SpanMaker): Iterable<StoredCall> {
  const { random, workload } = maker;
  const sizes = turnSizes(calls, random);
  const times = turnTimes(sizes.length, now, random);
  const topic = random.pick(workload.topics);
  const neverFinishes = random.chance(0.02);
  const rounds: Round[] = [];
  for (const [index, { nested, underRoot }] of sizes.entries()) {
    const { start, end } = times[index] ?? { start: now, end: now };
    const finished = !neverFinishes && !random.chance(index === sizes.length - 1 ? 0.05 : 0.01);
    const exchange = topic.exchanges[index % topic.exchanges.length] ?? topic.exchanges[0];
    const before = rounds.slice(-remembered);
    const { span: turn, round } = turnSpan({ start, end, finished, nested, topic, exchange, before }, maker);
    rounds.push(round);
    const runStep = context.runId === null ? null : index;
    yield* traceCalls(underRoot ? rootSpan(turn, maker) : turn, { ...context, runStep }, random);
  }
}

/** The root call around a turn. */
function rootSpan(turn: Span, { workload, ops }: SpanMaker): Span {
  const op = ops.opAt(workload.rootOp, turn.start);
  const output = turn.end === null ? null : { status: turn.failure === null ? 200 : 500 };
  const inputs = { event: "message.created" };
  return { ...turn, op, failure: null, inputs, output, inputRefs: [], isTurn: false, children: [turn] };
}

const batch = { attributes: { environment: "batch" }, usage: null, inputRefs: [], isTurn: false } as const;

/** A trace outside threads: a job that processes a list. */
function jobSpan(calls: number, now: number, { workload, ops, random }: SpanMaker): Span {
  const [{ start, end } = { start: now, end: now }] = turnTimes(1, now, random);
  const each = Math.floor((end - start) / Math.max(1, calls - 1));
  const children = Array.from({ length: calls - 1 }, (_, index): Span => {
    const begin = start + index * each;
    const failure = random.chance(0.03) ? random.pick(workload.failures) : null;
    const op = ops.opAt("process_item", begin);
    const output = failure === null ? { ok: true } : null;
    return { ...batch, op, start: begin, end: begin + each, failure, inputs: { index }, output, children: [] };
  });
  const op = ops.opAt(random.pickEarly(workload.jobOps), start);
  const inputs = { items: children.length };
  return { ...batch, op, start, end, failure: null, inputs, output: { ok: true }, children };
}
