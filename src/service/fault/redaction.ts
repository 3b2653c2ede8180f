import { redacted } from "../../core/credentials.ts";
import { type Fault, ServiceError } from "../../core/failures/fault.ts";

/** Parts of a fault that are never sent by the service. */
const ownWords: readonly string[] = ["kind", "danger", "phase", "code"];

/**
 * The same failure without credentials that the service repeats, because a fault's texts are shown in the log and
 * on the screen. The target of a redirect that contains them is dropped.
 */
export function withoutCredentials(error: ServiceError, forms: readonly string[]): ServiceError {
  const told = JSON.stringify(error.fault);
  const fault: Fault = JSON.parse(told, (key, value: unknown) => {
    if (typeof value !== "string" || ownWords.includes(key)) return value;
    // Host names are lower case.
    const isNaming = key === "origin" && forms.some((form) => value.includes(form.toLowerCase()));
    return isNaming ? "[redacted]" : redacted(value, forms);
  });
  return JSON.stringify(fault) === told ? error : new ServiceError(fault);
}
