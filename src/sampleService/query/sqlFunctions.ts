import type { DatabaseSync, SQLOutputValue } from "node:sqlite";

const wholeNumber = /^[+-]?\d+$/;
const decimalNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const jsonTokens = /"(?:[^"\\]|\\.)*"|[,:]/g;
const opName = /^weave(?:-trace-internal)?:\/\/\/.*?\/([^/:]*):/;

/** Registers the casts of the query language: a failed cast is null, never an error. */
export function defineSqlFunctions(database: DatabaseSync): void {
  const pure = { deterministic: true };
  database.function("to_double", pure, (value) => toDouble(value));
  database.function("to_int", pure, (value) => toInt(value));
  database.function("to_byte", pure, (value) => toByte(value));
  database.function("to_flag", pure, (value) => (value === "true" ? 1 : value === "false" ? 0 : toByte(value)));
  database.function("to_text", pure, (value) => (value === null ? null : String(value)));
  database.function("op_base_name", pure, (op) => opBaseName(String(op)));
  database.function("spaced_json", pure, (json) =>
    String(json).replace(jsonTokens, (token) => (token.length > 1 ? token : `${token} `)),
  );
}

/** The name in an op ref; bare names are unchanged. */
export function opBaseName(op: string): string {
  return opName.exec(op)?.[1] ?? op;
}

function toDouble(value: SQLOutputValue): number | null {
  return typeof value === "string" && decimalNumber.test(value) ? Number(value) : null;
}

function toInt(value: SQLOutputValue): number | null {
  return typeof value === "string" && wholeNumber.test(value) ? Number(value) : null;
}

function toByte(value: SQLOutputValue): number | null {
  const number = toInt(value);
  return number !== null && number >= 0 && number <= 255 ? number : null;
}
