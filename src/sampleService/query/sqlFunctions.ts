import type { DatabaseSync, SQLOutputValue } from "node:sqlite";

const wholeNumber = /^[+-]?\d+$/;
const decimalNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** The service's database takes every ASCII character that is neither letter nor digit as a separator, and no other. */
const tokenSeparators = /[\0-/:-@[-`{-\x7f]+/;

/** Whether a text is exactly one token, the only form that `$containsToken` can look for. */
export function isToken(text: string): boolean {
  return text !== "" && !tokenSeparators.test(text);
}

/** Teaches a connection the casts of the query language: one that fails gives null, never an error. */
export function defineSqlFunctions(database: DatabaseSync): void {
  const pure = { deterministic: true };
  database.function("to_double", pure, (value) => toDouble(value));
  database.function("to_int", pure, (value) => toInt(value));
  database.function("to_bool", pure, (value) => toBool(value));
  database.function("to_text", pure, (value) => (value === null ? null : String(value)));
  database.function("op_base_name", pure, (opName) => opBaseName(String(opName)));
  database.function("contains_token", pure, (text, token) => containsToken(text, token));
}

/** The name inside an op ref; a bare name as it is. */
export function opBaseName(opName: string): string {
  return /^weave:\/\/\/[^/]+\/[^/]+\/op\/([^:]+):/.exec(opName)?.[1] ?? opName;
}

function toDouble(value: SQLOutputValue): number | null {
  if (typeof value === "number") return value;
  return typeof value === "string" && decimalNumber.test(value) ? Number(value) : null;
}

function toInt(value: SQLOutputValue): number | null {
  if (typeof value === "number") return Math.trunc(value);
  return typeof value === "string" && wholeNumber.test(value) ? Number(value) : null;
}

function toBool(value: SQLOutputValue): number | null {
  if (value === "true") return 1;
  if (value === "false") return 0;
  const number = toInt(value);
  return number !== null && number >= 0 && number <= 255 ? number : null;
}

function containsToken(text: SQLOutputValue, token: SQLOutputValue): number | null {
  if (typeof text !== "string" || typeof token !== "string" || !isToken(token)) return null;
  return text.split(tokenSeparators).includes(token) ? 1 : 0;
}
