import * as l10n from "@vscode/l10n";
import type { HoldReason } from "../core/session/session.ts";

/** Why nothing is requested yet. */
export function heldText(reason: HoldReason): string {
  switch (reason) {
    case "restricted":
      return l10n.t("In Restricted Mode, nothing is requested until you load threads.");
    case "container":
      return l10n.t("Your API key is not used in this container until you allow it.");
  }
}
