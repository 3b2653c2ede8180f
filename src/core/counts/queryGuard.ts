import { castTargets, type Operand, type Operation, type Query } from "./expression.ts";

/** Whether an untrusted value has the shape of a query. Unknown operators are rejected. */
export function isQuery(value: unknown): value is Query {
  const only = onlyEntry(value);
  return only !== undefined && only[0] === "$expr" && isOperation(only[1]);
}

function isOperation(value: unknown): value is Operation {
  const [operator, operands] = onlyEntry(value) ?? [];
  switch (operator) {
    case "$and":
    case "$or":
      return isOperands(operands) && operands.length > 0;
    case "$not":
      return isOperands(operands) && operands.length === 1;
    case "$eq":
    case "$gt":
    case "$gte":
    case "$lt":
    case "$lte":
      return isOperands(operands) && operands.length === 2;
    case "$in":
      return Array.isArray(operands) && operands.length === 2 && isOperand(operands[0]) && isOperands(operands[1]);
    case "$contains":
    case "$containsToken":
      return isSubstringSpec(operands);
    default:
      return false;
  }
}

function isOperands(value: unknown): value is readonly Operand[] {
  return Array.isArray(value) && value.every(isOperand);
}

function isOperand(value: unknown): value is Operand {
  const [name, content] = onlyEntry(value) ?? [];
  switch (name) {
    case "$literal":
      return isLiteral(content);
    case "$getField":
      return typeof content === "string" && content !== "";
    case "$convert":
      return isConversion(content);
    case "$size":
      return isOperand(content);
    default:
      return isOperation(value);
  }
}

function isLiteral(value: unknown): boolean {
  if (value === null || typeof value !== "object") {
    return value === null || ["string", "number", "boolean"].includes(typeof value);
  }
  return Object.values(value).every((member) => {
    const [name, content] = onlyEntry(member) ?? [];
    return name === "$literal" && isLiteral(content);
  });
}

function isConversion(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("input" in value && "to" in value)) return false;
  return Object.keys(value).length === 2 && isOperand(value.input) && castTargets.some((target) => target === value.to);
}

function isSubstringSpec(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("input" in value && "substr" in value)) return false;
  const { input, substr, ...others } = value;
  const { case_insensitive: caseInsensitive = null, ...unknown } = { case_insensitive: undefined, ...others };
  const flag = caseInsensitive === null || typeof caseInsensitive === "boolean";
  return isOperand(input) && isOperand(substr) && flag && Object.keys(unknown).length === 0;
}

/** The entry of an object with exactly one field. */
function onlyEntry(value: unknown): readonly [string, unknown] | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const [entry, ...others] = Object.entries(value);
  return others.length === 0 ? entry : undefined;
}
