import * as l10n from "@vscode/l10n";
import { sentences, withReason } from "../text/sentences.ts";
import { plainText, quoted } from "../text/visibleText.ts";
import { detailText, type Fault, type ProxySource } from "./fault.ts";
import { type FaultForm, faultForm } from "./faultForm.ts";

type Texts = Readonly<Partial<Record<FaultForm, string>>>;

/** The name of the service in the middle of a sentence. */
export function hostText({ host }: Pick<Fault, "host">): string {
  return serviceText(host ?? null);
}

/** The same for a host; null if it is not known. */
export function serviceText(host: string | null): string {
  return host === null ? l10n.t("the service") : quoted(host);
}

export function unreachableText(fault: Extract<Fault, { kind: "unreachable" }>): string {
  const code = plainText(fault.code);
  const host = hostText(fault);
  const named = fault.host === undefined ? l10n.t("the service host") : host;
  const texts: Texts = {
    "unreachable.name": l10n.t("Could not find {0} ({1}). Check the service URL and your network.", named, code),
    "unreachable.refused": l10n.t(
      "Could not connect to {0} (connection refused). Check the service URL, or try again later.",
      host,
    ),
    "unreachable.broken": l10n.t(
      "The connection to {0} closed before a response arrived ({1}). Try again, or check for a firewall or proxy.",
      host,
      code,
    ),
    "unreachable.noRoute": l10n.t("No route to {0}. Check your network or VPN.", host),
  };
  const other = l10n.t("Could not connect to {0} ({1}). Check your network and the service URL.", host, code);
  return texts[faultForm(fault)] ?? other;
}

export function proxyText(fault: Extract<Fault, { kind: "proxy" }>): string {
  const { proxy, status, detail, source } = fault;
  const name = proxy === null ? l10n.t("The proxy") : l10n.t("The proxy {0}", quoted(proxy));
  if (status === 407) {
    return l10n.t(
      "{0} requires authentication (status 407). Add a user name and password to {1}, or a header to http.proxyAuthorization.",
      name,
      source ?? "http.proxy",
    );
  }
  const object = proxy === null ? l10n.t("the proxy") : l10n.t("the proxy {0}", quoted(proxy));
  const failed =
    status === null
      ? l10n.t("Connection to {0} failed.", object)
      : l10n.t("{0} refused to connect to {1} (status {2}).", name, hostText(fault), status);
  return sentences(withReason(failed, detailText(detail)), checkText(source));
}

function checkText(source: ProxySource | undefined): string {
  if (source === undefined) return l10n.t("Check your proxy settings.");
  return source === "http.proxy"
    ? l10n.t("Check the {0} setting.", source)
    : l10n.t("Check the {0} environment variable.", source);
}

export function certificateText(fault: Extract<Fault, { kind: "certificate" }>): string {
  const code = plainText(fault.code);
  const host = hostText(fault);
  const texts: Texts = {
    "certificate.expired":
      fault.code === "CERT_NOT_YET_VALID"
        ? l10n.t("The certificate of {0} is not valid yet ({1}). Check this computer's date.", host, code)
        : l10n.t("The certificate of {0} has expired ({1}). Contact the service administrator.", host, code),
    "certificate.otherHost": l10n.t(
      "The certificate of {0} is for another host ({1}). Check the service URL.",
      host,
      code,
    ),
    "certificate.unknownAuthority": l10n.t(
      "The issuer of the certificate of {0} is not trusted on this machine ({1}). Install your company's certificate in the system and turn on http.systemCertificates.",
      host,
      code,
    ),
    "certificate.selfSigned": l10n.t(
      "The certificate of {0} is self-signed ({1}). If you trust it, install it in the system.",
      host,
      code,
    ),
  };
  const other = l10n.t("The certificate of {0} is not trusted ({1}). Contact the service administrator.", host, code);
  return texts[faultForm(fault)] ?? other;
}

export function unsafeText({ danger }: Extract<Fault, { kind: "unsafe" }>): string {
  return {
    workspaceHttp: l10n.t(
      "Request blocked: this workspace changes VS Code's http settings, which could redirect your API key. Remove them from the workspace settings, or use the built-in HTTP client.",
    ),
    environmentTls: l10n.t(
      "Request blocked: NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks in VS Code. Unset it, or use the built-in HTTP client.",
    ),
    machineTls: l10n.t(
      "Request blocked: http.proxyStrictSSL turns off certificate checks in this machine's settings. Remove it there, or set it to true in your user settings.",
    ),
  }[danger];
}
