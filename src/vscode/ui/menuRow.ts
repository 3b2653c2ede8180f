import * as l10n from "@vscode/l10n";
import { window } from "vscode";

/**
 * Whether a command comes from a row's menu rather than from the palette, which passes no arguments. VS Code drops all
 * rows when a tree is redrawn, and a menu used just then passes no row: the command must not act on another one.
 */
export function isFromRow(given: readonly unknown[]): boolean {
  return given.length > 0;
}

/** Reports that the row of a menu is gone. */
export function tellRowIsGone(): void {
  window.showInformationMessage(l10n.t("The list has changed. Try again."));
}
