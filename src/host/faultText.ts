import { l10n } from "vscode";
import type { Remedy } from "../core/display.ts";
import type { Fault, FaultKind } from "../core/fault.ts";
import type { AddressProblem } from "../core/session/serviceUrl.ts";
import { plainText } from "../core/visibleText.ts";

/** What happened, in one or two sentences for the screen. Text from the service is quoted, bounded and made visible. */
export function faultText(fault: Fault): string {
  switch (fault.kind) {
    case "unreachable":
      return l10n.t("The service cannot be reached ({0}). Check the network and the service address.", fault.code);
    case "proxy":
      return l10n.t("The proxy refused the connection: {0}", quoted(fault.detail));
    case "certificate":
      return l10n.t("The service's certificate is not trusted ({0}).", fault.code);
    case "timeout":
      return l10n.t("The service did not answer within {0} seconds.", Math.round(fault.milliseconds / 1000));
    case "notSignedIn":
      return l10n.t("The service did not accept the key.");
    case "forbidden":
      return l10n.t("The project does not exist, or this account may not read it.");
    case "routeMissing":
      return l10n.t(
        "The address answers, but offers no {0}. It may be an older service or another website.",
        plainText(fault.path),
      );
    case "notFound":
      return l10n.t("The service did not find it: {0}", quoted(fault.detail));
    case "tooLarge":
      return l10n.t("The request is too large for the service.");
    case "invalidRequest":
      return l10n.t("The service refused the request: {0}", quoted(issueText(fault)));
    case "unsupported":
      return l10n.t("The service is too old for {0}: leave it out of the query.", fault.operator);
    case "rateLimited":
      return fault.retryAfter === null
        ? l10n.t("The service asks for fewer requests. Try again in a while.")
        : l10n.t("The service asks for fewer requests. Try again in {0} seconds.", Math.ceil(fault.retryAfter));
    case "tooExpensive":
      return l10n.t("The query was too large for the service: {0}", quoted(fault.detail));
    case "serviceFailure":
      return l10n.t("The service failed (status {0}).", fault.status);
    case "redirect":
      return fault.origin === null
        ? l10n.t("The address redirects elsewhere (status {0}), which is never followed.", fault.status)
        : l10n.t("The address redirects to {0}, which is never followed.", fault.origin);
    case "malformed":
      return fault.line === null
        ? l10n.t("The answer is not what the service should send.")
        : l10n.t("The answer is broken at line {0}, after {1} threads.", fault.line, fault.rowsBefore);
    case "cutShort":
      return l10n.t("The answer ended early, after {0} threads.", fault.rowsBefore);
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

export function remedyTitle(remedy: Remedy): string {
  switch (remedy) {
    case "signIn":
      return l10n.t("Sign In");
    case "selectProject":
      return l10n.t("Select Project");
    case "openAddressSetting":
      return l10n.t("Change Address");
    case "retry":
      return l10n.t("Retry");
  }
}

/** The command behind each remedy. */
export const remedyCommand = {
  signIn: "weaveThreads.signIn",
  selectProject: "weaveThreads.selectProject",
  openAddressSetting: "weaveThreads.openAddressSetting",
  retry: "weaveThreads.refresh",
} as const satisfies Record<Remedy, string>;

function issueText({ issues, detail }: Extract<Fault, { kind: Extract<FaultKind, "invalidRequest"> }>): string {
  const [first] = issues;
  return first === undefined ? detail : `${first.path.join(".")}: ${first.message}`;
}

function quoted(text: string): string {
  const visible = plainText(text);
  return visible.length > 200 ? `${visible.slice(0, 200)}…` : visible;
}
