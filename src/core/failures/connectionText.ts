import * as l10n from "@vscode/l10n";
import { quoted, saying, sentences } from "../text/quotedText.ts";
import { plainText } from "../text/visibleText.ts";
import type { Fault } from "./fault.ts";
import { faultForm } from "./faultForm.ts";

export function unreachableText(fault: Extract<Fault, { kind: "unreachable" }>): string {
  const code = plainText(fault.code);
  switch (faultForm(fault)) {
    case "unreachable.name":
      return l10n.t("The host of the service address cannot be found ({0}). Check the address and the network.", code);
    case "unreachable.refused":
      return l10n.t(
        "Nothing listens at the service address: the connection was refused ({0}). Check the address, or try again later.",
        code,
      );
    case "unreachable.broken":
      return l10n.t(
        "The connection broke before an answer came ({0}). Try again; a firewall or proxy may stand in between.",
        code,
      );
    case "unreachable.noRoute":
      return l10n.t("No way leads to the service ({0}). Check the network, and a VPN that it may need.", code);
    default:
      return l10n.t("The service cannot be reached ({0}). Check the network and the service address.", code);
  }
}

export function proxyText({ proxy, status, detail }: Extract<Fault, { kind: "proxy" }>): string {
  const name = proxy === null ? l10n.t("The proxy") : l10n.t("The proxy {0}", quoted(proxy));
  if (status === 407) {
    return l10n.t(
      "{0} wants a user name and password (status 407). They belong in the setting http.proxy, or as a header in http.proxyAuthorization.",
      name,
    );
  }
  const refused =
    status === null
      ? l10n.t("{0} cannot be used.", name)
      : l10n.t("{0} refused the connection (status {1}).", name, status);
  return sentences(refused, saying(detail), l10n.t("Check the setting http.proxy."));
}

export function certificateText(fault: Extract<Fault, { kind: "certificate" }>): string {
  const code = plainText(fault.code);
  switch (faultForm(fault)) {
    case "certificate.expired":
      return fault.code === "CERT_NOT_YET_VALID"
        ? l10n.t("The service's certificate is not valid yet ({0}). Check the date of this computer.", code)
        : l10n.t("The service's certificate has expired ({0}): whoever runs the service has to renew it.", code);
    case "certificate.otherHost":
      return l10n.t("The service's certificate is for another host ({0}). Check the service address.", code);
    case "certificate.unknownAuthority":
      return l10n.t(
        "The authority that signed the service's certificate is not known here ({0}). A company's own has to be installed in the system, with http.systemCertificates on.",
        code,
      );
    case "certificate.selfSigned":
      return l10n.t(
        "The service's certificate is signed by no authority but itself ({0}). Where you trust it, install it in the system.",
        code,
      );
    default:
      return l10n.t("The service's certificate is not trusted ({0}). Ask whoever runs the service.", code);
  }
}

export function unsafeText({ danger }: Extract<Fault, { kind: "unsafe" }>): string {
  switch (danger) {
    case "workspaceHttp":
      return l10n.t(
        "Request blocked: this workspace changes VS Code's http settings, which could redirect your API key. Remove them from the workspace settings, or use the extension's network.",
      );
    case "environmentTls":
      return l10n.t(
        "Request blocked: NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks in VS Code. Unset it, or use the extension's network.",
      );
    case "machineTls":
      return l10n.t(
        "Request blocked: http.proxyStrictSSL turns off certificate checks in this machine's settings. Remove it there, or set it to true in your user settings.",
      );
  }
}
