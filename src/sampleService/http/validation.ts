import type * as z from "../../zod.ts";
import { RequestFailure } from "./requestFailure.ts";

/** An entry of a 422 body, in the format of the service's web framework. */
export interface RequestDefect {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  /** The invalid value; for a missing field, the object without it. */
  readonly input: unknown;
}

/** An invalid expression has an entry for each member of each nested union; more entries are useless. */
const maximumDefects = 500;

/** Validates a request body; responds with 422 and an entry for every issue. */
export function validate<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body, { reportInput: true });
  if (result.success) return result.data;
  throw invalidRequest(result.error.issues.flatMap((issue) => defects(issue, body)));
}

export function invalidRequest(detail: readonly RequestDefect[]): RequestFailure {
  return new RequestFailure(422, { detail: detail.slice(0, maximumDefects) });
}

function defects(issue: z.core.$ZodIssue, body: unknown): RequestDefect[] {
  const path = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
  const input = reach(body, path);
  const defect = (type: string, msg: string, below: readonly (string | number)[] = []): RequestDefect => ({
    type,
    loc: ["body", ...path, ...below],
    msg,
    input: below.length === 0 ? input : reach(input, below),
  });
  // JSON has no undefined: the field is missing.
  if (issue.input === undefined && issue.code !== "invalid_union") return [defect("missing", "Field required")];
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => defect("extra_forbidden", "Extra inputs are not permitted", [key]));
    case "invalid_type":
      return [defect(...(wrongTypes[issue.expected] ?? notAnObject))];
    case "invalid_value":
      return [defect("literal_error", `Input should be ${alternatives(issue.values)}`)];
    case "too_small": {
      const found = Array.isArray(issue.input) ? issue.input.length : 0;
      const missing = Array.from({ length: Number(issue.minimum) - found }, (_, index) => found + index);
      return missing.map((index) => defect("missing", "Field required", [index]));
    }
    case "too_big": {
      const found = Array.isArray(issue.input) ? issue.input.length : 0;
      return [defect("too_long", `Tuple should have at most ${issue.maximum} items after validation, not ${found}`)];
    }
    case "invalid_union":
      return issue.errors.flat().flatMap((inner) => defects({ ...inner, path: [...path, ...inner.path] }, body));
    case "custom":
      return [defect(String(issue.params?.type ?? "value_error"), issue.message)];
    default:
      return [defect("value_error", issue.message)];
  }
}

/** The type and message for a value of another type than expected. */
const wrongTypes: Readonly<Record<string, readonly [type: string, message: string]>> = {
  string: ["string_type", "Input should be a valid string"],
  boolean: ["bool_type", "Input should be a valid boolean"],
  number: ["float_type", "Input should be a valid number"],
  array: ["list_type", "Input should be a valid list"],
  tuple: ["tuple_type", "Input should be a valid tuple"],
  record: ["dict_type", "Input should be a valid dictionary"],
  null: ["none_required", "Input should be None"],
};
export const notAnObject = [
  "model_attributes_type",
  "Input should be a valid dictionary or object to extract fields from",
] as const;

function alternatives(values: readonly unknown[]): string {
  const quoted = values.map((value) => `'${value}'`);
  const last = quoted.pop();
  return quoted.length === 0 ? `${last}` : `${quoted.join(", ")} or ${last}`;
}

/** Follows a path as far as the value goes. Parts that name nothing, such as union members, are skipped. */
function reach(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce(
    (held, part) =>
      typeof held === "object" && held !== null && Object.hasOwn(held, part) ? Reflect.get(held, part) : held,
    value,
  );
}
