import { type Fault, ServiceError } from "../../core/failures/fault.ts";
import { redacted } from "../../core/settings/credentials.ts";
import { endCut } from "../../core/text/visibleText.ts";
import { BrokenBody } from "../body/brokenBody.ts";

/** Parts of a fault that are never sent by the service. */
const ownWords: readonly string[] = ["kind", "danger", "phase", "code", "own"];

/**
 * The same failure without credentials that the service repeats, because a fault's texts are shown in the log and
 * on the screen. The target of a redirect that contains them is dropped.
 */
export function withoutCredentials(error: ServiceError, forms: readonly string[]): ServiceError {
  const text = JSON.stringify(error.fault);
  const fault: Fault = JSON.parse(text, (key, value: unknown) => {
    if (typeof value !== "string" || ownWords.includes(key)) return value;
    // Host names are lower case.
    const isNaming = key === "origin" && forms.some((form) => value.includes(form.toLowerCase()));
    return isNaming ? "[redacted]" : redacted(value, forms);
  });
  return JSON.stringify(fault) === text ? error : new ServiceError(fault);
}

const mostErrors = 8;
const maxMessage = 300;

/**
 * The causes of a failure: the errors, outermost first, each with its code.
 * Null if there is none. Errors that repeat the fault are left out, and those of `JSON.parse`, which quote the
 * response. `redact` removes credentials before the text is cut.
 */
export function causeText(failure: Error, redact: (text: string) => string): string | null {
  const behind: unknown[] = [failure.cause];
  const texts = new Set<string>();
  for (let count = 0; behind.length > 0 && count < mostErrors; count++) {
    const error = behind.shift();
    if (!(error instanceof Error)) continue;
    if (!isSaidOtherwise(error)) texts.add(worded(error, redact));
    behind.unshift(...(error instanceof AggregateError ? error.errors : []), error.cause);
  }
  texts.delete("");
  return texts.size === 0 ? null : [...texts].join("; ");
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
