import { type Detail, htmlPage, type RequestIssue } from "../../core/failures/fault.ts";
import { endCut } from "../../core/text/visibleText.ts";
import * as z from "../../zod.ts";
import { isMarkup } from "../body/brokenBody.ts";
import { converted } from "../schema/converted.ts";
import { describeIssues } from "../schema/issues.ts";

export interface ErrorResponse {
  /** The message on one line; empty if there is none. Always plain text. */
  readonly detail: Detail;
  /** The service sends a `reason`, the framework in front of it a `detail`. */
  readonly reason: string | null;
  readonly issues: readonly RequestIssue[];
}

const maxDetail = 2000;

const optionalText = z.catch(z.optional(z.string()), undefined);
const errorObject = z.object({
  reason: optionalText,
  detail: optionalText,
  message: optionalText,
  error: optionalText,
});

/**
 * Parses the body of an error: JSON in several forms, a web page, text, or nothing. `redact` removes credentials from
 * the unescaped texts, before they are cut.
 */
export function readErrorBody(body: string, redact: (text: string) => string): ErrorResponse {
  const value = parse(body, redact);
  const { data } = errorObject.safeParse(value);
  if (!data)
    return { detail: isMarkup(body) ? htmlPage : shortened(redact(unescaped(body))), reason: null, issues: [] };
  const entries = validationErrorResponse.safeParse(value).data?.detail ?? [];
  const issues = entries.map(({ loc, msg, type }) => ({ path: loc, message: msg.trim(), type: type.trim() }));
  const text = data.reason ?? data.detail ?? data.message ?? data.error ?? describeIssues(issues);
  return { detail: shortened(text), reason: data.reason ?? null, issues };
}

function parse(body: string, redact: (text: string) => string): unknown {
  try {
    return JSON.parse(body, (_, value: unknown) => (typeof value === "string" ? redact(unescaped(value)) : value));
  } catch {
    return undefined;
  }
}

/** JSON whose end is missing, or inside a string of JSON, keeps its escapes. */
function unescaped(text: string): string {
  return text.replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function shortened(text: string): string {
  return endCut(text.trim(), maxDetail);
}

/** An invalid expression has an issue for each member of each union on its path. */
const mostIssues = 500;
/** The length of a `loc`: each level of an expression takes two or three elements. */
const mostParts = 64;
const longestPart = 200;
const longestMessage = 500;

/** The parts of a 422 body that are used. Entries have more (`input`, `ctx`), which repeat the request. */
export const validationErrorResponse = z.object({
  detail: firstOf(
    mostIssues,
    z.object({
      loc: firstOf(mostParts, z.union([cutAt(longestPart), z.number()])),
      msg: cutAt(longestMessage),
      type: cutAt(longestPart),
    }),
  ),
});

function firstOf<T>(most: number, schema: z.ZodType<T>) {
  const first = z.transform((all: unknown[]) => all.slice(0, most));
  return z.pipe(z.pipe(z.array(z.unknown()), first), z.array(schema));
}

function cutAt(most: number) {
  return converted(z.string(), (text) => endCut(text, most));
}
