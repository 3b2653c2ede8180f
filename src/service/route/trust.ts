import * as tls from "node:tls";
import type { NetworkSettings } from "../../core/network.ts";

/** Which certificates are trusted: a part of the options of `tls.connect`. */
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
 * Reading the system's certificates and building a context takes about 50 ms and blocks: done once
 * per process. `tls.setDefaultCACertificates` would also change every other extension. The default ones
 * include those of `NODE_EXTRA_CA_CERTS`.
 */
function withSystemCertificates(): tls.SecureContext {
  shared ??= tls.createSecureContext({
    ca: [...new Set([...tls.getCACertificates("default"), ...tls.getCACertificates("system")])],
  });
  return shared;
}
