import { type AccountName, sameAccount } from "./accountSecret.ts";
import { type ProjectId, parseProjectId } from "./projectId.ts";
import { parseServiceAddress } from "./serviceUrl.ts";
import type { Account } from "./session.ts";

/** The stored data of an account, without secrets. */
export interface RememberedAccount extends Account {
  /** The project last selected with it; null for none. */
  readonly project: ProjectId | null;
}

/** An account in the account picker. */
export interface AccountEntry extends Account {
  readonly project: ProjectId | null;
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
  const unremembered = [...(kept ?? []), ...thisWindow.filter((name) => !among(kept ?? [], name))];
  const accounts: readonly RememberedAccount[] = [
    ...remembered,
    ...unremembered
      .filter((name) => !among(remembered, name))
      // Its secret has the full URL.
      .map(({ origin, username }) => ({ url: origin, origin, username, project: null })),
  ];
  return accounts.map((account) => {
    const key = among(thisWindow, account) ? "thisWindow" : kept === null || among(kept, account) ? "kept" : "nowhere";
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

export function withoutAccount(
  accounts: readonly RememberedAccount[],
  account: AccountName,
): readonly RememberedAccount[] {
  return accounts.filter((one) => !sameAccount(one, account));
}

function readAccount(entry: unknown): RememberedAccount | undefined {
  if (typeof entry !== "object" || entry === null) return undefined;
  if (!("url" in entry && typeof entry.url === "string")) return undefined;
  if (!("username" in entry && typeof entry.username === "string" && entry.username !== "")) return undefined;
  const address = parseServiceAddress(entry.url);
  if (typeof address === "string" || address.kind === "sample") return undefined;
  const project = "project" in entry && typeof entry.project === "string" ? parseProjectId(entry.project) : undefined;
  const { url, origin } = address;
  return { url, origin, username: entry.username, project: project ?? null };
}
