import { htmlPage, type RequestIssue } from "../../core/failures/fault.ts";
import { endCut } from "../../core/text/visibleText.ts";
import * as z from "../../zod.ts";
import { isMarkup } from "../body/bodyText.ts";
import { validationErrorAnswer } from "../schema/answerSchema.ts";

export interface ErrorAnswer {
  /** The message on one line; empty if there is none. Always plain text. */
  readonly detail: string;
  /** The service sends a `reason`, the framework in front of it a `detail`. */
  readonly reason: string | null;
  readonly issues: readonly RequestIssue[];
}

const maxDetail = 2000;

const said = z.catch(z.optional(z.string()), undefined);
const errorObject = z.object({ reason: said, detail: said, message: said, error: said });

/** Parses the body of an error: JSON in several forms, a web page, text, or nothing. */
export function readErrorBody(body: string): ErrorAnswer {
  const value = parse(body);
  const { data } = errorObject.safeParse(value);
  if (!data) return { detail: isMarkup(body) ? htmlPage : shortened(body), reason: null, issues: [] };
  const issues = readIssues(value);
  const text = data.reason ?? data.detail ?? data.message ?? data.error ?? issues.map(describe).join("; ");
  return { detail: shortened(text), reason: data.reason ?? null, issues };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function readIssues(value: unknown): RequestIssue[] {
  const { data } = validationErrorAnswer.safeParse(value);
  return data ? data.detail.map(({ loc, msg, type }) => ({ path: loc, message: msg.trim(), type: type.trim() })) : [];
}

function describe({ path, message }: RequestIssue): string {
  return path.length === 0 ? message : `${path.join(".")}: ${message}`;
}

function shortened(text: string): string {
  return endCut(text.trim(), maxDetail);
}
