import { QuickInputButtons, type QuickPick } from "vscode";
import type { BoxAction } from "../../core/counts/box/boxRow.ts";
import type { BoxItem } from "./boxItem.ts";

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
