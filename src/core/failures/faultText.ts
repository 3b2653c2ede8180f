import * as l10n from "@vscode/l10n";
import type { AddressProblem } from "../session/serviceUrl.ts";
import { plural } from "../text/plural.ts";
import { quoted, saying, sentences } from "../text/quotedText.ts";
import { certificateText, proxyText, unreachableText, unsafeText } from "./connectionText.ts";
import { type Fault, pathInBody, type RequestIssue } from "./fault.ts";
import { faultForm } from "./faultForm.ts";

const mostIssues = 5;

type Of<Kind extends Fault["kind"]> = Extract<Fault, { kind: Kind }>;

/** What happened and what to do, for the screen. Text from the service is quoted, bounded and made visible. */
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
      return l10n.t("The service did not accept the key. It may have expired or been revoked: sign in again.");
    case "forbidden":
      return l10n.t(
        "The project does not exist, or this account may not read it. Select another project, or sign in with another key.",
      );
    case "routeMissing":
      return l10n.t(
        "The address answers, but offers no {0}. It may be an older service or another website: check the address.",
        quoted(fault.path),
      );
    case "notFound":
      return sentences(l10n.t("The service did not find it."), saying(fault.detail), l10n.t("Check the project."));
    case "tooLarge":
      return l10n.t("The request is too large for the service. Ask for fewer values at once.");
    case "invalidRequest":
      return invalidText(fault);
    case "unsupported":
      return l10n.t("{0} is not supported by this service. Remove it from the query.", fault.operator);
    case "rateLimited":
      return fault.retryAfter === null
        ? l10n.t("The service asks for fewer requests. Try again in a while.")
        : l10n.t("The service asks for fewer requests. Try again in {0}.", waitText(fault.retryAfter));
    case "tooExpensive":
      return sentences(
        l10n.t("The query costs the service too much."),
        saying(fault.detail),
        l10n.t("Ask for less, such as a shorter time range."),
      );
    case "serviceFailure":
      return serviceFailureText(fault);
    case "redirect":
      return fault.origin === null
        ? l10n.t(
            "The address redirects elsewhere (status {0}), which is never followed. It could be a login page of the company's network.",
            fault.status,
          )
        : l10n.t(
            "The address redirects to {0} (status {1}), which is never followed. It could be a login page of the company's network.",
            quoted(fault.origin),
            fault.status,
          );
    case "malformed":
      return malformedText(fault);
    case "cutShort":
      return fault.rowsBefore === 0
        ? l10n.t("The answer ended early. Try again.")
        : l10n.t("The answer ended early, after {0}. Try again.", rowsText(fault.rowsBefore));
  }
}

/** Why a service address cannot be used. */
export function addressProblemText(problem: AddressProblem): string {
  switch (problem) {
    case "notAUrl":
      return l10n.t("Enter an address such as https://trace.wandb.ai");
    case "notHttps":
      return l10n.t("Use https: the key would cross the network unprotected.");
    case "userInfo":
      return l10n.t("Leave user name and password out of the address.");
    case "queryOrFragment":
      return l10n.t("Leave out the part from ? or # on.");
  }
}

/** `filter.limit: Input should be a valid integer (int_type)` */
function issueText(issue: RequestIssue): string {
  const field = pathInBody(issue).join(".");
  const words = issue.type === "" ? issue.message : l10n.t("{0} ({1})", issue.message, issue.type);
  return quoted(field === "" ? words : l10n.t("{0}: {1}", field, words));
}

function invalidText({ issues, detail }: Of<"invalidRequest">): string {
  const told = issues.length === 0 ? [quoted(detail.trim())] : [...new Set(issues.map(issueText))];
  const shown = told.slice(0, mostIssues).join("; ");
  const more = told.length - mostIssues;
  if (shown === "") return l10n.t("The service refused the request.");
  return more > 0
    ? l10n.t("The service refused the request: {0}; and {1} more", shown, more)
    : l10n.t("The service refused the request: {0}", shown);
}

function timeoutText({ phase, milliseconds }: Of<"timeout">): string {
  const time = waitText(milliseconds / 1000);
  switch (phase) {
    case "connect":
      return l10n.t("No connection to the service within {0}. Check the network and the service address.", time);
    case "headers":
      return l10n.t("The service did not begin to answer within {0}. Try again, or allow more time.", time);
    case "body":
      return l10n.t("The answer stopped for {0}. Try again, or allow more time.", time);
    case "rate":
      return l10n.t("The service sends too slowly: its answer was given up after {0}. Try again later.", time);
  }
}

function serviceFailureText({ status, detail, retryAfter }: Of<"serviceFailure">): string {
  const wait = retryAfter === null ? "" : l10n.t("Try again in {0}.", waitText(retryAfter));
  return sentences(l10n.t("The service failed (status {0}).", status), saying(detail), wait);
}

function malformedText(fault: Of<"malformed">): string {
  const { line, rowsBefore } = fault;
  if (faultForm(fault) === "malformed.page") {
    return l10n.t(
      "A web page came in the place of data. The address may belong to another website, or the network wants a login first.",
    );
  }
  if (line === null) return l10n.t("The answer is not what the service should send. The log says what is wrong.");
  return rowsBefore === 0
    ? l10n.t("The answer is broken at line {0}. The log says what is wrong.", line)
    : l10n.t("The answer is broken at line {0}, after {1}. The log says what is wrong.", line, rowsText(rowsBefore));
}

function rowsText(count: number): string {
  return plural(count, l10n.t("1 row"), l10n.t("{0} rows", count));
}

/** `1 second`, `45 seconds`, `5 minutes`; a wait is never told too short. */
function waitText(wait: number): string {
  const seconds = Math.max(1, Math.ceil(wait));
  return seconds <= 60
    ? plural(seconds, l10n.t("1 second"), l10n.t("{0} seconds", seconds))
    : l10n.t("{0} minutes", Math.ceil(seconds / 60));
}
