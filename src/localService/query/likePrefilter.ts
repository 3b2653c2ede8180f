import type { Literal, Operand } from "../../core/query/expression.ts";
import { fieldIn, literalIn } from "../../core/query/operandTree.ts";
import { type FieldScope, isExpanded } from "./fields.ts";
import { joinConditions, type Sql, sql } from "./sql.ts";

/** The documents that are searched as text before a value in them is compared. */
const searched: readonly string[] = ["inputs", "output", "attributes"];

/**
 * The prefilter that the service adds so that its database reads fewer documents: the searched text must occur in the
 * JSON of the document. The text is not escaped, but quotes, backslashes, control characters and non-ASCII characters
 * in the JSON are, so these never match (wandb/weave, `optimization_builder.py`, release 0.53.12). Undefined if the
 * prefilter does not apply; never within a negation.
 */
export function likePrefilter(operand: Operand, scope: FieldScope, negated = false): Sql | undefined {
  if ("$and" in operand || "$or" in operand) {
    const operator = "$and" in operand ? "AND" : "OR";
    const operands = "$and" in operand ? operand.$and : operand.$or;
    const known = operands.map((part) => likePrefilter(part, scope, negated)).filter((part) => part !== undefined);
    const isWhole = known.length === operands.length || (operator === "AND" && !negated);
    return known.length > 0 && isWhole ? joinConditions(operator, known) : undefined;
  }
  if ("$not" in operand) {
    const inner = likePrefilter(operand.$not[0], scope, !negated);
    return inner && sql`(NOT ${inner})`;
  }
  return negated ? undefined : comparisonPrefilter(operand, scope);
}

function comparisonPrefilter(operand: Operand, scope: FieldScope): Sql | undefined {
  if ("$eq" in operand) {
    const [left, right] = operand.$eq;
    return "$getField" in left ? occurs(left, [right], scope) : occurs(right, [left], scope);
  }
  if ("$in" in operand) return occurs(operand.$in[0], operand.$in[1], scope);
  if (!("$contains" in operand)) return undefined;
  const { input, substr, case_insensitive } = operand.$contains;
  const [document, text] = [searchedDocument(input, scope), literalIn(substr)];
  if (document === undefined || typeof text !== "string" || text === "") return undefined;
  const pattern = `%"%${scope.ids.requested(text)}%"%`;
  return case_insensitive ? isInJson(sql`lower(${document})`, pattern.toLowerCase()) : isInJson(document, pattern);
}

function occurs(field: Operand, values: readonly Operand[], scope: FieldScope): Sql | undefined {
  const document = searchedDocument(field, scope);
  const patterns = values.map((value) => patternsOf(literalIn(value), scope));
  if (document === undefined || patterns.length === 0 || patterns.some(({ length }) => length === 0)) return undefined;
  const alternatives = patterns.flat().map((pattern) => isInJson(document, pattern));
  return joinConditions("OR", alternatives);
}

function searchedDocument(operand: Operand, scope: FieldScope): Sql | undefined {
  const field = fieldIn(operand) ?? "";
  const [root = ""] = field.split(".", 1);
  return searched.includes(root) && !isExpanded(field, scope) ? { text: `calls.${root}`, values: [] } : undefined;
}

/** The possible JSON forms of a value; empty if the prefilter does not apply. */
function patternsOf(literal: Literal | undefined, scope: FieldScope): readonly string[] {
  if (literal === "true" || literal === "false") return [`%${literal}%`];
  if (typeof literal === "string") return literal === "" ? [] : [`%"${scope.ids.requested(literal)}"%`];
  if (typeof literal === "boolean") return [`%${literal}%`, `%${Number(literal)}%`];
  return typeof literal === "number" ? [`%${literal}%`] : [];
}

/** Whether stored JSON, with a space after each comma and colon and in ASCII only, matches a pattern. */
function isInJson(json: Sql, pattern: string): Sql {
  if (/[^\0-\x7f]/.test(pattern)) return sql`0`;
  if (!/[,:]/.test(pattern)) return isLike(json, pattern);
  return sql`(${isLike(json, pattern)} AND ${isLike(sql`spaced_json(${json})`, pattern)})`;
}

/** `LIKE` with the semantics of the service's database: case-sensitive, with backslash escapes. Implemented with GLOB. */
export function isLike(text: Sql, pattern: string): Sql {
  const glob = pattern.replace(/\\([%_\\])|[%_*?[]/g, (found, escaped: string | undefined) => {
    if (escaped !== undefined) return escaped;
    if (found === "%") return "*";
    return found === "_" ? "?" : `[${found}]`;
  });
  return sql`(${text} GLOB ${glob})`;
}
