import * as l10n from "@vscode/l10n";
import type { AddressProblem } from "../session/serviceUrl.ts";
import { plural } from "../text/plural.ts";
import { quoted, sentences, withReason } from "../text/quotedText.ts";
import { certificateText, hostText, proxyText, unreachableText, unsafeText } from "./connectionText.ts";
import { type Fault, pathInBody, type RequestIssue } from "./fault.ts";
import { faultForm } from "./faultForm.ts";

const mostIssues = 5;

type Of<Kind extends Fault["kind"]> = Extract<Fault, { kind: Kind }>;

/** The error message of a fault. Text from the service is bounded, on one line and without hidden characters. */
export function faultText(fault: Fault): string {
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
      return l10n.t("Invalid or expired API key for {0}. Sign in again.", hostText(fault));
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
        hostText(fault),
      );
    case "notFound":
      return sentences(notFoundText(fault), l10n.t("Select another project."));
    case "tooLarge":
      return l10n.t("The request is too large for {0}. Use fewer values.", hostText(fault));
    case "invalidRequest":
      return invalidText(fault);
    case "unsupported":
      return l10n.t("{0} is not supported by {1}. Remove it from the query.", fault.operator, hostText(fault));
    case "rateLimited":
      return fault.retryAfter === null
        ? l10n.t("Rate limited by {0}. Try again later.", hostText(fault))
        : l10n.t("Rate limited by {0}. Try again in {1}.", hostText(fault), waitText(fault.retryAfter));
    case "tooExpensive":
      return sentences(
        withReason(l10n.t("The query is too expensive for {0}.", hostText(fault)), fault.detail),
        l10n.t("Try a shorter time range."),
      );
    case "serviceFailure":
      return serviceFailureText(fault);
    case "redirect":
      return fault.origin === null
        ? l10n.t(
            "Requests to {0} are redirected (status {1}). Redirects are not followed, to protect your API key. Check the service URL, or sign in to your network.",
            hostText(fault),
            fault.status,
          )
        : l10n.t(
            "Requests to {0} are redirected to {1} (status {2}). Redirects are not followed, to protect your API key. Check the service URL, or sign in to your network.",
            hostText(fault),
            quoted(fault.origin),
            fault.status,
          );
    case "malformed":
      return malformedText(fault);
    case "cutShort":
      return fault.rowsBefore === 0
        ? l10n.t("The response from {0} was incomplete. Try again.", hostText(fault))
        : l10n.t(
            "The response from {0} was incomplete after {1}. Try again.",
            hostText(fault),
            rowsText(fault.rowsBefore),
          );
  }
}

/** Why a service URL is not valid. */
export function addressProblemText(problem: AddressProblem): string {
  switch (problem) {
    case "notAUrl":
      return l10n.t("Enter a URL such as https://trace.wandb.ai");
    case "notHttps":
      return l10n.t("Use https. HTTP would send the API key unencrypted.");
    case "userInfo":
      return l10n.t("Remove the user name and password.");
    case "queryOrFragment":
      return l10n.t("Remove the query string.");
  }
}

/** `filter.limit: Input should be a valid integer (int_type)` */
function issueText(issue: RequestIssue): string {
  const field = pathInBody(issue).join(".");
  const words = issue.type === "" ? issue.message : `${issue.message} (${issue.type})`;
  return quoted(field === "" ? words : `${field}: ${words}`);
}

function notFoundText({ project, detail }: Of<"notFound">): string {
  if (detail.trim() !== "") return withReason(l10n.t("Not found."), detail);
  return project === undefined ? l10n.t("Project not found.") : l10n.t("Project {0} not found.", quoted(project));
}

function invalidText(fault: Of<"invalidRequest">): string {
  const { issues, detail } = fault;
  const host = hostText(fault);
  const told = issues.length === 0 ? [quoted(detail.trim())] : [...new Set(issues.map(issueText))];
  const shown = told.slice(0, mostIssues).join("; ");
  const more = told.length - mostIssues;
  if (shown === "") return l10n.t("The request was rejected by {0}.", host);
  return more > 0
    ? l10n.t("The request was rejected by {0}: {1}; and {2} more", host, shown, more)
    : l10n.t("The request was rejected by {0}: {1}", host, shown);
}

function timeoutText(fault: Of<"timeout">): string {
  const { phase, milliseconds } = fault;
  const time = waitText(milliseconds / 1000);
  switch (phase) {
    case "connect":
      return l10n.t(
        "Connecting to {0} timed out after {1}. Check your network and the service URL.",
        hostText(fault),
        time,
      );
    case "headers":
      return l10n.t("No response from {0} within {1}. Try again, or increase the timeout.", hostText(fault), time);
    case "body":
      return l10n.t(
        "The response from {0} stalled for {1}. Try again, or increase the timeout.",
        hostText(fault),
        time,
      );
    case "rate":
      return l10n.t(
        "The response from {0} was too slow and was canceled after {1}. Try again later.",
        hostText(fault),
        time,
      );
  }
}

function serviceFailureText(fault: Of<"serviceFailure">): string {
  const { status, detail, retryAfter } = fault;
  const wait = retryAfter === null ? "" : l10n.t("Try again in {0}.", waitText(retryAfter));
  return sentences(
    withReason(l10n.t("The request to {0} failed (status {1}).", hostText(fault), status), detail),
    wait,
  );
}

function malformedText(fault: Of<"malformed">): string {
  const { line, rowsBefore } = fault;
  const host = hostText(fault);
  if (faultForm(fault) === "malformed.page") {
    return l10n.t(
      "Received a web page instead of data from {0}. Check the service URL, or sign in to your network.",
      host,
    );
  }
  if (line === null) return l10n.t("Unexpected response from {0}. See the log for details.", host);
  return rowsBefore === 0
    ? l10n.t("The response from {0} is not valid at line {1}. See the log for details.", host, line)
    : l10n.t(
        "The response from {0} is not valid at line {1}, after {2}. See the log for details.",
        host,
        line,
        rowsText(rowsBefore),
      );
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
