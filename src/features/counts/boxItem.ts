import * as l10n from "@vscode/l10n";
import { type QuickPickItem, QuickPickItemKind, ThemeIcon } from "vscode";
import type { BoxAction, BoxRow } from "../../core/counts/box/boxRow.ts";

/** A row of the count box as a quick pick item. */
export interface BoxItem extends QuickPickItem {
  readonly action: BoxAction;
}

export function boxItem({ isHeading = false, canRemove = false, ...row }: BoxRow): BoxItem {
  return {
    ...row,
    ...(isHeading && { kind: QuickPickItemKind.Separator }),
    ...(canRemove && { buttons: [{ iconPath: new ThemeIcon("close"), tooltip: l10n.t("Remove") }] }),
  };
}
