import type { Literal, LiteralOperand, Operand, Operation, SubstringSpec } from "../../core/query/expression.ts";
import { fieldIn, literalIn } from "../../core/query/operandTree.ts";
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
  listedValue,
  literalValue,
  requireCommonType,
  size,
  textSql,
  type Value,
} from "./value.ts";

type Pair = readonly [Operand, Operand];

/** The SQL condition of an expression on calls, or the table of the scope's fields, in three-valued logic. */
export function expressionCondition(operation: Operation, scope: FieldScope): Sql {
  const prefilter = scope.field === undefined ? likePrefilter(operation, scope) : undefined;
  const condition = conditionSql(operation, scope);
  return prefilter === undefined ? condition : sql`(${prefilter} AND ${condition})`;
}

/** An operand as a boolean: nonzero numbers are true, other types are not allowed. */
function conditionSql(operand: Operand, scope: FieldScope): Sql {
  const value = valueIn(operand, scope);
  if (value.kind === "boolean") return value.sql;
  if (value.kind === "integer" || value.kind === "decimal") return sql`(${value.sql} <> 0)`;
  throw illegalType();
}

function valueIn(operand: Operand, scope: FieldScope): Value {
  if ("$literal" in operand) return literalValue(requested(operand, scope));
  if ("$getField" in operand) return fieldValue(operand.$getField, scope);
  if ("$convert" in operand) return cast(valueIn(operand.$convert.input, scope), operand.$convert.to);
  if ("$size" in operand) return size(valueIn(operand.$size, scope));
  return { kind: "boolean", sql: operationSql(operand, scope) };
}

function requested({ $literal }: LiteralOperand, { ids }: FieldScope): Literal {
  return typeof $literal === "string" ? ids.requested($literal) : $literal;
}

function operationSql(operation: Operation, scope: FieldScope): Sql {
  if ("$and" in operation) return junction("AND", operation.$and, scope);
  if ("$or" in operation) return junction("OR", operation.$or, scope);
  if ("$not" in operation) return sql`(NOT ${conditionSql(operation.$not[0], scope)})`;
  if ("$eq" in operation) return equality(operation.$eq, scope);
  if ("$gt" in operation) return comparison(sql`>`, operation.$gt, scope);
  if ("$gte" in operation) return comparison(sql`>=`, operation.$gte, scope);
  if ("$lt" in operation) return comparison(sql`<`, operation.$lt, scope);
  if ("$lte" in operation) return comparison(sql`<=`, operation.$lte, scope);
  if ("$in" in operation) return membership(operation.$in, scope);
  if ("$contains" in operation) return substring(operation.$contains, scope);
  throw new Error("Unexpected operator.");
}

function junction(operator: "AND" | "OR", operands: readonly Operand[], scope: FieldScope): Sql {
  if (operands.length === 0) throw badRequest(`Empty ${operator} operation`);
  const conditions = operands.map((operand) => conditionSql(operand, scope));
  return joinConditions(operator, conditions);
}

/** Null on the right matches missing values. On the left it has no special meaning and equals nothing. */
function equality([left, right]: Pair, scope: FieldScope): Sql {
  if (literalIn(right) !== null) return comparison(sql`=`, [left, right], scope);
  const value = valueIn(left, scope);
  const column = fieldIn(left) ?? "";
  return absentValue(column, scope.table) === null ? sql`(${value.sql} IS NULL)` : isAbsent(column, scope.table);
}

function comparison(operator: Sql, [leftOperand, rightOperand]: Pair, scope: FieldScope): Sql {
  const left = adapt(valueIn(leftOperand, scope), [rightOperand]);
  const right = adapt(valueIn(rightOperand, scope), [leftOperand]);
  const [first, second] = [asPeerType(left, leftOperand, right), asPeerType(right, rightOperand, left)];
  requireCommonType(first, second);
  return sql`(${first.sql} ${operator} ${second.sql})`;
}

function membership([wanted, list]: readonly [Operand, readonly Operand[]], scope: FieldScope): Sql {
  const value = list.length === 0 ? valueIn(wanted, scope) : adapt(valueIn(wanted, scope), list);
  const constants: (string | number)[] = [];
  const alternatives: Sql[] = [];
  for (const operand of list) {
    if ("$literal" in operand) {
      constants.push(...listedValue(requested(operand, scope), value));
      continue;
    }
    const other = valueIn(operand, scope);
    requireCommonType(value, other);
    alternatives.push(sql`(${value.sql} = ${other.sql})`);
  }
  if (constants.length > 0) alternatives.push(sql`(${value.sql} IN ${rowsOf(constants)})`);
  // For null, even `IN` an empty list is null.
  if (alternatives.length === 0) return sql`(CASE WHEN ${value.sql} IS NOT NULL THEN 0 END)`;
  return joinConditions("OR", alternatives);
}

function substring({ input, substr, case_insensitive }: SubstringSpec, scope: FieldScope): Sql {
  const [text, part] = [textSql(valueIn(input, scope)), textSql(valueIn(substr, scope))];
  return case_insensitive ? sql`(instr(lower(${text}), lower(${part})) > 0)` : sql`(instr(${text}, ${part}) > 0)`;
}
