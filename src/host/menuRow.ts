import * as l10n from "@vscode/l10n";
import { window } from "vscode";

/**
 * Whether a command comes from a row's menu rather than from the palette, which hands over nothing. VS Code forgets all
 * rows when a tree is redrawn, and a menu that is used just then comes without its row: that is no call for another one.
 */
export function isFromRow(given: readonly unknown[]): boolean {
  return given.length > 0;
}

/** Says that the row of a menu is gone. */
export function tellRowIsGone(): void {
  window.showInformationMessage(l10n.t("The list has changed. Try again."));
}
