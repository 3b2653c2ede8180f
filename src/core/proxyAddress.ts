import { basicAuthorization } from "./credentials.ts";

/** An HTTP proxy that supports CONNECT. */
export interface ProxyAddress {
  /** `http:` or `https:`, without user name and password. */
  readonly origin: string;
  /** Host and port, the only part that is shown. */
  readonly name: string;
  /** The value of the `Proxy-Authorization` header; null for none. */
  readonly authorization: string | null;
}

/**
 * Parses a proxy URL. A user name and password in it are Basic credentials, unless `authorization` is set.
 * Returns the error as the end of a sentence. It quotes no part of the URL, which may hold a password.
 */
export function readProxyAddress(text: string, authorization: string | null): ProxyAddress | string {
  const address = text.trim();
  if (!address.includes("://") || !URL.canParse(address)) {
    return "is not a URL such as http://proxy.example:8080";
  }
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return `names a proxy of type ${url.protocol.slice(0, -1)}; only http and https proxies are supported`;
  }
  const value = authorization ?? basicCredentials(url);
  if (value === undefined) return "has a user name or password with an invalid % escape";
  if (value !== null && !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    return "is used with http.proxyAuthorization, which has a character that cannot be sent";
  }
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return { origin: url.origin, name: `${url.hostname}:${port}`, authorization: value };
}

/** Null if there are none, undefined if they cannot be decoded. */
function basicCredentials({ username, password }: URL): string | null | undefined {
  if (username === "" && password === "") return null;
  try {
    return basicAuthorization(decodeURIComponent(username), decodeURIComponent(password));
  } catch {
    return undefined;
  }
}
