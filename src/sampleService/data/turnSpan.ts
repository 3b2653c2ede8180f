import type { Span } from "./span.ts";
import { stepSpans } from "./stepSpans.ts";
import type { Round } from "./talk.ts";
import { attributes, idAt, type SpanMaker, sourcesOf, type TurnPlan } from "./turnPlan.ts";

export interface Turn {
  readonly span: Span;
  /** What the next turn gets as history. */
  readonly round: Round;
}

export function turnSpan(plan: TurnPlan, maker: SpanMaker): Turn {
  const { workload, ops, random } = maker;
  const { spans: children, tools } = stepSpans(plan, maker);
  const failed = children.some((child) => child.failure !== null);
  // A failed call inside is usually handled; a few turns fail by themselves.
  const failure = plan.finished && random.chance(failed ? 0.4 : 0.01) ? random.pick(workload.failures) : null;
  const model = ops.modelAt(plan.start);
  const { name, shape, receives } = random.pickEarly(workload.turnOps);
  const answered = plan.finished && failure === null;
  const asked = { user: plan.exchange.user, assistant: null };
  const answer = { id: idAt(plan.start), model: workload.models[0], text: plan.exchange.assistant };
  const span: Span = {
    op: ops.opAt(name, plan.start),
    start: plan.start,
    end: plan.finished ? plan.end : null,
    failure,
    attributes,
    inputs: {
      ...shape.inputs({ system: workload.system, model: answer.model, rounds: [...plan.before, asked] }),
      [receives]: model,
    },
    output: answered ? shape.output({ ...answer, sources: sourcesOf(plan) }) : null,
    usage: null,
    inputRefs: [model],
    isTurn: true,
    children,
  };
  return { span, round: { ...asked, tools, assistant: answered ? answer.text : null } };
}
