import { statusWords } from "../../calls/statusWords.ts";
import { parseLatency } from "../../input/latencyRange.ts";
import { callStatuses } from "../../query/call.ts";
import type { ProjectId } from "../../query/projectId.ts";
import type { CallCondition } from "../callCondition.ts";
import { formsOf } from "../opRows.ts";

/** The conditions that have a typed text as their value, most specific first: a status, a latency (a number is in seconds), an op, a user. */
export function typedConditions(text: string, project: ProjectId): readonly CallCondition[] {
  const typed = text.trim().toLowerCase();
  if (typed === "") return [];
  const latency = parseLatency(/^[\d.,]+$/.test(typed) ? `${typed}s` : typed);
  const statuses = callStatuses.filter((status) => statusWords(status).word.toLowerCase().startsWith(typed));
  const [value, ...others] = text.trim().split(/[\s,]+/);
  const isOne = value !== undefined && others.length === 0;
  const ops = isOne ? formsOf(value, project).get("refs") : undefined;
  return [
    ...statuses.map((status) => ({ kind: "status", anyOf: [status] }) as const),
    ...(typeof latency === "string" ? [] : [{ kind: "latency", ...latency } as const]),
    ...(ops === undefined ? [] : [{ kind: "list", field: "opNames", values: [...ops] } as const]),
    ...(isOne ? [{ kind: "list", field: "userIds", values: [value] } as const] : []),
  ];
}
