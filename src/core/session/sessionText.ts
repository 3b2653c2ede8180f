import * as l10n from "@vscode/l10n";
import type { ProjectId } from "../query/projectId.ts";
import { plural } from "../text/plural.ts";
import type { PickRow } from "../text/rows.ts";
import { listed } from "../text/sentences.ts";
import { visibleText } from "../text/visibleText.ts";
import { type AccountEntry, type AccountName, sameAccount } from "./accounts.ts";
import { type dataOf, type HoldReason, isCollector } from "./session.ts";
import type { ProjectSetting, SessionNotice } from "./sessionPorts.ts";
import type { NamedBy } from "./weaveServices.ts";

/** Why no requests are sent yet. */
export function heldText(reason: HoldReason): string {
  return {
    restricted: l10n.t("In Restricted Mode, no requests are sent until you load threads."),
    container: l10n.t("Your API key is not used in this container until you allow it."),
  }[reason];
}

/** Asks whether the key may be used in a container; `remoteName` is VS Code's. */
export function useKeyQuestion(remoteName: string | undefined): string {
  return remoteName === "codespaces"
    ? l10n.t("Use your API key in this codespace?")
    : l10n.t("Use your API key in this dev container?");
}

/** Why no requests can be sent with an invalid service URL. */
export function badAddressText(): string {
  return l10n.t("The service URL setting is not valid.");
}

export function noticeText(notice: SessionNotice): string {
  return {
    keyUnreadable: l10n.t("Could not read the API key from secret storage. Retry, or sign in again."),
    keyNotKept: l10n.t("Could not save the API key. It is kept for this window only."),
    keyMayRemain: l10n.t(
      "Signed out of this window, but the API key could not be deleted from secret storage. To be safe, revoke the key in your W&B user settings.",
    ),
  }[notice];
}

/** A project's name for display, with where its data is if no service has it. */
export function projectText(project: ProjectId, data: ReturnType<typeof dataOf>): string {
  if (data === "local") return l10n.t("{0} (on this machine)", project);
  return data === "sample" ? l10n.t("{0} (sample data)", project) : project;
}

/** Where a setting of another project is hidden by the choice of this workspace. */
export function hiddenText({ project, isOfWorkspace }: ProjectSetting): string {
  const name = visibleText(project);
  return isOfWorkspace
    ? l10n.t("Selected in this workspace instead of {0} (workspace settings)", name)
    : l10n.t("Selected in this workspace instead of {0} (user settings)", name);
}

export function namedByText(namedBy: NamedBy): string {
  return namedBy === "settingsBaseUrl"
    ? l10n.t("from the wandb settings file")
    : l10n.t("from the environment variable {0}", namedBy);
}

/** `api at https://trace.wandb.ai` */
export function accountText({ origin, username }: AccountName): string {
  if (isCollector({ origin, username })) return l10n.t("Local Collector");
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
  if (left.some((one) => sameAccount(one, entry))) return l10n.t("Signed out of {0} in this window.", account);
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
  return l10n.t("Signed out of {0}. Still signed in: {1}.", accountText(left), listed(others.map(accountText)));
}

/** What is to be known of an account beside its name. */
export function accountNotes({ current, key, project }: AccountEntry): readonly string[] {
  return [
    current ? l10n.t("current") : "",
    { nowhere: l10n.t("signed out"), thisWindow: l10n.t("this window only"), kept: "" }[key],
    project === null ? "" : visibleText(project),
  ].filter((note) => note !== "");
}

/** The row of the sample project among the accounts. */
export function sampleRow(current: boolean): PickRow {
  return { label: l10n.t("Sample Project"), ...(current && { description: l10n.t("current") }) };
}
