import { redacted } from "../../core/credentials.ts";
import { type Fault, ServiceError } from "../../core/failures/fault.ts";

/** The target of a redirect that contains the credentials is dropped. */
const redactedOrigin = "[redacted]";

/**
 * The same failure without credentials that the service repeats, because a fault's texts are shown in the log and
 * on the screen.
 */
export function withoutCredentials(error: ServiceError, forms: readonly string[]): ServiceError {
  const { fault } = error;
  const clean = (text: string): string => redacted(text, forms);
  if (fault.kind === "redirect")
    return isNaming(fault.origin, forms) ? new ServiceError({ ...fault, origin: redactedOrigin }) : error;
  if (!("detail" in fault)) return error;
  const detail = clean(fault.detail);
  if (fault.kind !== "invalidRequest") {
    return detail === fault.detail ? error : new ServiceError({ ...fault, detail } satisfies Fault);
  }
  const issues = fault.issues.map((issue) => ({
    ...issue,
    path: issue.path.map((part) => (typeof part === "string" ? clean(part) : part)),
    message: clean(issue.message),
    type: clean(issue.type),
  }));
  return new ServiceError({ ...fault, detail, issues });
}

/** Host names are lower case. */
function isNaming(origin: string | null, forms: readonly string[]): boolean {
  return origin !== null && forms.some((form) => origin.includes(form.toLowerCase()));
}
