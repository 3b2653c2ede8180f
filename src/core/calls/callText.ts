import * as l10n from "@vscode/l10n";
import type { Call, CallStatus } from "../query/call.ts";
import { parseOpRef } from "../query/opRef.ts";
import type { Formats } from "../text/format.ts";
import { type RowIcon, warningIcon } from "../text/rows.ts";
import { visibleCut } from "../text/visibleText.ts";
import { exceptionLine, failureText } from "./failure.ts";
import { statusWords } from "./statusWords.ts";

/** The icon of a call. None spins: a call whose program died stays running forever. */
export const statusIcons: Readonly<Record<CallStatus, RowIcon>> = {
  success: { id: "pass" },
  error: { id: "error", color: "list.errorForeground" },
  descendant_error: warningIcon,
  running: { id: "sync" },
};

/** The name of a call: its display name, otherwise that of its op. */
export function callName({ op, displayName }: Pick<Call, "op" | "displayName">): string {
  return visibleCut(displayName ?? parseOpRef(op)?.name ?? op).trim() || l10n.t("(blank name)");
}

/** The reason for the duration `–`. */
export function endedEarlyText(): string {
  return l10n.t("The call ended before it started: the clocks of two machines differ, or the end was not recorded.");
}

/** `1.5s`; none for a call that has not ended. */
export function callDuration({ startedAt, endedAt }: Call, formats: Formats): readonly string[] {
  return endedAt === null ? [] : [formats.duration(endedAt - startedAt)];
}

/** The lines of a tooltip about a call: its failure, then its facts. `failure` is the call that failed first in it, if known. */
export function callLines(call: Call, failure: Call | null, formats: Formats): readonly string[] {
  const { startedAt, endedAt, storedBytes, exception, status } = call;
  const lines: string[] = [];
  const value = (name: string, text: string) => lines.push(`${name}: ${text}`);
  if (failure !== null) value(l10n.t("Failed"), failureText(failure));
  else if (exception !== null) value(l10n.t("Exception"), exceptionLine(exception));
  value(l10n.t("Status"), statusWords(status).word);
  for (const duration of callDuration(call, formats)) value(l10n.t("Duration"), duration);
  value(l10n.t("Started"), formats.dateTime(startedAt));
  if (endedAt !== null) value(l10n.t("Ended"), formats.dateTime(endedAt));
  if (endedAt !== null && endedAt < startedAt) lines.push(endedEarlyText());
  value(l10n.t("Op"), callName(call));
  if (storedBytes !== null) value(l10n.t("Storage"), l10n.t("{0} bytes", formats.exact(storedBytes)));
  return lines;
}
