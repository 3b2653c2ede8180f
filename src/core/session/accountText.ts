import * as l10n from "@vscode/l10n";
import type { PickRow } from "../text/pickRow.ts";
import { plural } from "../text/plural.ts";
import { visibleText } from "../text/visibleText.ts";
import type { AccountName } from "./accountSecret.ts";
import type { AccountEntry } from "./accounts.ts";

/** `api at https://trace.wandb.ai` */
export function accountText({ origin, username }: AccountName): string {
  return l10n.t("{0} at {1}", visibleText(username), origin);
}

export function leavingText(entry: AccountEntry): string {
  const account = accountText(entry);
  return entry.key === "nowhere" ? l10n.t("Removing {0}…", account) : l10n.t("Signing out of {0}…", account);
}

/** What became of an account, and how many are left. */
export function leftText(entry: AccountEntry, left: readonly AccountEntry[]): string {
  const account = accountText(entry);
  if (entry.key === "nowhere") return l10n.t("Removed {0}.", account);
  if (left.some(({ origin, username }) => origin === entry.origin && username === entry.username)) {
    return l10n.t("Signed out of {0} in this window.", account);
  }
  const signedIn = left.filter(({ key }) => key !== "nowhere").length;
  if (signedIn === 0) return l10n.t("Signed out of {0}. No accounts remain.", account);
  return plural(
    signedIn,
    l10n.t("Signed out of {0}. 1 account remains.", account),
    l10n.t("Signed out of {0}. {1} accounts remain.", account, signedIn),
  );
}

/** What remains after signing out of the current account. */
export function stillSignedInText(left: AccountName, others: readonly AccountName[]): string {
  return l10n.t("Signed out of {0}. Still signed in: {1}.", accountText(left), others.map(accountText).join(", "));
}

/** What is to be known of an account beside its name. */
export function accountNotes({ current, key, project }: AccountEntry): readonly string[] {
  return [
    ...(current ? [l10n.t("current")] : []),
    ...(key === "nowhere" ? [l10n.t("signed out")] : []),
    ...(key === "thisWindow" ? [l10n.t("this window only")] : []),
    ...(project === null ? [] : [visibleText(project)]),
  ];
}

/** The row of the sample project among the accounts. */
export function sampleRow(current: boolean): PickRow {
  return { label: l10n.t("Sample Project"), ...(current && { description: l10n.t("current") }) };
}
