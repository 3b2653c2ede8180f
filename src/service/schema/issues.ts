import type { RequestIssue } from "../../core/failures/fault.ts";
import type * as z from "../../zod.ts";

type Issue = z.core.$ZodIssue;

/** One line for the log, without values, which may be sensitive. */
export function describeIssues(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string {
  return issues
    .map((issue) => [issue.path.join("."), issue.message].filter((part) => part !== "").join(": "))
    .join("; ");
}

/** Reads a record as its row, or the error of the record as text. */
export function recordReader<T>(what: "call" | "thread", schema: z.ZodType<T>): (record: unknown) => T | string {
  return (record) => {
    const result = schema.safeParse(record);
    return result.success ? result.data : `not a ${what}: ${describeIssues(result.error.issues)}`;
  };
}

/** Schema issues in the format of the service's own issues. */
export function requestIssues(issues: readonly Issue[]): RequestIssue[] {
  return issues.flatMap((issue) => inner(issue, []));
}

/** For a union, the issues of the intended alternative: the one that knows the given keys. */
function inner(issue: Issue, before: readonly PropertyKey[]): RequestIssue[] {
  const path = [...before, ...issue.path];
  const sides = issue.code === "invalid_union" ? issue.errors.filter(isOfRightShape) : [];
  const [meant, ...others] = sides;
  if (meant && others.length === 0) return meant.flatMap((each) => inner(each, path));
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: texts([...path, key]), message: `Unknown key ${key}`, type: issue.code }));
  }
  return [{ path: texts(path), message: issue.message, type: issue.code }];
}

function texts(path: readonly PropertyKey[]): (string | number)[] {
  return path.map((key) => (typeof key === "symbol" ? key.toString() : key));
}

function isOfRightShape(side: readonly Issue[]): boolean {
  return side.every(({ code, path }) => path.length > 0 || (code !== "invalid_type" && code !== "unrecognized_keys"));
}
