import { type Fault, ServiceError } from "../../core/fault.ts";

const mark = "[redacted]";

/** The forms in which a service may repeat the credentials that it was sent. */
export function credentialForms(username: string, password: string): readonly string[] {
  const pair = Buffer.from(`${username}:${password}`, "utf8").toString("base64");
  const forms = [password, encodeURIComponent(password), Buffer.from(password, "utf8").toString("base64"), pair];
  return [...new Set(forms)].filter((form) => form !== "").toSorted((a, b) => b.length - a.length);
}

/** The text with the credentials left out. */
export function redacted(text: string, forms: readonly string[]): string {
  return forms.reduce((rest, form) => rest.replaceAll(form, mark), text);
}

/**
 * The same failure with the credentials left out wherever the service repeats them: a fault's texts go to the log and
 * to the screen.
 */
export function withoutCredentials(error: ServiceError, forms: readonly string[]): ServiceError {
  const { fault } = error;
  const clean = (text: string): string => redacted(text, forms);
  if (fault.kind === "redirect") return isNaming(fault.origin, forms) ? withOrigin(fault, mark) : error;
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

/** A host name has no capitals. */
function isNaming(origin: string | null, forms: readonly string[]): boolean {
  return origin !== null && forms.some((form) => origin.includes(form.toLowerCase()));
}

function withOrigin(fault: Extract<Fault, { kind: "redirect" }>, origin: string): ServiceError {
  return new ServiceError({ ...fault, origin });
}
