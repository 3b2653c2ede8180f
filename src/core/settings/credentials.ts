import type { NetworkSettings } from "./network.ts";
import { decoded } from "./serviceUrl.ts";

const mark = "[redacted]";

/** The value of an `Authorization` or `Proxy-Authorization` header (RFC 7617); in UTF-8, as the service reads it. */
export function basicAuthorization(username: string, password: string): string {
  return `Basic ${base64(`${username}:${password}`)}`;
}

/** The forms that credentials take in a text; none for a blank password, which every text contains. */
export function credentialForms(username: string, password: string): readonly string[] {
  if (password.trim() === "") return [];
  return [password, encodeURIComponent(password.toWellFormed()), base64(password), base64(`${username}:${password}`)];
}

/** The text without any of the forms. Longer forms go first, so that no part of them remains. */
export function redacted(text: string, forms: readonly string[]): string {
  return forms.toSorted((a, b) => b.length - a.length).reduce((rest, form) => rest.replaceAll(form, mark), text);
}

function base64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}

/** Every form that the credentials of a service or a proxy take in a text. */
export function secretForms(
  account: { readonly username: string; readonly key: string } | null,
  { proxyAuthorization, proxy, environment }: NetworkSettings,
): readonly string[] {
  const forms = account === null ? [] : [...credentialForms(account.username, account.key)];
  if (proxyAuthorization !== null) {
    const value = proxyAuthorization.replace(/^\s*\w+\s+/, "");
    // The user name and password of a `Basic` header (RFC 7617).
    const plain = Buffer.from(value, "base64").toString("utf8");
    const [, username = "", password = ""] = /^([^:]*):(.*)$/s.exec(plain) ?? [];
    forms.push(proxyAuthorization, value, ...credentialForms(username, password));
  }
  for (const text of [proxy, environment.httpsProxy, environment.httpProxy]) forms.push(...formsIn(text ?? ""));
  return [...new Set(forms)].filter((form) => form.trim() !== "");
}

/** From a URL of any kind, valid or not. */
function formsIn(address: string): readonly string[] {
  const [, username = "", password] = /^(?:[a-z][a-z\d+.-]*:\/\/)?([^/:@]*):(.+)@/i.exec(address.trim()) ?? [];
  return password === undefined ? [] : [password, ...credentialForms(decoded(username), decoded(password))];
}

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
  if (!address.includes("://") || !URL.canParse(address)) return "is not a URL such as http://proxy.example:8080";
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
