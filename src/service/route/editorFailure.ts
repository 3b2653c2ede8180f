import { decodingFailure } from "../body/contentEncoding.ts";
import { codeOf, isCertificateCode } from "../fault/connectionFault.ts";
import { proxyFault, proxyRefusal } from "./proxyFault.ts";

/**
 * The failure behind an error of the editor's `fetch`, as far as known: `fetch` uses one error for all failures
 * with the actual error as its cause, and only VS Code knows the proxy.
 */
export function editorFailure(error: unknown, service: URL): Error {
  const cause = causeOf(error);
  // undici's ProxyAgent, which VS Code's fetch goes through, has the status only in its message.
  const [, status] = /^Proxy response \((\d{3})\)/.exec(cause.message) ?? [];
  if (status !== undefined) return proxyRefusal(null, Number(status), cause);
  const code = codeOf(cause);
  // System errors name the failed syscall; numbered errors without one are from zlib.
  if ("errno" in cause && !("syscall" in cause)) return decodingFailure(cause);
  if (code.startsWith("UND_ERR_PRX")) return proxyFault(null, null, code, cause);
  const elsewhere = isCertificateCode(code) ? null : otherPlace(cause, service);
  return elsewhere === null ? cause : proxyFault(elsewhere, null, code, cause);
}

/** The first error with a code: that of `fetch` itself has none. */
function causeOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error("fetch failed", { cause: error });
  const named = "code" in error && typeof error.code === "string";
  return !named && error.cause instanceof Error ? causeOf(error.cause) : error;
}

/** The target of a failed connection, if known and not the service: then it is a proxy. */
function otherPlace(error: Error, service: URL): string | null {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(inner instanceof Error) || !("syscall" in inner)) return null;
  if (inner.syscall === "getaddrinfo" && "hostname" in inner && typeof inner.hostname === "string") {
    return inner.hostname === service.hostname ? null : inner.hostname;
  }
  if (inner.syscall === "connect" && "address" in inner && "port" in inner) {
    return String(inner.port) === (service.port || "443") ? null : `${inner.address}:${inner.port}`;
  }
  return null;
}
