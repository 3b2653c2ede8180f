import { proxySources, ServiceError } from "../../core/failures/fault.ts";
import type { RouteReason } from "../../core/requests/requestEntry.ts";
import { BrokenBody } from "../body/brokenBody.ts";

export interface ConnectionMoment {
  /** Whether the status and headers of the response had arrived. */
  readonly answered: boolean;
  /** The time limit of a connection, in milliseconds. */
  readonly connectTimeout: number;
}

/**
 * The fault of a connection error. Codes are those of Node's `net` and `tls`, of OpenSSL's certificate check, and of
 * undici (`UND_ERR_…`). Errors of the client itself, and faults from a route, are returned unchanged.
 */
export function connectionFailure(error: Error, moment: ConnectionMoment): Error {
  if (error instanceof ServiceError || error instanceof BrokenBody) return error;
  const code = codeOf(error);
  if (ownMistakes.has(code)) return error;
  if (code === "UND_ERR_CONNECT_TIMEOUT") {
    return new ServiceError({ kind: "timeout", phase: "connect", milliseconds: moment.connectTimeout }, error);
  }
  if (isCertificateCode(code)) return new ServiceError({ kind: "certificate", code }, error);
  if (isProtocolFailure(error, code, moment)) return new BrokenBody("malformed", null, error.message, error);
  if (moment.answered) return new BrokenBody("cutShort", null, `the connection ended early (${code})`, error);
  return new ServiceError({ kind: "unreachable", code: code === "UND_ERR_SOCKET" ? "ECONNRESET" : code }, error);
}

const ownMistakes = new Set(["UND_ERR_INVALID_ARG", "UND_ERR_DESTROYED", "UND_ERR_CLOSED"]);

/** The code of an error of `net`, `tls` or undici; its name where it has none. */
export function codeOf(error: Error): string {
  if ("code" in error && typeof error.code === "string") return error.code;
  // A host with several addresses fails once for each.
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return inner instanceof Error ? codeOf(inner) : error.name;
}

/** The response violates HTTP, rather than ending early. */
function isProtocolFailure(error: Error, code: string, { answered }: ConnectionMoment): boolean {
  // undici's parser gives its errors no code, only a text.
  if (error.name === "HTTPParserError") return !error.message.includes("Invalid EOF state");
  if (code === "UND_ERR_HEADERS_OVERFLOW") return true;
  // undici uses this for any invalid head with a length; a short body is a different case.
  if (code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") return !answered;
  // The code is shared with a closed socket; these two are unexpected responses (100, 101, a second one).
  return code === "UND_ERR_SOCKET" && (error.message === "bad response" || error.message === "bad upgrade");
}

/** https://nodejs.org/api/tls.html#x509-certificate-error-codes, and Node's own for a wrong host name. */
const certificateCodes = new Set([
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_GET_CRL",
  "UNABLE_TO_DECRYPT_CERT_SIGNATURE",
  "UNABLE_TO_DECRYPT_CRL_SIGNATURE",
  "UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "INVALID_CA",
  "INVALID_PURPOSE",
  "PATH_LENGTH_EXCEEDED",
  "HOSTNAME_MISMATCH",
]);

export function isCertificateCode(code: string): boolean {
  return certificateCodes.has(code) || code.startsWith("CERT_") || code.startsWith("CRL_");
}

/** The step at which a connection through a proxy failed. */
export type ProxyStep = "reaching" | "tunnelling";

/**
 * The fault of an error on a route through a proxy. Everything is the proxy's fault except a timeout, which may be the
 * service's, and the service's own certificate: those errors are returned unchanged.
 *
 * @param proxy its host and port.
 */
export function proxyFailure(error: Error, proxy: string, step: ProxyStep): Error {
  const code = codeOf(error);
  if (error instanceof ServiceError || code === "UND_ERR_CONNECT_TIMEOUT") return error;
  if (!isCertificateCode(code))
    return proxyFault(proxy, null, step === "reaching" ? code : `tunnel failed (${code})`, error);
  return step === "tunnelling" ? error : proxyFault(proxy, null, `certificate not trusted (${code})`, error);
}

/** `proxy` is null if only the editor knows it, `status` if the proxy sent none. */
export function proxyFault(proxy: string | null, status: number | null, detail: string, cause?: unknown): ServiceError {
  return new ServiceError({ kind: "proxy", proxy, status, detail }, cause);
}

/** A proxy's failure with what named the proxy, the reason of its route; any other unchanged. */
export function withSource(error: ServiceError, reason: RouteReason): ServiceError {
  const source = proxySources.find((known) => known === reason);
  if (error.fault.kind !== "proxy" || source === undefined) return error;
  return new ServiceError({ ...error.fault, source }, error.cause);
}
