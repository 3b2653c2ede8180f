import type { IncomingMessage } from "node:http";
import type * as z from "../../zod.ts";
import { badRequest, RequestFailure } from "./requestFailure.ts";

const maximumBytes = 1024 * 1024;

/**
 * Limits of requests: deeper recursion would overflow the stack, and an invalid expression produces at least one
 * message per object.
 */
const maximumDepth = 200;
const maximumObjects = 4_000;

/** Reads the body of a request. Responds with 413 if it is too large, and with 422 and an entry for every issue. */
export async function readBody<T>(request: IncomingMessage, schema: z.ZodType<T>): Promise<T> {
  const body = await readJson(request);
  const result = schema.safeParse(body, { reportInput: true });
  if (result.success) return result.data;
  throw invalidRequest(result.error.issues.flatMap((issue) => defects(issue, body)));
}

async function readJson(request: IncomingMessage): Promise<object> {
  const text = (await readBytes(request)).toString("utf8");
  if (text === "") throw invalidRequest([{ type: "missing", loc: ["body"], msg: "Field required", input: null }]);
  if (!isJsonType(request.headers["content-type"])) throw wrongBody(text);
  const body = parseJson(text);
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw wrongBody(body);
  requireReasonable(body);
  return body;
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const tooLarge = new RequestFailure(413, { reason: "Request too large" });
  // After an error, the server discards the rest of the body so that the connection stays usable.
  if (Number(request.headers["content-length"] ?? 0) > maximumBytes) throw tooLarge;
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maximumBytes) chunks.push(chunk);
      else reject(tooLarge);
    });
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("error", reject);
  });
}

/** A missing content type means JSON: older clients send none. */
function isJsonType(contentType = "application/json"): boolean {
  return /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = Number(/position (\d+)/.exec(String(error))?.[1] ?? 0);
    throw invalidRequest([{ type: "json_invalid", loc: ["body", position], msg: "JSON decode error", input: {} }]);
  }
}

function wrongBody(input: unknown): RequestFailure {
  const [type, msg] = notAnObject;
  return invalidRequest([{ type, loc: ["body"], msg, input }]);
}

function requireReasonable(body: object): void {
  let objects = 0;
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null) return;
    if (depth > maximumDepth) throw badRequest(`The request is nested deeper than ${maximumDepth} levels`);
    if (!Array.isArray(value) && ++objects > maximumObjects) {
      throw badRequest(`The request contains more than ${maximumObjects} objects`);
    }
    for (const member of Object.values(value)) visit(member, depth + 1);
  };
  visit(body, 1);
}

/** An entry of a 422 body, in the format of the service's web framework. */
interface RequestDefect {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  /** The invalid value; for a missing field, the object without it. */
  readonly input: unknown;
}

/** An invalid expression has an entry for each member of each nested union; more entries are useless. */
const maximumDefects = 500;

function invalidRequest(detail: readonly RequestDefect[]): RequestFailure {
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
      if (typeof issue.input === "number") return [defect("greater_than_equal", issue.message)];
      const found = Array.isArray(issue.input) ? issue.input.length : 0;
      const missing = Array.from({ length: Number(issue.minimum) - found }, (_, index) => found + index);
      return missing.map((index) => defect("missing", "Field required", [index]));
    }
    case "too_big": {
      if (typeof issue.input === "number") return [defect("less_than_equal", issue.message)];
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
const notAnObject = [
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
