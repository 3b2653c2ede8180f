import type { castTargets, Literal, Operand } from "../../core/query/expression.ts";
import { backendError, badRequest, type RequestFailure } from "../http/requestFailure.ts";
import { parseDatetime } from "./datetime.ts";
import { type Sql, sql } from "./sql.ts";

/** The type and SQL of an operand. Datetimes are microseconds. */
export type Value =
  | { readonly kind: "text" | "integer" | "decimal" | "boolean" | "datetime" | "list" | "null"; readonly sql: Sql }
  /** A value in a document, read as a string: empty if missing. `exists` is whether it is present and not null. */
  | { readonly kind: "json"; readonly sql: Sql; readonly exists: Sql };

/** Kinds that the database can compare with each other. */
const families: Readonly<Record<Value["kind"], "text" | "number" | "datetime" | "list" | "null">> = {
  text: "text",
  json: "text",
  integer: "number",
  decimal: "number",
  boolean: "number",
  datetime: "datetime",
  list: "list",
  null: "null",
};

/** The SQL of a text or null. */
export function textSql(value: Value): Sql {
  if (!["text", "null"].includes(families[value.kind])) throw illegalType();
  return value.sql;
}

export function literalValue(literal: Literal): Value {
  if (literal === null) return { kind: "null", sql: sql`${null}` };
  if (typeof literal === "string") return { kind: "text", sql: sql`${literal}` };
  if (typeof literal === "number")
    return { kind: Number.isInteger(literal) ? "integer" : "decimal", sql: sql`${literal}` };
  if (typeof literal === "boolean") return { kind: "boolean", sql: sql`${literal ? 1 : 0}` };
  throw badRequest("Unknown value type: cannot compare with a list or an object");
}

/**
 * `$convert`. Casts to numbers and booleans accept only strings, and are null for invalid ones; `bool` is an unsigned
 * byte, so "true" is invalid.
 */
export function cast(value: Value, to: (typeof castTargets)[number]): Value {
  if (to === "string") return { kind: "text", sql: asText(value) };
  // A missing value in a document is read as an empty string, which exists.
  if (to === "exists") return { kind: "boolean", sql: sql`(${value.sql} IS NOT NULL)` };
  const text = textSql(value);
  if (to === "double") return { kind: "decimal", sql: sql`to_double(${text})` };
  return { kind: "integer", sql: to === "int" ? sql`to_int(${text})` : sql`to_byte(${text})` };
}

function asText({ kind, sql: value }: Value): Sql {
  if (kind === "datetime") {
    return sql`(strftime('%Y-%m-%d %H:%M:%S', ${value} / 1000000, 'unixepoch') || printf('.%06d', ${value} % 1000000))`;
  }
  if (kind === "list") {
    return sql`(SELECT '[' || coalesce(group_concat('''' || value || ''''), '') || ']' FROM json_each(${value}))`;
  }
  return kind === "text" || kind === "json" ? value : sql`to_text(${value})`;
}

/** `$size`: items of a list, bytes of a string. */
export function size(value: Value): Value {
  if (value.kind === "list") return { kind: "integer", sql: sql`json_array_length(${value.sql})` };
  return { kind: "integer", sql: sql`octet_length(${textSql(value)})` };
}

/** A value in a document takes the type of the numbers or booleans that it is compared with, if all are literals. */
export function adapt(value: Value, peers: readonly Operand[]): Value {
  if (value.kind !== "json") return value;
  const literals = peers.map((peer) => ("$literal" in peer ? peer.$literal : null));
  if (literals.every((literal) => typeof literal === "boolean")) {
    return { kind: "integer", sql: sql`to_flag(${value.sql})` };
  }
  if (!literals.every((literal) => typeof literal === "number")) return value;
  return cast(value, literals.every(Number.isInteger) ? "int" : "double");
}

/** A value in a comparison: a literal takes the type of the number or datetime that it is compared with. */
export function asPeerType(value: Value, operand: Operand, peer: Value): Value {
  if (!("$literal" in operand) || operand.$literal === null) return value;
  if (peer.kind === "datetime") return momentOf(operand.$literal);
  if (families[peer.kind] === "number" && typeof operand.$literal === "string") return numberOf(operand.$literal, peer);
  if (peer.kind === "list" && value.kind === "text") throw backendError();
  return value;
}

function momentOf(literal: Literal): Value {
  const moment = parseDatetime(typeof literal === "boolean" ? Number(literal) : literal);
  if (moment === undefined) throw backendError();
  return { kind: "datetime", sql: sql`${Math.round(moment.utc * 1000)}` };
}

function numberOf(text: string, { kind }: Value): Value {
  const form = kind === "decimal" ? /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i : /^[+-]?\d+$/;
  if (!form.test(text)) throw typeMismatch(text);
  return { kind: kind === "decimal" ? kind : "integer", sql: sql`${Number(text)}` };
}

/** A literal in the list of an `$in`, converted to the type of the searched value. Null never matches. */
export function listedValue(literal: Literal, wanted: Value): readonly (string | number)[] {
  if (literal === null) return [];
  if (typeof literal === "object") throw badRequest("Unknown value type: cannot search for a list or an object");
  const family = families[wanted.kind];
  if (family === "list") throw illegalType();
  if (family === "datetime") return [listedMoment(literal)];
  if (family !== "number") return [String(literal)];
  if (typeof literal === "string" && !/^[+-]?\d+(?:\.\d+)?$/.test(literal)) throw typeMismatch(literal);
  return [Number(literal)];
}

/** In a list, a time is in the format of the database, or in whole seconds. */
function listedMoment(literal: string | number | boolean): number {
  const isPlain = typeof literal === "string" ? !/[TZ]/i.test(literal) : Number.isInteger(literal);
  const moment = isPlain ? parseDatetime(literal) : undefined;
  if (moment === undefined) throw typeMismatch(String(literal));
  return Math.round(moment.utc * 1000);
}

export function requireCommonType(left: Value, right: Value): void {
  const [first, second] = [families[left.kind], families[right.kind]];
  if (first === second || first === "null" || second === "null") return;
  const kinds = new Set([first, second]);
  if (!kinds.has("text") || kinds.has("datetime")) throw illegalType();
  throw badRequest("No common type between data types in query.");
}

export function illegalType(): RequestFailure {
  return badRequest("Illegal type of argument in query.");
}

function typeMismatch(text: string): RequestFailure {
  return badRequest(
    `Cannot execute query due to a type mismatch. Cannot convert string '${text}' to a number or a datetime`,
  );
}
