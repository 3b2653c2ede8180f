import { parseServiceAddress } from "./serviceUrl.ts";
import type { Account } from "./session.ts";

/** What identifies an account. */
export type AccountName = Pick<Account, "origin" | "username">;

/** The secret of an account: enough to use it without other stored data. */
export interface KeptAccount {
  readonly account: Account;
  readonly key: string;
}

const prefix = "weaveThreads:";

/** The name of an account's secret: `weaveThreads:<origin>:<username>`. A user name has no colon. */
export function secretName({ origin, username }: AccountName): string {
  return `${prefix}${origin}:${username}`;
}

/** The account of a secret's name; undefined for other secrets. */
export function readSecretName(text: string): AccountName | undefined {
  if (!text.startsWith(prefix)) return undefined;
  const colon = text.lastIndexOf(":");
  const [origin, username] = [text.slice(prefix.length, Math.max(colon, prefix.length)), text.slice(colon + 1)];
  return isOrigin(origin) && username !== "" ? { origin, username } : undefined;
}

/** The secret itself: `{"v":1,"url":"https://host/traces","key":"…"}`. */
export function secretText({ account, key }: KeptAccount): string {
  return JSON.stringify({ v: 1, url: account.url, key });
}

/** Undefined if the secret has no key. A URL of another origin than the name's is ignored. */
export function readSecret(text: string, { origin, username }: AccountName): KeptAccount | undefined {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null) return undefined;
  if (!("v" in value && value.v === 1 && "key" in value && typeof value.key === "string")) return undefined;
  const url = "url" in value && typeof value.url === "string" ? addressOf(value.url, origin) : undefined;
  return { account: { url: url ?? origin, origin, username }, key: value.key };
}

export function sameAccount(a: AccountName, b: AccountName): boolean {
  return a.origin === b.origin && a.username === b.username;
}

/** The normalized base URL, undefined if not of this origin. */
function addressOf(text: string, origin: string): string | undefined {
  const address = parseServiceAddress(text);
  return typeof address === "object" && address.kind === "remote" && address.origin === origin
    ? address.url
    : undefined;
}

function isOrigin(text: string): boolean {
  return addressOf(text, text) === text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
