interface TreeActions {
  focus(row: HTMLElement): void;
  fold(row: HTMLElement, folded: boolean): void;
  enter(row: HTMLElement): void;
}

/** Keyboard navigation of a tree, as in VS Code; `event` comes from a row of it. */
export function treeKeys(event: KeyboardEvent, { focus, fold, enter }: TreeActions): void {
  const row = event.target;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (!(row instanceof HTMLElement) || row.role !== "treeitem") return;
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>("[role=treeitem]") ?? [])];
  const at = rows.indexOf(row);
  const go = (to: HTMLElement | undefined) => {
    if (to !== undefined) focus(to);
  };
  const open = row.ariaExpanded;
  switch (event.key) {
    case "ArrowDown":
      go(rows[at + 1]);
      break;
    case "ArrowUp":
      go(rows[at - 1]);
      break;
    case "Home":
      go(rows[0]);
      break;
    case "End":
      go(rows.at(-1));
      break;
    case "ArrowRight":
      if (open === "false") fold(row, false);
      else if (open === "true") go(rows[at + 1]);
      break;
    case "ArrowLeft":
      if (open === "true") fold(row, true);
      else go(rows.slice(0, at).findLast((above) => Number(above.ariaLevel) < Number(row.ariaLevel)));
      break;
    case "Enter":
    case " ":
      enter(row);
      break;
    default:
      return;
  }
  event.preventDefault();
}
