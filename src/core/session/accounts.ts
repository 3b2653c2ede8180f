import { type AccountName, sameAccount } from "./accountSecret.ts";
import { type ProjectId, parseProjectId } from "./projectId.ts";
import { parseServiceAddress } from "./serviceUrl.ts";
import type { Account } from "./session.ts";

/** What is remembered of an account: nothing secret. */
export interface RememberedAccount extends Account {
  /** The project last chosen with it; null if none was. */
  readonly project: ProjectId | null;
}

/** An account as the user chooses it. */
export interface AccountEntry extends Account {
  readonly project: ProjectId | null;
  /** This window's session is its. */
  readonly current: boolean;
  /** Where its key is: nowhere means that it has to be signed in again. */
  readonly key: "kept" | "thisWindow" | "nowhere";
}

export interface AccountFacts {
  /** The accounts whose keys are kept; null if that cannot be told. */
  readonly kept: readonly AccountName[] | null;
  /** The accounts whose keys this window alone has. */
  readonly thisWindow: readonly AccountName[];
  /** The latest first. */
  readonly remembered: readonly RememberedAccount[];
  readonly current: AccountName | null;
}

/** Every account there is something of: those remembered, the latest first, then those that only have a key. */
export function listAccounts({ kept, thisWindow, remembered, current }: AccountFacts): readonly AccountEntry[] {
  const among = (names: readonly AccountName[], name: AccountName) => names.some((one) => sameAccount(one, name));
  const unremembered = [...(kept ?? []), ...thisWindow.filter((name) => !among(kept ?? [], name))];
  const accounts: readonly RememberedAccount[] = [
    ...remembered,
    ...unremembered
      .filter((name) => !among(remembered, name))
      // Its secret knows better, once it is read.
      .map(({ origin, username }) => ({ url: origin, origin, username, project: null })),
  ];
  return accounts.map((account) => {
    const key = among(thisWindow, account) ? "thisWindow" : kept === null || among(kept, account) ? "kept" : "nowhere";
    return { ...account, current: current !== null && sameAccount(current, account), key };
  });
}

/** Reads accounts that were remembered; an entry that is none is left out. */
export function readAccounts(stored: unknown): readonly RememberedAccount[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown) => readAccount(entry) ?? []);
}

/** The accounts with this one at the front. Where it names no project, the one known before stays. */
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
