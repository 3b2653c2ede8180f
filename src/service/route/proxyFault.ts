import { ServiceError } from "../../core/failures/fault.ts";
import { codeOf, isCertificateCode } from "../fault/connectionFault.ts";

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

/** `proxy` is null if only the editor knows it. */
export function proxyRefusal(proxy: string | null, status: number, cause?: unknown): ServiceError {
  return proxyFault(proxy, status, "", cause);
}

export function proxyFault(proxy: string | null, status: number | null, detail: string, cause?: unknown): ServiceError {
  return new ServiceError({ kind: "proxy", proxy, status, detail }, cause);
}
