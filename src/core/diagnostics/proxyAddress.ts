/** An address of a proxy in parts. User name and password are here to be left out elsewhere. */
export interface ProxyAddress {
  readonly protocol: string;
  /** Without the port. */
  readonly host: string;
  /** Empty for the usual one. */
  readonly port: string;
  readonly username: string;
  readonly password: string;
}

/** Reads `http://user:password@host:port`, of which only the host must be there; null for anything else. */
export function proxyAddress(text: string): ProxyAddress | null {
  const full = text.includes("://") ? text.trim() : `http://${text.trim()}`;
  if (!URL.canParse(full)) return null;
  const { protocol, hostname, port, username, password } = new URL(full);
  if (hostname === "") return null;
  return {
    protocol: protocol.slice(0, -1),
    host: hostname,
    port,
    username: plain(username),
    password: plain(password),
  };
}

function plain(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
