import { ServiceError } from "../../core/failures/fault.ts";
import { endCut } from "../../core/text/visibleText.ts";
import { BrokenBody } from "../body/brokenBody.ts";

const mostErrors = 8;
const maxMessage = 300;

/**
 * The causes of a failure: the errors, outermost first, each with its code.
 * Null if there is none. Errors that repeat the fault are left out, and those of `JSON.parse`, which quote the
 * response. `redact` removes credentials before the text is cut.
 */
export function causeText(failure: Error, redact: (text: string) => string): string | null {
  const behind: unknown[] = [failure.cause];
  const told = new Set<string>();
  for (let count = 0; behind.length > 0 && count < mostErrors; count++) {
    const error = behind.shift();
    if (!(error instanceof Error)) continue;
    if (!isSaidOtherwise(error)) told.add(worded(error, redact));
    behind.unshift(...(error instanceof AggregateError ? error.errors : []), error.cause);
  }
  told.delete("");
  return told.size === 0 ? null : [...told].join("; ");
}

function isSaidOtherwise(error: Error): boolean {
  return error instanceof ServiceError || error instanceof BrokenBody || error instanceof SyntaxError;
}

function worded(error: Error, redact: (text: string) => string): string {
  const message = endCut(redact(error.message), maxMessage);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (code === "" || message.includes(code)) return message;
  return message === "" ? code : `${message} (${code})`;
}
