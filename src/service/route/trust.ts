import * as tls from "node:tls";
import type { NetworkSettings } from "../../core/network.ts";

/** Whose certificates are accepted: of the options of `tls.connect`, those that say so. */
export interface Trust {
  readonly rejectUnauthorized: boolean;
  readonly secureContext?: tls.SecureContext;
}

export function trustOf({ strictTls, systemCertificates }: NetworkSettings): Trust {
  if (!strictTls) return { rejectUnauthorized: false };
  return { rejectUnauthorized: true, ...(systemCertificates ? { secureContext: withSystemCertificates() } : {}) };
}

let shared: tls.SecureContext | undefined;

/**
 * Reading the system's certificates and building a context with them takes some 50 ms, during which nothing else runs: once
 * for the process. `tls.setDefaultCACertificates` would do as much, for every other extension as well. The default ones
 * hold those of `NODE_EXTRA_CA_CERTS`.
 */
function withSystemCertificates(): tls.SecureContext {
  shared ??= tls.createSecureContext({
    ca: [...new Set([...tls.getCACertificates("default"), ...tls.getCACertificates("system")])],
  });
  return shared;
}
