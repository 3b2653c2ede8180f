import { type Call, opName } from "../query/call.ts";
import { quoted, visibleCut } from "../text/visibleText.ts";
import { exceptionSummary } from "./exceptionType.ts";

/** The line that names an exception, on one visible line. */
export function exceptionLine(exception: string): string {
  return quoted(exceptionSummary(exception).headline.trim());
}

/** The call that failed first in a turn: of the failed calls, the earliest that contains no other failed one. */
export function failingCall(failed: readonly Call[]): Call | null {
  const parents = new Set(failed.map(({ parentId }) => parentId));
  const innermost = failed.filter(({ id }) => !parents.has(id));
  return innermost.reduce<Call | null>(
    (first, call) => (first === null || call.startedAt < first.startedAt ? call : first),
    null,
  );
}

/** `issue_refund: PaymentGatewayTimeout: no response after 8 s` */
export function failureText({ op, exception }: Call): string {
  const name = visibleCut(opName(op));
  return exception === null ? name : `${name}: ${exceptionLine(exception)}`;
}

/** Whether the exception of a turn is that of the call inside it that made it fail; `text` is the call's `failureText`. */
export function isPassedOn(
  exception: string,
  turn: Pick<Call, "id">,
  failure: { readonly callId: string; readonly text: string } | null,
): boolean {
  return failure !== null && failure.callId !== turn.id && failure.text.endsWith(`: ${exceptionLine(exception)}`);
}
