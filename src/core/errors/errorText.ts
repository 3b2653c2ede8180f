import * as l10n from "@vscode/l10n";
import type { AgentErrors } from "../query/agentQueries.ts";
import { opName } from "../query/call.ts";
import { type Formats, minute } from "../text/format.ts";
import { callsText, plural, spansText } from "../text/plural.ts";
import type { PickRow } from "../text/rows.ts";
import { labelText, plainText, visibleCut, visibleText } from "../text/visibleText.ts";
import type { ErrorRow } from "./errorRow.ts";
import type { FoundErrors } from "./foundErrors.ts";

/** What a table or a list of errors covers. */
export type ErrorsCovered = Pick<FoundErrors, "read" | "reach" | "total" | "counting">;

const longestOp = 60;

export function opText(op: string): string {
  return visibleCut(opName(op), longestOp);
}

export function typeText(type: string): string {
  return type === "" ? l10n.t("unknown") : visibleText(type);
}

/** `issue_refund: PaymentGatewayTimeout` */
export function errorName({ op, type }: Pick<ErrorRow, "op" | "type">): string {
  return `${opText(op)}: ${typeText(type)}`;
}

/** `12`; `12 of the latest 1,000` if there may be earlier ones. */
export function groupCountText({ count, isExact }: ErrorRow, { read, reach }: ErrorsCovered, formats: Formats): string {
  if (isExact || reach === "some") return formats.exact(count);
  return l10n.t("{0} of the latest {1}", formats.exact(count), formats.exact(read));
}

/** The share of the op's calls: `3% of 412 calls`; `3% or more of 412 calls` if there may be earlier failed ones. */
export function shareText(row: ErrorRow, { counting }: ErrorsCovered, formats: Formats): string {
  const share = shareOf(row, formats);
  if (share === null) return counting ? "…" : l10n.t("unknown");
  return l10n.t("{0} of {1}", share, callsText(row.opCalls ?? 0, formats));
}

function shareOf({ count, isExact, opCalls }: ErrorRow, formats: Formats): string | null {
  if (opCalls === null) return null;
  // A call may have started between the two requests.
  const share = formats.percent(count / Math.max(count, opCalls));
  return isExact ? share : l10n.t("{0} or more", share);
}

/** To the minute, where space is limited: `Nov 3, 12:00 PM` */
export function timeText(time: number, formats: Formats): string {
  const start = Math.floor(time / minute) * minute;
  return formats.range(start, start);
}

/** `Nov 3, 12:00 PM`; with `or earlier` if there may be earlier ones. */
export function firstText({ first, isExact }: ErrorRow, formats: Formats): string {
  const time = timeText(first, formats);
  return isExact ? time : l10n.t("{0} or earlier", time);
}

/** Which calls are grouped: `48 failed calls · Last 7 days`, `Latest 1,000 of 5,230 failed calls · Last 7 days` */
export function coveredText({ read, reach, total }: ErrorsCovered, window: string, formats: Formats): string {
  return `${readText({ read, reach, total }, formats)} · ${visibleText(window)}`;
}

/** Without the time range. */
export function readText({ read, reach, total }: Omit<ErrorsCovered, "counting">, formats: Formats): string {
  const count = formats.exact(read);
  if (reach === "some") return plural(read, l10n.t("1 failed call so far"), l10n.t("{0} failed calls so far", count));
  if (reach === "all") return plural(read, l10n.t("1 failed call"), l10n.t("{0} failed calls", count));
  return total === null
    ? l10n.t("Latest {0} failed calls", count)
    : l10n.t("Latest {0} of {1} failed calls", count, formats.exact(total));
}

/** The note under a table of `shown` of `all` groups; empty if these are all. */
export function errorsLeftOutText(shown: number, all: number, formats: Formats): string {
  if (shown === all) return "";
  return l10n.t("The {0} most frequent of {1} errors are listed.", formats.exact(shown), formats.exact(all));
}

/** `2 more…` conversations of a group; empty if all are listed. */
export function moreText({ conversations, conversationCount }: ErrorRow, formats: Formats): string {
  const more = conversationCount - conversations.length;
  return more === 0 ? "" : l10n.t("{0} more…", formats.exact(more));
}

/** `Errors in acme/desk · 48 failed calls · Last 7 days` */
export function pickTitle(project: string, covered: ErrorsCovered | null, window: string, formats: Formats): string {
  const what = covered === null || covered.read === 0 ? visibleText(window) : coveredText(covered, window, formats);
  return labelText(plainText(`${l10n.t("Errors in {0}", project)} · ${what}`));
}

export function noErrorsText(): string {
  return l10n.t("No failed calls in this time range.");
}

/** `12 calls  issue_refund: PaymentGatewayTimeout`, `3% · last 5m ago` */
export function errorItem(row: ErrorRow, covered: ErrorsCovered, formats: Formats, now: number): PickRow {
  const { count, isExact, last, headline } = row;
  const isPart = !isExact && covered.reach === "latest";
  const share = shareOf(row, formats);
  const latest = [formats.exact(count), formats.exact(covered.read)] as const;
  const parts = [
    ...(isPart ? [l10n.t("{0} of the latest {1} failed calls", ...latest)] : []),
    ...(share === null ? [] : [share]),
    l10n.t("last {0}", formats.ago(last, now)),
  ];
  return {
    label: `$(error) ${labelText(`${callsText(count, formats)}  ${errorName(row)}`)}`,
    description: labelText(parts.join(" · ")),
    detail: labelText(visibleText(headline)),
  };
}

/** `12 spans  search_docs: TimeoutError`, `3 agent conversations · last 5m ago` */
export function agentErrorItem(errors: AgentErrors, formats: Formats, now: number): PickRow {
  const { operation, tool, type, spans, conversations, last } = errors;
  const name = errorName({ op: tool || operation, type });
  const count = formats.exact(conversations);
  const found = plural(conversations, l10n.t("1 agent conversation"), l10n.t("{0} agent conversations", count));
  return {
    label: `$(error) ${labelText(`${spansText(spans, formats)}  ${name}`)}`,
    description: labelText([found, l10n.t("last {0}", formats.ago(last, now))].join(" · ")),
  };
}
