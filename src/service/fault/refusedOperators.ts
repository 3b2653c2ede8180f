import type { Query } from "../../core/counts/expression.ts";
import { isReplaceable, type NewerOperator, operatorsIn } from "../../core/counts/portableQuery.ts";
import { type Fault, pathInBody } from "../../core/failures/fault.ts";

/** The operators of the query that the service refused because it does not know them, or may have. */
export function refusedOperators(fault: Fault, query: Query): readonly NewerOperator[] {
  if (fault.kind !== "invalidRequest") return [];
  const { issues, detail } = fault;
  const held = operatorsIn(query);
  const refused = [...held].filter((operator) => {
    if (issues.length === 0) return isNamedUnknown(detail, operator);
    // A service that knows it names it among the members of the union that did not fit.
    if (issues.some(({ path }) => path.includes(operator))) return false;
    return issues.some(({ path }) => holds(reached({ query }, path), operator));
  });
  if (refused.length > 0 || !held.has("boolean $literal")) return refused;
  // Services word a comparison of a text with a boolean as their database does: only asking otherwise tells.
  const isAboutQuery = issues.length === 0 || issues.some((issue) => pathInBody(issue)[0] === "query");
  return isAboutQuery ? ["boolean $literal"] : [];
}

/** By a sentence, or by the beginning of a list of issues that was too long to be read whole. */
function isNamedUnknown(detail: string, operator: NewerOperator): boolean {
  if (/^\s*\{"detail":\s*\[/.test(detail)) return isReplaceable(operator);
  const name = operator.replace("$", String.raw`\$?\b`);
  return (
    new RegExp(String.raw`${name}\b|${name}Operation\b`, "i").test(detail) &&
    /unknown|unsupported|not (?:supported|known|implemented|recogni[sz]ed)|unrecogni[sz]ed|unexpected/i.test(detail)
  );
}

/** The deepest part of a request that a path leads to. What names nothing there, such as a union's member, is stepped over. */
function reached(request: object, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (holder, part) =>
      typeof holder === "object" && holder !== null && Object.hasOwn(holder, part) ? Reflect.get(holder, part) : holder,
    request,
  );
}

function holds(value: unknown, key: string): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key);
}
