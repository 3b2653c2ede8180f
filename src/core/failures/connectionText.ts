import * as l10n from "@vscode/l10n";
import { quoted, sentences, withReason } from "../text/quotedText.ts";
import { plainText } from "../text/visibleText.ts";
import type { Fault } from "./fault.ts";
import { faultForm } from "./faultForm.ts";

/** The name of the service in the middle of a sentence. */
export function hostText({ host }: Fault): string {
  return host === undefined ? l10n.t("the service") : quoted(host);
}

export function unreachableText(fault: Extract<Fault, { kind: "unreachable" }>): string {
  const code = plainText(fault.code);
  const host = hostText(fault);
  switch (faultForm(fault)) {
    case "unreachable.name":
      return fault.host === undefined
        ? l10n.t("Could not find the service host ({0}). Check the service URL and your network.", code)
        : l10n.t("Could not find {0} ({1}). Check the service URL and your network.", host, code);
    case "unreachable.refused":
      return l10n.t("Could not connect to {0} (connection refused). Check the service URL, or try again later.", host);
    case "unreachable.broken":
      return l10n.t(
        "The connection to {0} closed before a response arrived ({1}). Try again, or check for a firewall or proxy.",
        host,
        code,
      );
    case "unreachable.noRoute":
      return l10n.t("No route to {0}. Check your network or VPN.", host);
    default:
      return l10n.t("Could not connect to {0} ({1}). Check your network and the service URL.", host, code);
  }
}

export function proxyText(fault: Extract<Fault, { kind: "proxy" }>): string {
  const { proxy, status, detail } = fault;
  const name = proxy === null ? l10n.t("The proxy") : l10n.t("The proxy {0}", quoted(proxy));
  if (status === 407) {
    return l10n.t(
      "{0} requires authentication (status 407). Add a user name and password to http.proxy, or a header to http.proxyAuthorization.",
      name,
    );
  }
  const failed =
    status === null
      ? l10n.t(
          "Connection to {0} failed.",
          proxy === null ? l10n.t("the proxy") : l10n.t("the proxy {0}", quoted(proxy)),
        )
      : l10n.t("{0} refused to connect to {1} (status {2}).", name, hostText(fault), status);
  return sentences(withReason(failed, detail), l10n.t("Check the http.proxy setting."));
}

export function certificateText(fault: Extract<Fault, { kind: "certificate" }>): string {
  const code = plainText(fault.code);
  const host = hostText(fault);
  switch (faultForm(fault)) {
    case "certificate.expired":
      return fault.code === "CERT_NOT_YET_VALID"
        ? l10n.t("The certificate of {0} is not valid yet ({1}). Check this computer's date.", host, code)
        : l10n.t("The certificate of {0} has expired ({1}). Contact the service administrator.", host, code);
    case "certificate.otherHost":
      return l10n.t("The certificate of {0} is for another host ({1}). Check the service URL.", host, code);
    case "certificate.unknownAuthority":
      return l10n.t(
        "The issuer of the certificate of {0} is not trusted on this machine ({1}). Install your company's certificate in the system and turn on http.systemCertificates.",
        host,
        code,
      );
    case "certificate.selfSigned":
      return l10n.t(
        "The certificate of {0} is self-signed ({1}). If you trust it, install it in the system.",
        host,
        code,
      );
    default:
      return l10n.t("The certificate of {0} is not trusted ({1}). Contact the service administrator.", host, code);
  }
}

export function unsafeText({ danger }: Extract<Fault, { kind: "unsafe" }>): string {
  switch (danger) {
    case "workspaceHttp":
      return l10n.t(
        "Request blocked: this workspace changes VS Code's http settings, which could redirect your API key. Remove them from the workspace settings, or use the built-in HTTP client.",
      );
    case "environmentTls":
      return l10n.t(
        "Request blocked: NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks in VS Code. Unset it, or use the built-in HTTP client.",
      );
    case "machineTls":
      return l10n.t(
        "Request blocked: http.proxyStrictSSL turns off certificate checks in this machine's settings. Remove it there, or set it to true in your user settings.",
      );
  }
}
