import type { Operand, Query } from "../../core/counts/expression.ts";
import { comparedIn, fieldIn, literalIn, mapInner, type Path } from "../../core/counts/operandTree.ts";
import type * as z from "../../zod.ts";

/**
 * Refuses what no service can answer and what is reported as a failure that may pass (502 and 500, release 0.53.12): a
 * time that is none, and a list of refs compared with a text.
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
  /** From the operand to the value at fault. */
  readonly at: Path;
  readonly message: string;
}

function impossibleIn(operand: Operand): readonly Impossible[] {
  if ("$in" in operand) {
    const [field, list] = operand.$in;
    const name = fieldIn(field) ?? "";
    return list.flatMap((member, index) => beside(name, "$in", member, ["$in", 1, index]));
  }
  const [left, right] = comparedIn(operand) ?? [];
  if (left === undefined || right === undefined) return [];
  const [operator = ""] = Object.keys(operand);
  return [
    ...beside(fieldIn(left) ?? "", operator, right, [operator, 1]),
    ...beside(fieldIn(right) ?? "", operator, left, [operator, 0]),
  ];
}

/** What is wrong with a value beside a field. */
function beside(field: string, operator: string, operand: Operand, at: Path): readonly Impossible[] {
  const value = literalIn(operand);
  if (times.has(field) && (typeof value === "string" || typeof value === "number") && !isTime(value)) {
    const message = `${field} is compared with a date such as 2026-11-01T08:00:00Z, or with seconds since 1970`;
    return [{ at, message }];
  }
  if (!refLists.has(field) || typeof value !== "string" || operator === "$in") return [];
  return [{ at, message: `${field} is a list; use the filter's ${field} instead` }];
}

/** Words that dates are written with, besides digits; the service's database reads a date in many forms. */
const dateWord =
  /^(?:[tzw]|utc|gmt|[ap]m|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)[a-z]*)$/i;

/** Seconds within the years that the service knows, 1 to 9999, or a text that may be a date and is none that does not exist. */
function isTime(value: string | number): boolean {
  if (typeof value === "number") return value >= -62_135_596_800 && value < 253_402_300_800;
  if (!/\d/.test(value) || !(value.match(/[a-z]+/gi) ?? []).every((word) => dateWord.test(word))) return false;
  const [day] = /^\s*\d{4}-\d{2}-\d{2}/.exec(value) ?? [];
  if (day === undefined) return true;
  const time = Date.parse(day.trim());
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day.trim());
}
