import * as l10n from "@vscode/l10n";
import type { NetworkSettings } from "../settings/network.ts";
import type { AddressProblem } from "../settings/serviceUrl.ts";
import type { Formats } from "../text/format.ts";
import { plural } from "../text/plural.ts";
import { sentences, withReason } from "../text/sentences.ts";
import { labelText, quoted } from "../text/visibleText.ts";
import { actionsFor, actionTitle, type FailureAction, type FaultSubject } from "./action.ts";
import { certificateText, hostText, proxyText, serviceText, unreachableText, unsafeText } from "./connectionText.ts";
import { detailText, type Fault, pathInBody, type RequestIssue } from "./fault.ts";
import { faultForm } from "./faultForm.ts";

const mostIssues = 5;

type Of<Kind extends Fault["kind"]> = Extract<Fault, { kind: Kind }>;

/** When a rate limit ends, in milliseconds since the epoch; null without one. */
type RateLimit = { readonly until: number | null; readonly formats: Formats };

/**
 * The error message of a fault. Text from the service is bounded, on one line and without hidden characters. With
 * `limit`, the message may stay on screen: it names no duration, but the end of a rate limit as a time of day.
 */
export function faultText(fault: Fault, limit: RateLimit | null = null): string {
  if (limit !== null && fault.kind === "rateLimited" && limit.until !== null)
    return l10n.t("Rate limited by {0} until {1}.", hostText(fault), limit.formats.timeOfDay(limit.until));
  return textOf(limit !== null && "retryAfter" in fault ? { ...fault, retryAfter: null } : fault);
}

/** Until when loading pauses for a rate limit; null without one. `host` is the service's, null if it is not known. */
export function limitText({ until, formats }: RateLimit, host: string | null): string | null {
  if (until === null) return null;
  return l10n.t("Rate limited by {0}. Retrying at {1}.", serviceText(host), formats.timeOfDay(until));
}

function textOf(fault: Fault): string {
  const host = hostText(fault);
  switch (fault.kind) {
    case "unreachable":
      return unreachableText(fault);
    case "proxy":
      return proxyText(fault);
    case "unsafe":
      return unsafeText(fault);
    case "certificate":
      return certificateText(fault);
    case "timeout":
      return timeoutText(fault);
    case "notSignedIn":
      return sentences(refusedKeyText(fault), l10n.t("Sign in again."));
    case "forbidden":
      return sentences(
        fault.project === undefined
          ? l10n.t("The project does not exist, or this account cannot read it.")
          : l10n.t("Project {0} does not exist, or this account cannot read it.", quoted(fault.project)),
        l10n.t("Select another project, or sign in with another key."),
      );
    case "routeMissing":
      return l10n.t(
        "{0} is not supported by {1}, which may be an older version or another website. Check the service URL.",
        quoted(fault.path),
        host,
      );
    case "notFound":
      return sentences(notFoundText(fault), l10n.t("Select another project."));
    case "tooLarge":
      return l10n.t("The request is too large for {0}. Use fewer values.", host);
    case "invalidRequest":
      return invalidText(fault);
    case "unsupported":
      return l10n.t("{0} is not supported by {1}. Remove it from the query.", fault.operator, host);
    case "rateLimited":
      return fault.retryAfter === null
        ? l10n.t("Rate limited by {0}. Try again later.", host)
        : l10n.t("Rate limited by {0}. Try again in {1}.", host, waitText(fault.retryAfter));
    case "tooExpensive":
      return sentences(
        withReason(l10n.t("The query is too expensive for {0}.", host), detailText(fault.detail)),
        l10n.t("Try a shorter time range."),
      );
    case "serviceFailure":
      return sentences(
        withReason(l10n.t("The request to {0} failed (status {1}).", host, fault.status), detailText(fault.detail)),
        fault.retryAfter === null ? "" : l10n.t("Try again in {0}.", waitText(fault.retryAfter)),
      );
    case "redirect":
      return sentences(
        fault.origin === null
          ? l10n.t("Requests to {0} are redirected (status {1}).", host, fault.status)
          : l10n.t("Requests to {0} are redirected to {1} (status {2}).", host, quoted(fault.origin), fault.status),
        l10n.t("Redirects are not followed, to protect your API key."),
        l10n.t("Check the service URL, or sign in to your network."),
      );
    case "malformed":
      return malformedText(fault);
    case "cutShort":
      return fault.rowsBefore === 0
        ? l10n.t("The response from {0} was incomplete. Try again.", host)
        : l10n.t("The response from {0} was incomplete after {1}. Try again.", host, rowsText(fault.rowsBefore));
  }
}

/** Of a fault of the kind `notSignedIn`, without what to do: while signing in, that is clear. */
export function refusedKeyText(fault: Fault): string {
  return l10n.t("Invalid or expired API key for {0}.", hostText(fault));
}

/** Why a service URL is not valid. */
export function addressProblemText(problem: AddressProblem): string {
  return {
    notAUrl: l10n.t("Enter a URL such as https://trace.wandb.ai"),
    notHttps: l10n.t("Use https. HTTP would send the API key unencrypted."),
    userInfo: l10n.t("Remove the user name and password."),
    queryOrFragment: l10n.t("Remove the query string."),
  }[problem];
}

/** `filter.limit: Input should be a valid integer (int_type)` */
function issueText(issue: RequestIssue): string {
  const field = pathInBody(issue).join(".");
  const words = issue.type === "" ? issue.message : `${issue.message} (${issue.type})`;
  return quoted(field === "" ? words : `${field}: ${words}`);
}

function notFoundText(fault: Of<"notFound">): string {
  const { project } = fault;
  const detail = detailText(fault.detail);
  if (detail.trim() !== "") return withReason(l10n.t("Not found on {0}.", hostText(fault)), detail);
  return project === undefined ? l10n.t("Project not found.") : l10n.t("Project {0} not found.", quoted(project));
}

function invalidText(fault: Of<"invalidRequest">): string {
  const { issues, detail } = fault;
  const host = hostText(fault);
  const texts = issues.length === 0 ? [quoted(detailText(detail).trim())] : [...new Set(issues.map(issueText))];
  const shown = texts.slice(0, mostIssues).join("; ");
  const more = texts.length - mostIssues;
  if (shown === "") return l10n.t("The request was rejected by {0}.", host);
  return more > 0
    ? l10n.t("The request was rejected by {0}: {1}; and {2} more", host, shown, more)
    : l10n.t("The request was rejected by {0}: {1}", host, shown);
}

function timeoutText(fault: Of<"timeout">): string {
  const host = hostText(fault);
  const time = waitText(fault.milliseconds / 1000);
  return {
    connect: l10n.t("Connecting to {0} timed out after {1}. Check your network and the service URL.", host, time),
    headers: l10n.t("No response from {0} within {1}. Try again, or increase the timeout.", host, time),
    body: l10n.t("The response from {0} stalled for {1}. Try again, or increase the timeout.", host, time),
    rate: l10n.t("The response from {0} was too slow and was canceled after {1}. Try again later.", host, time),
  }[fault.phase];
}

function malformedText(fault: Of<"malformed">): string {
  const { line, rowsBefore } = fault;
  const host = hostText(fault);
  if (faultForm(fault) === "malformed.page") {
    const check = l10n.t("Check the service URL, or sign in to your network.");
    return sentences(l10n.t("Received a web page instead of data from {0}.", host), check);
  }
  const valid =
    rowsBefore === 0
      ? l10n.t("The response from {0} is not valid at line {1}.", host, line ?? 0)
      : l10n.t("The response from {0} is not valid at line {1}, after {2}.", host, line ?? 0, rowsText(rowsBefore));
  const response = line === null ? l10n.t("Unexpected response from {0}.", host) : valid;
  return sentences(response, l10n.t("See the log for details."));
}

function rowsText(count: number): string {
  return plural(count, l10n.t("1 row"), l10n.t("{0} rows", count));
}

/** `1 second`, `45 seconds`, `5 minutes`; rounded up. */
function waitText(wait: number): string {
  const seconds = Math.max(1, Math.ceil(wait));
  return seconds <= 60
    ? plural(seconds, l10n.t("1 second"), l10n.t("{0} seconds", seconds))
    : l10n.t("{0} minutes", Math.ceil(seconds / 60));
}

/** The detail line of a row with the service's issues; empty if there are none. */
export function issuesDetail(issues: readonly RequestIssue[]): { readonly detail?: string } {
  if (issues.length === 0) return {};
  const words = [...new Set(issues.map(placedText))].slice(0, mostIssues).join("; ");
  return { detail: `$(error) ${labelText(words)}` };
}

/** The field comes last, because it may be long and the row already names it. */
function placedText(issue: RequestIssue): string {
  const { message, type } = issue;
  return quoted(`${message} (${type}, ${pathInBody(issue).join(".")})`);
}

/** The error message and its actions for a page; `fault` is null for an unexpected error, which is in the log. */
export function faultNotice(fault: Fault | null, requested: FaultSubject, client: NetworkSettings["client"]): Notice {
  if (fault === null) return noticeOf(bugText(), ["retry", "showLog"]);
  if (fault.kind !== "routeMissing" || requested !== "conversation")
    return noticeOf(faultText(fault), actionsFor(fault, requested, client));
  const text = l10n.t("Conversations are not supported by {0}.", hostText(fault));
  return { text, actions: [{ title: l10n.t("Refresh"), action: "retry" }] };
}

/** An error message for a page, with actions that every page supports. */
export function noticeOf(text: string, actions: readonly FailureAction[]): Notice {
  return { text, actions: actions.map((action) => ({ title: actionTitle(action), action })) };
}

/** The message of an unexpected error. */
export function bugText(): string {
  return l10n.t("Something went wrong. See the log for details.");
}

/** An error message and its actions: the title, and the command that a page asks the extension to run. */
export interface Notice {
  readonly text: string;
  readonly actions: readonly { readonly title: string; readonly action: "retry" | string }[];
}
