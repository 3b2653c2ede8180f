/** Draws what is inside an element again; the focus comes back to the part that had it, if there still is one. */
export function keepingFocus(inside: HTMLElement, draw: () => void): void {
  const focused = document.activeElement;
  const held = focused instanceof HTMLElement && inside.contains(focused) ? focused.dataset.focus : undefined;
  draw();
  if (held === undefined) return;
  for (const part of inside.querySelectorAll<HTMLElement>("[data-focus]")) {
    if (part.dataset.focus === held) part.focus({ preventScroll: true });
  }
}
