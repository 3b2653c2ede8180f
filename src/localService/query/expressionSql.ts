import type { Literal, LiteralOperand, Operand, Operation, SubstringSpec } from "../../core/query/expression.ts";
import { badRequest } from "../http/requestFailure.ts";
import { absentValue, isAbsent } from "./callTable.ts";
import { type FieldScope, fieldValue } from "./fields.ts";
import { likePrefilter } from "./likePrefilter.ts";
import { joinConditions, rowsOf, type Sql, sql } from "./sql.ts";
import {
  adapt,
  asPeerType,
  cast,
  illegalType,
  isText,
  listedValue,
  literalValue,
  requireCommonType,
  size,
  type Value,
} from "./value.ts";

const comparisons = { $eq: sql`=`, $gt: sql`>`, $gte: sql`>=`, $lt: sql`<`, $lte: sql`<=` } as const;

/** The SQL condition of an expression on calls, or the table of the scope's fields, in three-valued logic. */
export function expressionCondition(operation: Operation, scope: FieldScope): Sql {
  const prefilter = scope.field === undefined ? likePrefilter(operation, scope) : undefined;
  const condition = new Translation(scope).condition(operation);
  return prefilter === undefined ? condition : sql`(${prefilter} AND ${condition})`;
}

class Translation {
  readonly #scope: FieldScope;

  constructor(scope: FieldScope) {
    this.#scope = scope;
  }

  /** An operand as a boolean: nonzero numbers are true, other types are not allowed. */
  condition(operand: Operand): Sql {
    const value = this.#value(operand);
    if (value.kind === "boolean") return value.sql;
    if (value.kind === "integer" || value.kind === "decimal") return sql`(${value.sql} <> 0)`;
    throw illegalType();
  }

  #value(operand: Operand): Value {
    if ("$literal" in operand) return literalValue(this.#literal(operand));
    if ("$getField" in operand) return fieldValue(operand.$getField, this.#scope);
    if ("$convert" in operand) return cast(this.#value(operand.$convert.input), operand.$convert.to);
    if ("$size" in operand) return size(this.#value(operand.$size));
    return { kind: "boolean", sql: this.#operation(operand) };
  }

  #literal({ $literal }: LiteralOperand): Literal {
    return typeof $literal === "string" ? this.#scope.ids.requested($literal) : $literal;
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
    throw new Error("Unexpected operator.");
  }

  #junction(operator: "AND" | "OR", operands: readonly Operand[]): Sql {
    if (operands.length === 0) throw badRequest(`Empty ${operator} operation`);
    return joinConditions(
      operator,
      operands.map((operand) => this.condition(operand)),
    );
  }

  /** Null on the right matches missing values. On the left it has no special meaning and equals nothing. */
  #equality(left: Operand, right: Operand): Sql {
    if (!("$literal" in right) || right.$literal !== null) return this.#comparison("$eq", left, right);
    const { table } = this.#scope;
    const value = this.#value(left);
    const column = "$getField" in left ? left.$getField : "";
    return absentValue(column, table) === null ? sql`(${value.sql} IS NULL)` : isAbsent(column, table);
  }

  #comparison(operator: keyof typeof comparisons, leftOperand: Operand, rightOperand: Operand): Sql {
    const left = adapt(this.#value(leftOperand), [rightOperand]);
    const right = adapt(this.#value(rightOperand), [leftOperand]);
    const [first, second] = [asPeerType(left, leftOperand, right), asPeerType(right, rightOperand, left)];
    requireCommonType(first, second);
    return sql`(${first.sql} ${comparisons[operator]} ${second.sql})`;
  }

  #membership(wanted: Operand, list: readonly Operand[]): Sql {
    const value = list.length === 0 ? this.#value(wanted) : adapt(this.#value(wanted), list);
    const constants: (string | number)[] = [];
    const alternatives: Sql[] = [];
    for (const operand of list) {
      if ("$literal" in operand) {
        constants.push(...listedValue(this.#literal(operand), value));
        continue;
      }
      const other = this.#value(operand);
      requireCommonType(value, other);
      alternatives.push(sql`(${value.sql} = ${other.sql})`);
    }
    if (constants.length > 0) alternatives.push(sql`(${value.sql} IN ${rowsOf(constants)})`);
    // For null, even `IN` an empty list is null.
    if (alternatives.length === 0) return sql`(CASE WHEN ${value.sql} IS NOT NULL THEN 0 END)`;
    return joinConditions("OR", alternatives);
  }

  #substring({ input, substr, case_insensitive }: SubstringSpec): Sql {
    const [text, part] = [this.#text(input), this.#text(substr)];
    return case_insensitive ? sql`(instr(lower(${text}), lower(${part})) > 0)` : sql`(instr(${text}, ${part}) > 0)`;
  }

  #text(operand: Operand): Sql {
    const value = this.#value(operand);
    if (isText(value) || value.kind === "null") return value.sql;
    throw illegalType();
  }
}
