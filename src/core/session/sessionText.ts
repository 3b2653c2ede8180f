import * as l10n from "@vscode/l10n";
import type { StatusItem } from "../display.ts";
import { UserError } from "../failures/userError.ts";
import type { ProjectId } from "./projectId.ts";
import type { HoldReason } from "./session.ts";
import type { SessionNotice } from "./sessionPorts.ts";
import type { NamedBy } from "./weaveServices.ts";

/** Why no requests are sent yet. */
export function heldText(reason: HoldReason): string {
  switch (reason) {
    case "restricted":
      return l10n.t("In Restricted Mode, no requests are sent until you load threads.");
    case "container":
      return l10n.t("Your API key is not used in this container until you allow it.");
  }
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

export function missingText(state: StatusItem): string {
  switch (state.kind) {
    case "noProject":
      return l10n.t("Select a project first.");
    case "held":
      return heldText(state.reason);
    case "badAddress":
      return badAddressText();
    default:
      return l10n.t("Sign in to Weave first.");
  }
}

export function noticeText(notice: SessionNotice, cause: unknown): string {
  switch (notice) {
    case "keyUnreadable":
      return l10n.t("Could not read the API key from secret storage. Retry, or sign in again.");
    case "keyNotKept":
      return l10n.t("Could not save the API key. It is kept for this window only.");
    case "keyMayRemain":
      return l10n.t(
        "Signed out of this window, but the API key could not be deleted from secret storage. To be safe, revoke the key in your W&B user settings.",
      );
    case "addressNotWritten":
      return l10n
        .t(
          "{0} The API key is saved. When the setting can be changed, run Weave: Switch Account to select the account.",
          cause instanceof UserError ? cause.message : "",
        )
        .trim();
  }
}

/** A project's name for display; `sample` marks sample data. */
export function projectText(project: ProjectId, sample: boolean): string {
  return sample ? l10n.t("{0} (sample data)", project) : project;
}

export function namedByText(namedBy: NamedBy): string {
  return namedBy === "settingsBaseUrl"
    ? l10n.t("from the wandb settings file")
    : l10n.t("from the environment variable {0}", namedBy);
}
