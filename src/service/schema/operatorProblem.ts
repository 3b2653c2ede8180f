/** What is wrong with an object of the query language that none of `known` fits, as a sentence. */
export function operatorProblem(value: unknown, known: readonly string[]): string {
  const list = known.join(", ");
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return `Expected an object with one of ${list}`;
  }
  const keys = Object.keys(value);
  const [unknown] = keys.filter((key) => !known.includes(key));
  if (keys.length === 0) return `Expected one of ${list}`;
  if (unknown !== undefined) return `${unknown} cannot stand here; expected one of ${list}`;
  // The service takes several and keeps one of them without a word.
  return keys.length > 1 ? `One operator to an object; here are ${keys.join(" and ")}` : "Invalid operand";
}
