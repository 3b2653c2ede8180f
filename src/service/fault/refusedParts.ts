import { deepestPart } from "../../core/counts/placedIssue.ts";
import { detailText, type Fault, pathInBody } from "../../core/failures/fault.ts";
import type { Query } from "../../core/query/expression.ts";
import { isReplaceable, type NewerOperator, operatorsIn } from "../../core/query/portableQuery.ts";

/** The parts of a list of calls that older services do not support: sizes, costs, and the filter for turns. */
export const spareCallParts = ["include_storage_size", "include_costs", "query"] as const;

export type SpareCallPart = (typeof spareCallParts)[number];

/** The parts sent that a service has, or may have, rejected: it does not always say which. */
export function refusedCallParts(fault: Fault, sent: readonly SpareCallPart[]): readonly SpareCallPart[] {
  if (fault.kind !== "invalidRequest") return [];
  const { issues, detail } = fault;
  const named = sent.filter((part) => issues.some((issue) => pathInBody(issue)[0] === part));
  // Other issues remain without them.
  if (issues.some((issue) => !sent.some((part) => pathInBody(issue)[0] === part))) return [];
  if (named.length > 0) return named;
  const mentioned = sent.filter((part) => part !== "query" && detailText(detail).includes(part));
  // Errors of the database have no fixed form.
  return mentioned.length > 0 ? mentioned : sent.filter((part) => part === "query");
}

/** The operators of the query that the service has, or may have, rejected as unknown. */
export function refusedOperators(fault: Fault, query: Query): readonly NewerOperator[] {
  if (fault.kind !== "invalidRequest") return [];
  const { issues, detail } = fault;
  const held = operatorsIn(query);
  const refused = [...held].filter((operator) => {
    if (issues.length === 0) return isNamedUnknown(detailText(detail), operator);
    // A service that supports it lists it among the union members that did not match.
    if (issues.some(({ path }) => path.includes(operator))) return false;
    return issues.some(({ path }) => holds(deepestPart({ query }, path).value, operator));
  });
  if (refused.length > 0 || !held.has("boolean $literal")) return refused;
  // Services report a comparison of a string with a boolean as a database error: only another request can tell.
  const isAboutQuery = issues.length === 0 || issues.some((issue) => pathInBody(issue)[0] === "query");
  return isAboutQuery ? ["boolean $literal"] : [];
}

/** By a sentence, or by the start of a list of issues too long to be read completely. */
function isNamedUnknown(detail: string, operator: NewerOperator): boolean {
  if (/^\s*\{"detail":\s*\[/.test(detail)) return isReplaceable(operator);
  const name = operator.replace("$", String.raw`\$?\b`);
  return (
    new RegExp(String.raw`${name}\b|${name}Operation\b`, "i").test(detail) &&
    /unknown|unsupported|not (?:supported|known|implemented|recogni[sz]ed)|unrecogni[sz]ed|unexpected/i.test(detail)
  );
}

function holds(value: unknown, key: string): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key);
}
