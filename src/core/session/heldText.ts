import * as l10n from "@vscode/l10n";
import type { HoldReason } from "./session.ts";

/** Why nothing is requested yet. */
export function heldText(reason: HoldReason): string {
  switch (reason) {
    case "restricted":
      return l10n.t("In Restricted Mode, nothing is requested until you load threads.");
    case "container":
      return l10n.t("Your API key is not used in this container until you allow it.");
  }
}

/** Why nothing can be requested, where the service address cannot be used. */
export function badAddressText(): string {
  return l10n.t("The service address in the settings cannot be used.");
}
