import * as l10n from "@vscode/l10n";
import { QuickInputButtons, type QuickPick, type QuickPickItem, QuickPickItemKind, ThemeIcon } from "vscode";
import type { BoxAction, BoxRow } from "../../core/counts/box/boxRow.ts";

/** A page of the count box. */
export interface BoxPage {
  readonly busy: boolean;
  /** Whether there is a previous page. */
  readonly back: boolean;
  readonly placeholder: string;
  readonly items: readonly BoxItem[];
}

/** Shows a page. Unless `fresh`, it updates the current page and keeps the active row. */
export function drawPage(pick: QuickPick<BoxItem>, page: BoxPage, fresh: boolean): void {
  const [active] = pick.activeItems;
  const moved = !fresh && active !== undefined && pick.items.indexOf(active) > 0;
  pick.busy = page.busy;
  pick.buttons = page.back ? [QuickInputButtons.Back] : [];
  pick.placeholder = page.placeholder;
  pick.items = page.items;
  const again = moved ? pick.items.find((item) => sameAction(item.action, active.action)) : undefined;
  if (again !== undefined) pick.activeItems = [again];
}

function sameAction(a: BoxAction, b: BoxAction): boolean {
  return a.kind === b.kind && JSON.stringify(a) === JSON.stringify(b);
}

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
