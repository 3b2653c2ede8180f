/** Describes why an object of the query language matches none of the `known` operators. */
export function operatorProblem(value: unknown, known: readonly string[]): string {
  const list = known.join(", ");
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return `Expected an object with one of: ${list}`;
  }
  const keys = Object.keys(value);
  const [unknown] = keys.filter((key) => !known.includes(key));
  if (keys.length === 0) return `Expected one of: ${list}`;
  if (unknown !== undefined) return `Unexpected ${unknown}; expected one of: ${list}`;
  // The service accepts several operators and silently ignores all but one.
  return keys.length > 1 ? `Expected one operator per object, found ${keys.join(" and ")}` : "Invalid operand";
}
