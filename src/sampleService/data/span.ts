import type { Json } from "../../core/json.ts";
import type { Call } from "../query/call.ts";
import type { Random } from "./random.ts";

/** A call before it has ids: what it did and what it did it with. */
export interface Span {
  readonly op: string;
  readonly displayName?: string | null;
  readonly start: number;
  /** Null when it never finished. */
  readonly end: number | null;
  readonly failure: string | null;
  readonly attributes: Json;
  readonly inputs: Json;
  readonly output: Json;
  /** Tokens of a language model's answer. */
  readonly usage: Usage | null;
  readonly inputRefs: readonly string[];
  /** A turn gives its id to everything below it. */
  readonly isTurn: boolean;
  readonly children: readonly Span[];
}

export interface Usage {
  readonly model: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** What all calls of a trace have in common. */
export interface TraceContext {
  readonly threadId: string | null;
  readonly userId: string | null;
  readonly runId: string | null;
  readonly runStep: number | null;
}

/** The calls of one trace, each before those below it. */
export function traceCalls(root: Span, context: TraceContext, random: Random): readonly Call[] {
  const calls: Call[] = [];
  const traceId = timedId(root.start, random);

  function visit(span: Span, parentId: string | null, turnAbove: string | null): void {
    const id = timedId(span.start, random);
    const turnId = span.isTurn ? id : turnAbove;
    const documents = {
      attributes: span.attributes,
      inputs: span.inputs,
      output: span.end === null ? null : span.output,
      // What a call has summed up it sends when it ends.
      summary: span.end === null ? {} : summaryOf(span),
    };
    calls.push({
      id,
      trace_id: traceId,
      parent_id: parentId,
      // What lies above a turn ran before the thread was entered.
      thread_id: turnId === null ? null : context.threadId,
      turn_id: turnId,
      op_name: span.op,
      display_name: span.displayName ?? null,
      started_at: span.start,
      ended_at: span.end,
      deleted_at: null,
      expire_at: null,
      exception: span.failure,
      wb_user_id: context.userId,
      wb_run_id: context.runId,
      wb_run_step: context.runStep,
      wb_run_step_end: span.end === null ? null : context.runStep,
      input_refs: span.inputRefs,
      output_refs: [],
      storage_size_bytes: jsonBytes(Object.values(documents)),
      ...documents,
    });
    for (const child of span.children) visit(child, id, turnId);
  }

  visit(root, null, null);
  return calls;
}

/** Tokens by model, and how many calls at and below the span ended well and badly. */
function summaryOf(span: Span): Json {
  const usage: Record<string, Record<string, number>> = {};
  const statusCounts = { success: 0, error: 0 };
  for (const { usage: tokens, failure, end } of spansOf(span)) {
    if (failure !== null) statusCounts.error++;
    else if (end !== null) statusCounts.success++;
    if (tokens === null) continue;
    const sum = usage[tokens.model] ?? {};
    usage[tokens.model] = {
      requests: (sum.requests ?? 0) + 1,
      prompt_tokens: (sum.prompt_tokens ?? 0) + tokens.promptTokens,
      completion_tokens: (sum.completion_tokens ?? 0) + tokens.completionTokens,
      total_tokens: (sum.total_tokens ?? 0) + tokens.promptTokens + tokens.completionTokens,
    };
  }
  return { usage, status_counts: statusCounts };
}

function* spansOf(span: Span): Iterable<Span> {
  yield span;
  for (const child of span.children) yield* spansOf(child);
}

function jsonBytes(values: readonly Json[]): number {
  let size = 0;
  for (const value of values) size += Buffer.byteLength(JSON.stringify(value));
  return size;
}

/** A UUID of version 7, as the client libraries make them: the time in front, chance behind. */
function timedId(moment: number, random: Random): string {
  const time = moment.toString(16).padStart(12, "0");
  const [a, b, c] = [random.bits(), random.bits(), random.bits()];
  const variant = (0x8000 | (b & 0x3fff)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(a, 3)}-${variant}-${hex(b >>> 16, 4)}${hex(c, 8)}`;
}

function hex(bits: number, digits: number): string {
  return bits.toString(16).padStart(8, "0").slice(-digits);
}
