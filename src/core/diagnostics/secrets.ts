import { credentialForms } from "../credentials.ts";
import type { NetworkSettings } from "../network.ts";

/** Every form that the credentials of a service or a proxy take in a text. */
export function secretForms(
  account: { readonly username: string; readonly key: string } | null,
  { proxyAuthorization, proxy, environment }: NetworkSettings,
): readonly string[] {
  const forms = account === null ? [] : [...credentialForms(account.username, account.key)];
  if (proxyAuthorization !== null) {
    const value = proxyAuthorization.replace(/^\s*\w+\s+/, "");
    const pair = plainPair(value);
    forms.push(proxyAuthorization, value, ...(pair === null ? [] : credentialForms(pair.username, pair.password)));
  }
  for (const text of [proxy, environment.httpsProxy, environment.httpProxy]) {
    forms.push(...(text === null ? [] : formsIn(text)));
  }
  return [...new Set(forms)].filter((form) => form.trim() !== "");
}

/** From a URL of any kind, valid or not. */
function formsIn(address: string): readonly string[] {
  const [, username = "", password] = /^(?:[a-z][a-z\d+.-]*:\/\/)?([^/:@]*):(.+)@/i.exec(address.trim()) ?? [];
  return password === undefined ? [] : [password, ...credentialForms(decoded(username), decoded(password))];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The user name and password of a `Basic` header (RFC 7617). */
function plainPair(value: string): { readonly username: string; readonly password: string } | null {
  const text = Buffer.from(value, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 ? null : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}
