import { resolveRange } from "../input/timeRange.ts";
import type { Operand, Query } from "../query/expression.ts";
import { isOperation } from "../query/operandTree.ts";
import type { CallCondition } from "./callCondition.ts";
import { answerableQuery } from "./queryAdvice.ts";

const startedAt: Operand = { $getField: "started_at" };
const status: Operand = { $getField: "summary.weave.status" };
const latency: Operand = { $getField: "summary.weave.latency_ms" };

/**
 * The operands of a condition; empty for a condition that the filter contains. Upper bounds are negated lower bounds
 * because older services support neither `$lt` nor `$lte`. Expressions are rewritten to forms that the service
 * interprets as written. `now` is milliseconds since the epoch.
 */
export function operandsOf(condition: CallCondition, now: number): readonly Operand[] {
  switch (condition.kind) {
    case "list":
    case "rootsOnly":
      return [];
    case "started": {
      const { after, before } = resolveRange(condition.range, now);
      return [
        ...(after === undefined ? [] : [{ $gte: [startedAt, unixSeconds(after)] } as const]),
        ...(before === undefined ? [] : [{ $not: [{ $gte: [startedAt, unixSeconds(before)] }] } as const]),
      ];
    }
    case "status": {
      const [first, ...others] = condition.anyOf.map((value) => ({ $literal: value }));
      if (first === undefined) return [];
      return [others.length === 0 ? { $eq: [status, first] } : { $in: [status, [first, ...others]] }];
    }
    case "latency": {
      const { atLeast, atMost, exclusive } = condition;
      const from = (bound: number): Operand => ({ $gte: [latency, { $literal: bound }] });
      const above = (bound: number): Operand => ({ $gt: [latency, { $literal: bound }] });
      return [
        ...(atLeast === null ? [] : [exclusive ? above(atLeast) : from(atLeast)]),
        ...(atMost === null ? [] : [{ $not: [exclusive ? from(atMost) : above(atMost)] } as const]),
      ];
    }
    case "expression":
      return conjuncts(answerableQuery(condition.query).$expr);
  }
}

/** The conjunction of the operands; undefined if there are none. */
export function queryOfOperands(operands: readonly Operand[]): Query | undefined {
  const [first, ...others] = operands;
  if (first === undefined) return undefined;
  return { $expr: others.length === 0 && isOperation(first) ? first : { $and: operands } };
}

/** The parts of nested `$and`s. An empty one stays and is rejected: without it everything would match. */
export function conjuncts(operand: Operand): readonly Operand[] {
  return "$and" in operand && operand.$and.length > 0 ? operand.$and.flatMap(conjuncts) : [operand];
}

function unixSeconds(milliseconds: number): Operand {
  return { $literal: milliseconds / 1000 };
}
