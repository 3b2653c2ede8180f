import type { NetworkDanger } from "../settings/network.ts";
import { type Fault, isOwn, pathInBody, type TimeoutPhase } from "./fault.ts";

/** The faults that have a sentence of their own: a kind, or a part of a kind. */
export type FaultForm =
  | Exclude<Fault["kind"], "unsafe" | "timeout">
  | `unreachable.${"name" | "refused" | "broken" | "noRoute"}`
  | `proxy.${"refused" | "credentials"}`
  | `unsafe.${NetworkDanger}`
  | `certificate.${"expired" | "otherHost" | "unknownAuthority" | "selfSigned"}`
  | `timeout.${TimeoutPhase}`
  | `invalidRequest.${"filter" | "sort"}`
  | "malformed.page";

export function faultForm(fault: Fault): FaultForm {
  switch (fault.kind) {
    case "unreachable":
    case "certificate":
      return codeForms.get(fault.code) ?? fault.kind;
    case "proxy":
      if (fault.status === null) return "proxy";
      return fault.status === 407 ? "proxy.credentials" : "proxy.refused";
    case "unsafe":
      return `unsafe.${fault.danger}`;
    case "timeout":
      return `timeout.${fault.phase}`;
    case "invalidRequest": {
      const parts = new Set(fault.issues.map((issue) => pathInBody(issue)[0]));
      if (parts.has("sort_by")) return "invalidRequest.sort";
      return parts.has("filter") ? "invalidRequest.filter" : "invalidRequest";
    }
    case "malformed":
      return isOwn(fault.detail, "page") ? "malformed.page" : "malformed";
    default:
      return fault.kind;
  }
}

/** The faults with the same actions, and the same welcome text in the Threads view. */
export type FaultGroup = ReturnType<typeof faultGroup>;

export function faultGroup(fault: Fault) {
  const form = faultForm(fault);
  switch (fault.kind) {
    case "certificate":
      return form === "certificate.otherHost" ? "unreachable" : fault.kind;
    case "unsafe":
      return form === "unsafe.machineTls" ? form : fault.kind;
    case "notFound":
      return "forbidden";
    case "routeMissing":
    case "redirect":
      return "address";
    case "malformed":
      return form === "malformed.page" ? "address" : "serviceFailure";
    case "tooLarge":
      return "invalidRequest.filter";
    case "unsupported":
      return "invalidRequest";
    case "invalidRequest":
      return form === "invalidRequest.filter" || form === "invalidRequest.sort" ? form : fault.kind;
    case "cutShort":
      return "rateLimited";
    default:
      return fault.kind;
  }
}

/**
 * Error codes of the system, of Node's `dns` and `net`, and of certificates
 * (https://nodejs.org/api/tls.html#x509-certificate-error-codes). A chain that ends in a self-signed certificate comes
 * from a private authority; a self-signed certificate without a chain has no authority.
 */
const codeForms: ReadonlyMap<string, FaultForm> = new Map([
  ["ENOTFOUND", "unreachable.name"],
  ["EAI_AGAIN", "unreachable.name"],
  ["ECONNREFUSED", "unreachable.refused"],
  ["ECONNRESET", "unreachable.broken"],
  ["EPIPE", "unreachable.broken"],
  ["EHOSTUNREACH", "unreachable.noRoute"],
  ["ENETUNREACH", "unreachable.noRoute"],
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
