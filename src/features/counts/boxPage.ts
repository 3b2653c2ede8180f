import { QuickInputButtons, type QuickPick } from "vscode";
import type { BoxAction } from "../../core/counts/box/boxRow.ts";
import type { BoxItem } from "./boxItem.ts";

/** A page of the box. */
export interface BoxPage {
  readonly busy: boolean;
  /** Whether another page lies before it. */
  readonly back: boolean;
  readonly placeholder: string;
  readonly items: readonly BoxItem[];
}

/** Shows a page. One that is not `fresh` is the page on screen, changed: the row that a person has gone to stays active. */
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
