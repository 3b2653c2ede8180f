import type { Json } from "../../core/json.ts";
import type { OpCatalog } from "./opCatalog.ts";
import type { Random } from "./random.ts";
import type { Span } from "./span.ts";
import type { Exchange, Topic, Workload } from "./topic.ts";

/** What spans are made from: one project's ops and words, and its source of chance. */
export interface SpanMaker {
  readonly workload: Workload;
  readonly ops: OpCatalog;
  readonly random: Random;
}

/** When and how large a turn is. */
export interface TurnPlan {
  readonly start: number;
  /** Where the turn ends, or would have ended. */
  readonly end: number;
  readonly finished: boolean;
  /** Calls below the turn. */
  readonly nested: number;
  readonly topic: Topic;
  readonly exchange: Exchange;
}

type Step = "answer" | "tool" | "retrieval" | "embedding";

const attributes: Json = { environment: "production", weave: { client_version: "0.52.20", source: "python-sdk" } };

export function turnSpan(plan: TurnPlan, maker: SpanMaker): Span {
  const { workload, ops, random } = maker;
  const children = stepSpans(plan, maker);
  const failed = children.some((child) => child.failure !== null);
  // A failure below is caught more often than not; a few turns fail by themselves.
  const failure = plan.finished && random.chance(failed ? 0.4 : 0.01) ? random.pick(workload.failures) : null;
  const model = ops.modelAt(plan.start);
  return {
    op: ops.opAt(random.pickEarly(workload.turnOps), plan.start),
    start: plan.start,
    end: plan.finished ? plan.end : null,
    failure,
    attributes,
    inputs: { messages: [{ role: "user", content: plan.exchange.user }], model },
    output: plan.finished && failure === null ? { role: "assistant", content: plan.exchange.assistant } : null,
    usage: null,
    inputRefs: [model],
    isTurn: true,
    children,
  };
}

/** The calls below a turn, one after the other within its time; in an unfinished turn the last is unfinished too. */
function stepSpans(plan: TurnPlan, maker: SpanMaker): readonly Span[] {
  const steps = stepsOf(plan.nested, maker.random);
  const weights = steps.map(() => 0.2 + maker.random.fraction());
  const total = weights.reduce((sum, weight) => sum + weight, 0.1);
  const spans: Span[] = [];
  let weightSoFar = 0.05;
  for (const [index, step] of steps.entries()) {
    const start = momentAt(plan, weightSoFar / total);
    weightSoFar += weights[index] ?? 0;
    const end = !plan.finished && index === steps.length - 1 ? null : momentAt(plan, weightSoFar / total);
    const span = stepSpan(step, start, end, plan, maker);
    const previous = spans.at(-1);
    if (step === "embedding" && previous !== undefined) {
      // Retrieval waits for its embedding.
      spans[spans.length - 1] = { ...previous, end, children: [span] };
    } else {
      spans.push(span);
    }
  }
  return spans;
}

/** Retrieval first, an answer last, tools and the model taking turns in between. */
function stepsOf(count: number, random: Random): readonly Step[] {
  const steps: Step[] = [];
  if (count >= 2 && random.chance(0.7)) steps.push("retrieval");
  if (count >= 3 && steps.length > 0 && random.chance(0.6)) steps.push("embedding");
  while (steps.length < count - 1) steps.push((count - steps.length) % 2 === 0 ? "tool" : "answer");
  if (count > 0) steps.push("answer");
  return steps;
}

function momentAt({ start, end }: TurnPlan, fraction: number): number {
  return start + Math.floor((end - start) * fraction);
}

function stepSpan(step: Step, start: number, end: number | null, plan: TurnPlan, maker: SpanMaker): Span {
  const { random, workload, ops } = maker;
  const failure = end !== null && random.chance(0.012) ? random.pick(workload.failures) : null;
  const returned = end !== null && failure === null;
  const common = { start, end, failure, attributes, usage: null, inputRefs: [], isTurn: false, children: [] };
  switch (step) {
    case "retrieval":
      return {
        ...common,
        op: ops.opAt(workload.retrievalOp, start),
        inputs: { query: plan.exchange.user.slice(0, 80), top_k: 3 },
        output: returned ? plan.topic.documents.map((title, index) => ({ title, score: 0.93 - index * 0.11 })) : null,
      };
    case "embedding":
      return {
        ...common,
        op: ops.opAt("openai.embeddings.create", start),
        inputs: { model: "text-embedding-3-small", input: plan.exchange.user.slice(0, 80) },
        output: returned ? { data: [{ embedding: "<1536 numbers>" }] } : null,
      };
    case "tool":
      return {
        ...common,
        op: ops.opAt(plan.topic.tool.name, start),
        inputs: plan.topic.tool.inputs,
        output: returned ? plan.topic.tool.output : null,
      };
    case "answer":
      return answerSpan({ ...common, model: random.pickEarly(workload.models), returned }, plan, maker);
  }
}

function answerSpan(
  { model, returned, ...common }: Omit<Span, "op" | "inputs" | "output"> & { model: string; returned: boolean },
  plan: TurnPlan,
  { ops, random }: SpanMaker,
): Span {
  const promptTokens = Math.round(random.longTailed(620, 0.7));
  const completionTokens = Math.round(plan.exchange.assistant.length / 3.7) + random.between(0, 12);
  const usage = { model, promptTokens, completionTokens };
  return {
    ...common,
    op: ops.opAt(
      model.startsWith("claude") ? "anthropic.messages.create" : "openai.chat.completions.create",
      common.start,
    ),
    attributes: { environment: "production", model, cache_hit: random.chance(0.15) },
    inputs: {
      model,
      temperature: random.pick([0, 0.2, 0.7]),
      messages: [{ role: "user", content: plan.exchange.user }],
    },
    output: returned ? modelAnswer(model, plan.exchange.assistant) : null,
    usage: returned ? usage : null,
  };
}

/** The response objects of the two families of model services. */
function modelAnswer(model: string, text: string): Json {
  return model.startsWith("claude")
    ? { model, role: "assistant", content: [{ type: "text", text }], stop_reason: "end_turn" }
    : { model, choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }] };
}
