import type { Query } from "../../core/counts/expression.ts";
import { type NewerOperator, operatorsIn } from "../../core/counts/portableQuery.ts";
import type { Fault } from "../../core/fault.ts";

/** The operators of the query that the service refused because it does not know them. */
export function refusedOperators(fault: Fault, query: Query): readonly NewerOperator[] {
  if (fault.kind !== "invalidRequest") return [];
  const held = [...operatorsIn(query)];
  if (fault.issues.length === 0) return held.filter((operator) => isNamedUnknown(fault.detail, operator));
  return held.filter((operator) => {
    // A service that knows it names it among the members of the union that did not fit.
    if (fault.issues.some(({ path }) => path.includes(operator))) return false;
    return fault.issues.some(({ path }) => holds(reached({ query }, path), operator));
  });
}

/** By a sentence, or by the beginning of a list of issues that was too long to be read whole. */
function isNamedUnknown(detail: string, operator: NewerOperator): boolean {
  if (/^\s*\{"detail":\s*\[/.test(detail)) return operator !== "$containsToken";
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
