import { type ProjectId, parseProjectId } from "../query/projectId.ts";
import { parseServiceAddress, remoteOf } from "../settings/serviceUrl.ts";
import { jsonIn, memberOf, textIn } from "../text/json.ts";
import { type Account, isCollector } from "./session.ts";

/** The stored data of an account, without secrets. */
export interface RememberedAccount extends Account {
  /** The project last selected with it; null for none. */
  readonly project: ProjectId | null;
}

export interface AccountEntry extends RememberedAccount {
  /** It is the account of this window's session. */
  readonly current: boolean;
  /** Where its key is: `nowhere` requires signing in again. */
  readonly key: "kept" | "thisWindow" | "nowhere";
}

export interface AccountFacts {
  /** The accounts with a stored key; null if unknown. */
  readonly kept: readonly AccountName[] | null;
  /** The accounts whose keys only this window has. */
  readonly thisWindow: readonly AccountName[];
  /** The latest first. */
  readonly remembered: readonly RememberedAccount[];
  readonly current: AccountName | null;
}

/** All known accounts: those remembered, the latest first, then those with only a key. */
export function listAccounts({ kept, thisWindow, remembered, current }: AccountFacts): readonly AccountEntry[] {
  const among = (names: readonly AccountName[], name: AccountName) => names.some((one) => sameAccount(one, name));
  const accounts = [...remembered];
  for (const { origin, username } of [...(kept ?? []), ...thisWindow]) {
    // Its secret has the full URL.
    if (!among(accounts, { origin, username })) accounts.push({ url: origin, origin, username, project: null });
  }
  return accounts.map((account) => {
    const isKept = kept === null || among(kept, account) || isCollector(account);
    const key = among(thisWindow, account) ? "thisWindow" : isKept ? "kept" : "nowhere";
    return { ...account, current: current !== null && sameAccount(current, account), key };
  });
}

/** Parses the remembered accounts; invalid entries are left out. */
export function readAccounts(stored: unknown): readonly RememberedAccount[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown) => readAccount(entry) ?? []);
}

/** The accounts with this one first. Without a project, its previous one stays. */
export function withAccount(
  accounts: readonly RememberedAccount[],
  { url, origin, username }: Account,
  project: ProjectId | null,
): readonly RememberedAccount[] {
  const known = accounts.find((one) => sameAccount(one, { origin, username }));
  const latest = { url, origin, username, project: project ?? known?.project ?? null };
  return [latest, ...withoutAccount(accounts, latest)];
}

export function withoutAccount(accounts: readonly RememberedAccount[], left: AccountName) {
  return accounts.filter((one) => !sameAccount(one, left));
}

/** Undefined if not valid. */
export function readAccount(entry: unknown): RememberedAccount | undefined {
  const username = textIn(entry, "username");
  const service = remoteOf(parseServiceAddress(textIn(entry, "url") ?? ""));
  if (username === undefined || service === null) return undefined;
  const { url, origin } = service;
  return { url, origin, username, project: parseProjectId(textIn(entry, "project") ?? "") ?? null };
}

/** What identifies an account. */
export type AccountName = Pick<Account, "origin" | "username">;

/** The secret of an account: enough to use it without other stored data. */
export interface KeptAccount {
  readonly account: Account;
  readonly key: string;
  /** The project signed in to, for windows that adopt the account. Earlier versions did not store it. */
  readonly project?: ProjectId;
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
  return addressOf(origin, origin) === origin && username !== "" ? { origin, username } : undefined;
}

/** The secret itself: `{"v":1,"url":"https://host/traces","key":"…","project":"acme/desk"}`. */
export function secretText({ account, key, project }: KeptAccount): string {
  return JSON.stringify({ v: 1, url: account.url, key, project });
}

/** Undefined if the secret has no key. A URL of another origin than the name's is ignored. */
export function readSecret(text: string, { origin, username }: AccountName): KeptAccount | undefined {
  const value = jsonIn(text);
  const key = memberOf(value, "key");
  if (memberOf(value, "v") !== 1 || typeof key !== "string") return undefined;
  const account = { url: addressOf(textIn(value, "url") ?? "", origin) ?? origin, origin, username };
  const project = parseProjectId(textIn(value, "project") ?? "");
  return { account, key, ...(project !== undefined && { project }) };
}

export function sameAccount(a: AccountName, b: AccountName): boolean {
  return a.origin === b.origin && a.username === b.username;
}

/** The normalized base URL, undefined if not of this origin. */
function addressOf(text: string, origin: string): string | undefined {
  const service = remoteOf(parseServiceAddress(text));
  return service?.origin === origin ? service.url : undefined;
}
