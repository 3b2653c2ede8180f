import { openaiChat } from "./documentShapes.ts";
import type { Random } from "./random.ts";
import { anthropicMessages } from "./shapes/anthropicMessages.ts";
import type { Span } from "./span.ts";
import type { ToolUse } from "./talk.ts";
import { attributes, idAt, type SpanMaker, sourcesOf, type TurnPlan } from "./turnPlan.ts";

type SpanKind = "answer" | "tool" | "retrieval" | "embedding";

/** The sequential calls inside a turn; in a running turn, the last one is running too. */
export function stepSpans(plan: TurnPlan, maker: SpanMaker): { spans: readonly Span[]; tools: readonly ToolUse[] } {
  const steps = stepsOf(plan.nested, maker.random);
  const weights = steps.map(() => 0.2 + maker.random.fraction());
  const total = weights.reduce((sum, weight) => sum + weight, 0.1);
  const spans: Span[] = [];
  const tools: ToolUse[] = [];
  let weightSoFar = 0.05;
  for (const [index, step] of steps.entries()) {
    const start = momentAt(plan, weightSoFar / total);
    weightSoFar += weights[index] ?? 0;
    const end = !plan.finished && index === steps.length - 1 ? null : momentAt(plan, weightSoFar / total);
    const wanted = steps[index + 1] === "tool" ? toolUse(plan, tools.length) : null;
    const span = stepSpan(step, { start, end, plan, used: [...tools], wanted }, maker);
    if (step === "tool") tools.push({ ...toolUse(plan, tools.length), ...outcome(span) });
    const previous = spans.at(-1);
    if (step === "embedding" && previous !== undefined) {
      // Retrieval calls its embedding.
      spans[spans.length - 1] = { ...previous, end, children: [span] };
    } else {
      spans.push(span);
    }
  }
  return { spans, tools };
}

function toolUse({ start, topic: { tool } }: TurnPlan, index: number): ToolUse {
  return { id: `call_${idAt(start)}${index}`, name: tool.name, arguments: tool.inputs, result: null };
}

function outcome({ failure, output }: Span): Pick<ToolUse, "result" | "failed"> {
  return failure === null ? { result: output } : { result: failure, failed: true };
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

function momentAt({ start, end }: TurnPlan, fraction: number): number {
  return start + Math.floor((end - start) * fraction);
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

function stepSpan(step: SpanKind, { start, end, plan, used, wanted }: StepPlan, maker: SpanMaker): Span {
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
        output: returned ? sourcesOf(plan) : null,
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
      return answerSpan(
        { ...common, model: random.pickEarly(workload.models), returned },
        { plan, used, wanted },
        maker,
      );
  }
}

/** Number of previous rounds sent to the model, fewer than the program knows. */
const remembered = 2;

function answerSpan(
  { model, returned, ...common }: Omit<Span, "op" | "inputs" | "output"> & { model: string; returned: boolean },
  { plan, used, wanted }: Pick<StepPlan, "plan" | "used" | "wanted">,
  { ops, random, workload }: SpanMaker,
): Span {
  const promptTokens = Math.round(random.longTailed(620, 0.7));
  const completionTokens = Math.round(plan.exchange.assistant.length / 3.7) + random.between(0, 12);
  const usage = { model, promptTokens, completionTokens };
  const isClaude = model.startsWith("claude");
  const shape = isClaude ? anthropicMessages : openaiChat;
  const asked = { user: plan.exchange.user, tools: used, assistant: null };
  const talk = { system: workload.system, model, rounds: [...plan.before.slice(-remembered), asked] };
  const id = idAt(common.start);
  const answer = wanted ? { id, model, text: null, tools: [wanted] } : { id, model, text: plan.exchange.assistant };
  return {
    ...common,
    op: ops.opAt(isClaude ? "anthropic.messages.create" : "openai.chat.completions.create", common.start),
    attributes: { environment: "production", model, cache_hit: random.chance(0.15) },
    inputs: { ...shape.inputs(talk), temperature: random.pick([0, 0.2, 0.7]) },
    output: returned ? shape.output(answer) : null,
    usage: returned ? usage : null,
  };
}
