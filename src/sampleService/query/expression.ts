import type { Literal, Operand, Operation, SubstringSpec } from "../../core/counts/expression.ts";
import { badRequest } from "../http/requestFailure.ts";
import { parseDatetime } from "./datetime.ts";
import { type FieldScope, fieldValue, type Value } from "./fields.ts";
import { joinConditions, rowsOf, type Sql, sql } from "./sql.ts";
import { isToken } from "./sqlFunctions.ts";

const comparisons = { $eq: sql`=`, $gt: sql`>`, $gte: sql`>=`, $lt: sql`<`, $lte: sql`<=` } as const;

/** The condition on `calls` that an expression stands for, in the three-valued logic of SQL. */
export function expressionCondition(operation: Operation, scope: FieldScope): Sql {
  return new Translation(scope).condition(operation);
}

class Translation {
  readonly #scope: FieldScope;

  constructor(scope: FieldScope) {
    this.#scope = scope;
  }

  /** An operand where a truth value is needed: numbers are true when they are not zero, texts have no truth. */
  condition(operand: Operand): Sql {
    const value = this.#value(operand);
    if (value.kind === "boolean" || value.kind === "null") return value.sql;
    if (value.kind === "number") return sql`(${value.sql} <> 0)`;
    throw illegalType(value, "as a condition");
  }

  #value(operand: Operand): Value {
    if ("$literal" in operand) return literalValue(operand.$literal);
    if ("$getField" in operand) return fieldValue(operand.$getField, this.#scope);
    if ("$convert" in operand) return cast(this.#value(operand.$convert.input), operand.$convert.to);
    if ("$size" in operand) return size(this.#value(operand.$size));
    return { kind: "boolean", sql: this.#operation(operand) };
  }

  #operation(operation: Operation): Sql {
    if ("$and" in operation) return this.#junction("AND", operation.$and);
    if ("$or" in operation) return this.#junction("OR", operation.$or);
    if ("$not" in operation) return sql`(NOT ${this.condition(operation.$not[0])})`;
    if ("$eq" in operation) return this.#equality(...operation.$eq);
    if ("$gt" in operation) return this.#comparison("$gt", ...operation.$gt);
    if ("$gte" in operation) return this.#comparison("$gte", ...operation.$gte);
    if ("$lt" in operation) return this.#comparison("$lt", ...operation.$lt);
    if ("$lte" in operation) return this.#comparison("$lte", ...operation.$lte);
    if ("$in" in operation) return this.#membership(...operation.$in);
    if ("$contains" in operation) return this.#substring(operation.$contains);
    return this.#token(operation.$containsToken);
  }

  #junction(operator: "AND" | "OR", operands: readonly Operand[]): Sql {
    if (operands.length === 0) throw badRequest(`Empty ${operator} operation`);
    return joinConditions(
      operator,
      operands.map((operand) => this.condition(operand)),
    );
  }

  /** Null on the right asks whether there is a value. On the left it is not special, and equals nothing. */
  #equality(left: Operand, right: Operand): Sql {
    if ("$literal" in right && right.$literal === null) return sql`(${this.#value(left).sql} IS NULL)`;
    return this.#comparison("$eq", left, right);
  }

  #comparison(operator: keyof typeof comparisons, leftOperand: Operand, rightOperand: Operand): Sql {
    const left = adapt(this.#value(leftOperand), [rightOperand]);
    const right = adapt(this.#value(rightOperand), [leftOperand]);
    const [first, second] = [asMoment(left, leftOperand, right) ?? left, asMoment(right, rightOperand, left) ?? right];
    requireCommonType(first, second);
    return sql`(${first.sql} ${comparisons[operator]} ${second.sql})`;
  }

  #membership(wanted: Operand, list: readonly Operand[]): Sql {
    if (list.length === 0) throw badRequest("Empty IN operation");
    const value = adapt(this.#value(wanted), list);
    const constants: (string | number | boolean | null)[] = [];
    const others: Sql[] = [];
    for (const member of list) {
      const found = this.#value(member);
      const candidate = asMoment(found, member, value) ?? found;
      requireCommonType(value, candidate);
      const constant = candidate.sql.values[0];
      if ("$literal" in member && (typeof constant === "string" || typeof constant === "number" || constant === null)) {
        constants.push(constant);
      } else {
        others.push(sql`(${value.sql} = ${candidate.sql})`);
      }
    }
    if (constants.length === 0) return joinConditions("OR", others);
    return joinConditions("OR", [sql`(${value.sql} IN ${rowsOf(constants)})`, ...others]);
  }

  #substring({ input, substr, case_insensitive }: SubstringSpec): Sql {
    const [text, part] = [this.#text(input), this.#text(substr)];
    return case_insensitive ? sql`(instr(lower(${text}), lower(${part})) > 0)` : sql`(instr(${text}, ${part}) > 0)`;
  }

  #token({ input, substr, case_insensitive }: SubstringSpec): Sql {
    if ("$literal" in substr && typeof substr.$literal === "string" && !isToken(substr.$literal)) {
      throw badRequest("$containsToken looks for one token: letters and digits alone");
    }
    const [text, token] = [this.#text(input), this.#text(substr)];
    return case_insensitive
      ? sql`contains_token(lower(${text}), lower(${token}))`
      : sql`contains_token(${text}, ${token})`;
  }

  #text(operand: Operand): Sql {
    const value = this.#value(operand);
    if (value.kind === "text" || value.kind === "json" || value.kind === "null") return value.sql;
    throw illegalType(value, "as a text");
  }
}

function literalValue(literal: Literal): Value {
  if (literal === null) return { kind: "null", sql: sql`${null}` };
  if (typeof literal === "string") return { kind: "text", sql: sql`${literal}` };
  if (typeof literal === "number") return { kind: "number", sql: sql`${literal}` };
  if (typeof literal === "boolean") return { kind: "boolean", sql: sql`${literal ? 1 : 0}` };
  throw badRequest("Unknown value type: a list or an object is no value to compare with");
}

/** Items of a list, bytes of a text. */
function size(value: Value): Value {
  if (value.kind === "list") return { kind: "number", sql: sql`json_array_length(${value.sql})` };
  if (value.kind === "text" || value.kind === "json") return { kind: "number", sql: sql`octet_length(${value.sql})` };
  throw illegalType(value, "measured");
}

/** A place in a document takes the type of the numbers or truth values it is compared with, when they are literals. */
function adapt(value: Value, peers: readonly Operand[]): Value {
  if (value.kind !== "json") return value;
  const types = new Set(peers.map((peer) => ("$literal" in peer ? typeof peer.$literal : "other")));
  if (types.size !== 1) return value;
  if (types.has("number")) return cast(value, "double");
  return types.has("boolean") ? cast(value, "bool") : value;
}

/** A literal beside a datetime column is a moment: unix seconds, ISO 8601 or a date. */
function asMoment(value: Value, operand: Operand, peer: Value): Value | undefined {
  if (peer.kind !== "datetime" || !("$literal" in operand) || operand.$literal === null) return undefined;
  const moment = parseDatetime(operand.$literal);
  if (moment === undefined) throw illegalType(value, "as a date and time");
  return { kind: "datetime", sql: sql`${moment.utc}` };
}

function cast(value: Value, to: "double" | "string" | "int" | "bool" | "exists"): Value {
  if (to === "exists") {
    return { kind: "boolean", sql: value.kind === "json" ? value.exists : sql`(${value.sql} IS NOT NULL)` };
  }
  if (to === "string") return { kind: "text", sql: asText(value) };
  if (value.kind === "datetime" || value.kind === "list") throw illegalType(value, `converted to ${to}`);
  if (to === "double") return { kind: "number", sql: sql`to_double(${value.sql})` };
  if (to === "int") return { kind: "number", sql: sql`to_int(${value.sql})` };
  return { kind: "boolean", sql: sql`to_bool(${value.sql})` };
}

function asText({ kind, sql: value }: Value): Sql {
  if (kind === "datetime") return sql`strftime('%Y-%m-%d %H:%M:%f', ${value} / 1000.0, 'unixepoch')`;
  if (kind === "boolean") return sql`(CASE ${value} WHEN 0 THEN 'false' WHEN 1 THEN 'true' END)`;
  return kind === "number" ? sql`to_text(${value})` : value;
}

function requireCommonType(left: Value, right: Value): void {
  if (left.kind === "null" || right.kind === "null") return;
  if (family(left) !== family(right) || left.kind === "list") {
    throw badRequest(
      `There is no common type for ${left.kind} and ${right.kind}: use $convert on one side`,
      "QueryNoCommonTypeError",
    );
  }
}

function family({ kind }: Value): string {
  if (kind === "json") return "text";
  return kind === "boolean" ? "number" : kind;
}

function illegalType({ kind }: Value, use: string): Error {
  return badRequest(`Illegal type: ${kind} cannot be used ${use}`, "QueryIllegalTypeError");
}
