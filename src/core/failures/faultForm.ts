import { isOfFilter, isOfSort } from "../threads/refusedPart.ts";
import { type Fault, htmlPage } from "./fault.ts";

/** The faults that have a sentence of their own: a kind, or a part of a kind. */
export const faultForms = [
  "unreachable",
  "unreachable.name",
  "unreachable.refused",
  "unreachable.broken",
  "unreachable.noRoute",
  "proxy",
  "proxy.refused",
  "proxy.credentials",
  "unsafe.workspaceHttp",
  "unsafe.environmentTls",
  "unsafe.machineTls",
  "certificate",
  "certificate.expired",
  "certificate.otherHost",
  "certificate.unknownAuthority",
  "certificate.selfSigned",
  "timeout.connect",
  "timeout.headers",
  "timeout.body",
  "timeout.rate",
  "notSignedIn",
  "forbidden",
  "routeMissing",
  "notFound",
  "tooLarge",
  "invalidRequest",
  "invalidRequest.filter",
  "invalidRequest.sort",
  "unsupported",
  "rateLimited",
  "tooExpensive",
  "serviceFailure",
  "redirect",
  "malformed",
  "malformed.page",
  "cutShort",
] as const;

export type FaultForm = (typeof faultForms)[number];

export function faultForm(fault: Fault): FaultForm {
  switch (fault.kind) {
    case "unreachable":
      return unreachableForms.get(fault.code) ?? "unreachable";
    case "proxy":
      if (fault.status === null) return "proxy";
      return fault.status === 407 ? "proxy.credentials" : "proxy.refused";
    case "unsafe":
      return `unsafe.${fault.danger}`;
    case "certificate":
      return certificateForms.get(fault.code) ?? "certificate";
    case "timeout":
      return `timeout.${fault.phase}`;
    case "invalidRequest":
      if (fault.issues.some(isOfSort)) return "invalidRequest.sort";
      return fault.issues.some(isOfFilter) ? "invalidRequest.filter" : "invalidRequest";
    case "malformed":
      return fault.detail.startsWith(htmlPage) ? "malformed.page" : "malformed";
    default:
      return fault.kind;
  }
}

/** Error codes of the system and of Node's `dns` and `net`. */
const unreachableForms: ReadonlyMap<string, FaultForm> = new Map([
  ["ENOTFOUND", "unreachable.name"],
  ["EAI_AGAIN", "unreachable.name"],
  ["ECONNREFUSED", "unreachable.refused"],
  ["ECONNRESET", "unreachable.broken"],
  ["EPIPE", "unreachable.broken"],
  ["EHOSTUNREACH", "unreachable.noRoute"],
  ["ENETUNREACH", "unreachable.noRoute"],
]);

/**
 * https://nodejs.org/api/tls.html#x509-certificate-error-codes. A chain that ends in a self-signed certificate
 * comes from a private authority; a self-signed certificate without a chain has no authority.
 */
const certificateForms: ReadonlyMap<string, FaultForm> = new Map([
  ["CERT_HAS_EXPIRED", "certificate.expired"],
  ["CERT_NOT_YET_VALID", "certificate.expired"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "certificate.otherHost"],
  ["HOSTNAME_MISMATCH", "certificate.otherHost"],
  ["UNABLE_TO_GET_ISSUER_CERT", "certificate.unknownAuthority"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "certificate.unknownAuthority"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "certificate.unknownAuthority"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "certificate.unknownAuthority"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "certificate.selfSigned"],
]);
