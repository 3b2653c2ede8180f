import type { Json } from "../../core/text/json.ts";
import { anthropicMessages, openaiChat, type Round, type ToolUse } from "./documentShapes.ts";
import type { OpCatalog } from "./opCatalog.ts";
import type { Random } from "./random.ts";
import type { Exchange, Topic, Workload } from "./workload.ts";
import type { Span } from "./workSpan.ts";

/** The input for generating spans: the ops and texts of a project, and a random source. */
export interface SpanMaker {
  readonly workload: Workload;
  readonly ops: OpCatalog;
  readonly random: Random;
}

/** Time and size of a turn. */
export interface TurnPlan {
  readonly start: number;
  /** End, or expected end, of the turn. */
  readonly end: number;
  readonly finished: boolean;
  /** Number of calls inside the turn. */
  readonly nested: number;
  readonly topic: Topic;
  readonly exchange: Exchange;
  /** The history that the program keeps. */
  readonly before: readonly Round[];
}

const attributes: Json = {
  environment: "production",
  weave: { client_version: "0.52.20", source: "python-sdk" },
};

/** A turn, and what the next one gets of it as history. */
export function turnSpan(plan: TurnPlan, maker: SpanMaker): { readonly span: Span; readonly round: Round } {
  const { workload, ops, random } = maker;
  const { start, end, finished, exchange, before } = plan;
  const { spans: children, tools } = stepSpans(plan, maker);
  const failed = children.some((child) => child.failure !== null);
  // A failed call inside is usually handled; a few turns fail by themselves.
  const failure = finished && random.chance(failed ? 0.4 : 0.01) ? random.pick(workload.failures) : null;
  const ref = ops.modelAt(start);
  const { name, shape, receives } = random.pickEarly(workload.turnOps);
  const answered = finished && failure === null;
  const requested = { user: exchange.user, assistant: null };
  const [model] = workload.models;
  const answer = { id: idAt(start), model, text: exchange.assistant, sources: sourcesOf(plan) };
  const span: Span = {
    op: ops.opAt(name, start),
    start,
    end: finished ? end : null,
    failure,
    attributes,
    inputs: { ...shape.inputs({ system: workload.system, model, rounds: [...before, requested] }), [receives]: ref },
    output: answered ? shape.output(answer) : null,
    usage: null,
    inputRefs: [ref],
    isTurn: true,
    children,
  };
  return { span, round: { ...requested, tools, assistant: answered ? answer.text : null } };
}

type SpanKind = "answer" | "tool" | "retrieval" | "embedding";

/** The sequential calls inside a turn; in a running turn, the last one is running too. */
function stepSpans(plan: TurnPlan, maker: SpanMaker): { spans: readonly Span[]; tools: readonly ToolUse[] } {
  const steps = stepsOf(plan.nested, maker.random);
  const weights = steps.map(() => 0.2 + maker.random.fraction());
  const total = weights.reduce((sum, weight) => sum + weight, 0.1);
  const moment = (weight: number) => plan.start + Math.floor((plan.end - plan.start) * (weight / total));
  const spans: Span[] = [];
  const tools: ToolUse[] = [];
  let weightSoFar = 0.05;
  for (const [index, step] of steps.entries()) {
    const start = moment(weightSoFar);
    weightSoFar += weights[index] ?? 0;
    const end = !plan.finished && index === steps.length - 1 ? null : moment(weightSoFar);
    const [name, inputs] = plan.topic.tool;
    const tool = { id: `call_${idAt(plan.start)}${tools.length}`, name, arguments: inputs };
    const wanted = steps[index + 1] === "tool" ? { ...tool, result: null } : null;
    const span = stepSpan(step, { start, end, plan, used: [...tools], wanted }, maker);
    const { failure, output } = span;
    if (step === "tool") tools.push({ ...tool, result: failure ?? output, ...(failure !== null && { failed: true }) });
    const previous = spans.at(-1);
    // Retrieval calls its embedding.
    if (step === "embedding" && previous) spans[spans.length - 1] = { ...previous, end, children: [span] };
    else spans.push(span);
  }
  return { spans, tools };
}

/** Retrieval first, an answer last, tool and model calls alternating in between. */
function stepsOf(count: number, random: Random): readonly SpanKind[] {
  const steps: SpanKind[] = [];
  if (count >= 2 && random.chance(0.7)) steps.push("retrieval");
  if (count >= 3 && steps.length > 0 && random.chance(0.6)) steps.push("embedding");
  while (steps.length < count - 1) steps.push((count - steps.length) % 2 === 0 ? "tool" : "answer");
  if (count > 0) steps.push("answer");
  return steps;
}

interface StepPlan {
  readonly start: number;
  readonly end: number | null;
  readonly plan: TurnPlan;
  /** Tools used in the turn so far. */
  readonly used: readonly ToolUse[];
  /** The next tool. */
  readonly wanted: ToolUse | null;
}

function stepSpan(step: SpanKind, stepPlan: StepPlan, maker: SpanMaker): Span {
  const { start, end, plan } = stepPlan;
  const { random, workload, ops } = maker;
  const failure = end !== null && random.chance(0.012) ? random.pick(workload.failures) : null;
  const common = { start, end, failure, attributes, usage: null, inputRefs: [], isTurn: false, children: [] };
  const made = (op: string, inputs: Json, output: Json): Span => {
    return { ...common, op: ops.opAt(op, start), inputs, output: end !== null && failure === null ? output : null };
  };
  const query = plan.exchange.user.slice(0, 80);
  switch (step) {
    case "retrieval":
      return made(workload.retrievalOp, { query, top_k: 3 }, sourcesOf(plan));
    case "embedding": {
      const inputs = { model: "text-embedding-3-small", input: query };
      return made("openai.embeddings.create", inputs, { data: [{ embedding: "<1536 numbers>" }] });
    }
    case "tool":
      return made(...plan.topic.tool);
    case "answer":
      return answerSpan(made, stepPlan, maker);
  }
}

/** Number of previous rounds sent to the model, fewer than the program knows. */
const remembered = 2;

function answerSpan(
  made: (op: string, inputs: Json, output: Json) => Span,
  { start, plan, used, wanted }: StepPlan,
  { random, workload }: SpanMaker,
): Span {
  const model = random.pickEarly(workload.models);
  const promptTokens = Math.round(random.longTailed(620, 0.7));
  const completionTokens = Math.round(plan.exchange.assistant.length / 3.7) + random.between(0, 12);
  const isClaude = model.startsWith("claude");
  const shape = isClaude ? anthropicMessages : openaiChat;
  const requested = { user: plan.exchange.user, tools: used, assistant: null };
  const talk = { system: workload.system, model, rounds: [...plan.before.slice(-remembered), requested] };
  const reply = wanted ? { text: null, tools: [wanted] } : { text: plan.exchange.assistant };
  const op = isClaude ? "anthropic.messages.create" : "openai.chat.completions.create";
  const span = made(op, {}, shape.output({ id: idAt(start), model, ...reply }));
  return {
    ...span,
    attributes: { environment: "production", model, cache_hit: random.chance(0.15) },
    inputs: { ...shape.inputs(talk), temperature: random.pick([0, 0.2, 0.7]) },
    usage: span.output === null ? null : { model, promptTokens, completionTokens },
  };
}

/** Retrieval results for a turn. */
function sourcesOf({ topic }: TurnPlan): readonly Json[] {
  return topic.documents.map((title, index) => ({ title, score: 0.93 - index * 0.11 }));
}

/** A unique ID that looks random, like the response IDs of model providers. */
function idAt(moment: number): string {
  return Math.imul(moment, 0x9e3779b1).toString(36).replace("-", "z") + moment.toString(36);
}
