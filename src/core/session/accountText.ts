import * as l10n from "@vscode/l10n";
import { plural } from "../text/plural.ts";
import { visibleText } from "../text/visibleText.ts";
import type { AccountName } from "./accountSecret.ts";
import type { AccountEntry } from "./accounts.ts";

/** An account as a person knows it. */
export function accountText({ origin, username }: AccountName): string {
  return l10n.t("{0} at {1}", visibleText(username), origin);
}

export function leavingText(entry: AccountEntry): string {
  const account = accountText(entry);
  return entry.key === "nowhere" ? l10n.t("Forgetting {0}…", account) : l10n.t("Signing out {0}…", account);
}

/** What became of an account, and how many are left. */
export function leftText(entry: AccountEntry, left: readonly AccountEntry[]): string {
  const account = accountText(entry);
  if (entry.key === "nowhere") return l10n.t("{0} is forgotten.", account);
  if (left.some(({ origin, username }) => origin === entry.origin && username === entry.username)) {
    return l10n.t("{0} is signed out in this window.", account);
  }
  const signedIn = left.filter(({ key }) => key !== "nowhere").length;
  if (signedIn === 0) return l10n.t("{0} is signed out. No account is left.", account);
  return plural(
    signedIn,
    l10n.t("{0} is signed out. One account is left.", account),
    l10n.t("{0} is signed out. {1} accounts are left.", account, signedIn),
  );
}

/** What is to be known of an account beside its name. */
export function accountNotes({ current, key, project }: AccountEntry): readonly string[] {
  return [
    ...(current ? [l10n.t("current")] : []),
    ...(key === "nowhere" ? [l10n.t("signed out")] : []),
    ...(key === "thisWindow" ? [l10n.t("not remembered")] : []),
    ...(project === null ? [] : [visibleText(project)]),
  ];
}
