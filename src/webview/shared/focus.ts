/** Redraws the content of an element; the focus returns to the part that had it, if it still exists. */
export function keepingFocus(inside: HTMLElement, draw: () => void): void {
  const focused = document.activeElement;
  const held = focused instanceof HTMLElement && inside.contains(focused) ? focused.dataset.focus : undefined;
  draw();
  if (held === undefined) return;
  for (const part of inside.querySelectorAll<HTMLElement>("[data-focus]")) {
    if (part.dataset.focus === held) part.focus({ preventScroll: true });
  }
}
