import * as l10n from "@vscode/l10n";
import type { Fault } from "./fault.ts";
import { type FaultForm, faultForm } from "./faultForm.ts";

/** A fault in a few words, for rows. Their tooltip has the whole sentence. */
export function shortFaultText(fault: Fault): string {
  const status = "status" in fault && fault.status !== null ? fault.status : 0;
  const seconds = "milliseconds" in fault ? Math.max(1, Math.ceil(fault.milliseconds / 1000)) : 0;
  const timeout = l10n.t("Timed out ({0} s)", seconds);
  const isEarly = "code" in fault && fault.code === "CERT_NOT_YET_VALID";
  const blocked = l10n.t("Request blocked");
  const untrusted = l10n.t("Certificate not trusted");
  const rejected = l10n.t("Request rejected");
  const texts: Readonly<Record<FaultForm, string>> = {
    unreachable: l10n.t("Could not connect"),
    "unreachable.name": l10n.t("Host not found"),
    "unreachable.refused": l10n.t("Connection refused"),
    "unreachable.broken": l10n.t("Connection closed"),
    "unreachable.noRoute": l10n.t("No route to host"),
    proxy: l10n.t("Could not connect to proxy"),
    "proxy.refused": l10n.t("Proxy status {0}", status),
    "proxy.credentials": l10n.t("Proxy requires authentication"),
    "unsafe.workspaceHttp": blocked,
    "unsafe.environmentTls": blocked,
    "unsafe.machineTls": blocked,
    certificate: untrusted,
    "certificate.expired": isEarly ? l10n.t("Certificate not yet valid") : l10n.t("Certificate expired"),
    "certificate.otherHost": l10n.t("Certificate host mismatch"),
    "certificate.unknownAuthority": untrusted,
    "certificate.selfSigned": l10n.t("Self-signed certificate"),
    "timeout.connect": timeout,
    "timeout.headers": timeout,
    "timeout.body": timeout,
    "timeout.rate": timeout,
    notSignedIn: l10n.t("Invalid API key"),
    forbidden: l10n.t("No access to project"),
    routeMissing: l10n.t("Not supported"),
    notFound: l10n.t("Not found"),
    tooLarge: l10n.t("Request too large"),
    invalidRequest: rejected,
    "invalidRequest.filter": rejected,
    "invalidRequest.sort": rejected,
    unsupported: l10n.t("Operator not supported"),
    rateLimited: l10n.t("Rate limited"),
    tooExpensive: l10n.t("Query too expensive"),
    serviceFailure: l10n.t("Status {0}", status),
    redirect: l10n.t("Redirected (status {0})", status),
    malformed: l10n.t("Unexpected response"),
    "malformed.page": l10n.t("Web page instead of data"),
    cutShort: l10n.t("Incomplete response"),
  };
  return texts[faultForm(fault)];
}
