import * as tls from "node:tls";
import type { buildConnector } from "undici";
import buildConnection from "undici/lib/core/connect.js";
import type { NetworkSettings } from "../../core/settings/network.ts";

/**
 * Tracks which request a connection is opened for. undici has no handle for a request that is not connected yet, but it opens
 * the connection within the call of `dispatch` for that request.
 */
export class Opening {
  #abandoned: AbortSignal | undefined;

  /** Aborted when the connection is no longer needed; undefined outside of `during`. */
  get abandoned(): AbortSignal | undefined {
    return this.#abandoned;
  }

  during(abandoned: AbortSignal, dispatch: () => void): void {
    const outer = this.#abandoned;
    this.#abandoned = abandoned;
    try {
      dispatch();
    } finally {
      this.#abandoned = outer;
    }
  }

  /** Opens TCP and TLS connections. One abandoned before it is established is destroyed. `timeout` in milliseconds. */
  connector(timeout: number, trust: Trust): Connector {
    const connect = buildConnection({ ...trust, timeout, allowH2: false });
    return (options, callback, abandoned = this.#abandoned) => {
      const end = () => socket.destroy(new Error("aborted"));
      const socket = connect(options, (...ending) => {
        abandoned?.removeEventListener("abort", end);
        callback(...ending);
      });
      abandoned?.addEventListener("abort", end);
      if (abandoned?.aborted) end();
    };
  }
}

/** undici's type. `abandoned` is aborted when the connection is no longer needed; by default that of the dispatched request. */
export type Connector = (
  options: buildConnector.Options,
  callback: buildConnector.Callback,
  abandoned?: AbortSignal,
) => void;

/** Which certificates are trusted: a part of the options of `tls.connect`. */
export interface Trust {
  readonly rejectUnauthorized: boolean;
  readonly secureContext?: tls.SecureContext;
}

/** The trust for an origin. Certificates are read for `https:` only. */
export function trustOf(origin: string, { strictTls, systemCertificates }: NetworkSettings): Trust {
  if (!origin.startsWith("https:")) return { rejectUnauthorized: true };
  return { rejectUnauthorized: strictTls, ...(strictTls && systemCertificates && { secureContext: systemContext() }) };
}

let shared: tls.SecureContext | undefined;

/**
 * Reading the system's certificates and building a context takes about 50 ms and blocks: done once
 * per process. `tls.setDefaultCACertificates` would also change every other extension. The default ones
 * include those of `NODE_EXTRA_CA_CERTS`.
 */
function systemContext(): tls.SecureContext {
  shared ??= tls.createSecureContext({
    ca: [...new Set([...tls.getCACertificates("default"), ...tls.getCACertificates("system")])],
  });
  return shared;
}
