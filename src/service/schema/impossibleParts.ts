import type { Operand, Query } from "../../core/query/expression.ts";
import { comparedIn, fieldIn, literalIn, mapInner, type Path } from "../../core/query/operandTree.ts";
import type * as z from "../../zod.ts";

/**
 * Rejects comparisons that the service reports as transient failures (502 and 500, release 0.53.12): invalid times, and
 * lists of refs compared with a string.
 */
export function possible({ value, issues }: z.core.ParsePayload<Query>): void {
  const visit = (operand: Operand, path: Path): Operand => {
    for (const { at, message } of impossibleIn(operand)) {
      issues.push({ code: "custom", path: [...path, ...at, "$literal"], message, input: value });
    }
    return mapInner(operand, (inner, deeper) => visit(inner, [...path, ...deeper]));
  };
  visit(value.$expr, ["$expr"]);
}

const times: ReadonlySet<string> = new Set(["started_at", "ended_at", "deleted_at", "expire_at"]);
const refLists: ReadonlySet<string> = new Set(["input_refs", "output_refs"]);

interface Impossible {
  /** Path from the operand to the invalid value. */
  readonly at: Path;
  readonly message: string;
}

function impossibleIn(operand: Operand): readonly Impossible[] {
  if ("$in" in operand) {
    const [field, list] = operand.$in;
    const name = fieldIn(field) ?? "";
    return list.flatMap((member, index) => comparedProblems(name, "$in", member, ["$in", 1, index]));
  }
  const [left, right] = comparedIn(operand) ?? [];
  if (left === undefined || right === undefined) return [];
  const [operator = ""] = Object.keys(operand);
  return [
    ...comparedProblems(fieldIn(left) ?? "", operator, right, [operator, 1]),
    ...comparedProblems(fieldIn(right) ?? "", operator, left, [operator, 0]),
  ];
}

/** Problems of a value that is compared with a field. */
function comparedProblems(field: string, operator: string, operand: Operand, at: Path): readonly Impossible[] {
  const value = literalIn(operand);
  if (times.has(field) && (typeof value === "string" || typeof value === "number") && !isTime(value)) {
    const message = `Invalid time for ${field}. Use a date such as 2026-11-01T08:00:00Z, or Unix seconds`;
    return [{ at, message }];
  }
  if (!refLists.has(field) || typeof value !== "string" || operator === "$in") return [];
  return [{ at, message: `${field} is a list. Use ${field} of the filter instead` }];
}

/** Words allowed in dates besides digits; the database of the service parses many date formats. */
const dateWord =
  /^(?:[tzw]|utc|gmt|[ap]m|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)[a-z]*)$/i;

/** Unix seconds within the years 1 to 9999, which the service supports, or a string that may be an existing date. */
function isTime(value: string | number): boolean {
  if (typeof value === "number") return value >= -62_135_596_800 && value < 253_402_300_800;
  if (!/\d/.test(value) || !(value.match(/[a-z]+/gi) ?? []).every((word) => dateWord.test(word))) return false;
  const [day] = /^\s*\d{4}-\d{2}-\d{2}/.exec(value) ?? [];
  if (day === undefined) return true;
  const time = Date.parse(day.trim());
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day.trim());
}
