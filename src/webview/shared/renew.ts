/**
 * Makes an element like `next` with as few changes as possible: focus, selection and the position of a screen reader
 * are preserved. A button is never turned into another one, as it has its own handler.
 */
export function renew(shown: Element, next: Element): void {
  if (shown.isEqualNode(next)) return;
  for (const { name } of [...shown.attributes]) if (!next.hasAttribute(name)) shown.removeAttribute(name);
  for (const { name, value } of next.attributes)
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  const wanted = [...next.childNodes];
  for (const extra of [...shown.childNodes].slice(wanted.length)) extra.remove();
  for (const [place, child] of wanted.entries()) {
    const old = shown.childNodes[place];
    if (old === undefined) shown.append(child);
    else if (isRenewable(old) && isRenewable(child) && old.tagName === child.tagName) renew(old, child);
    else if (!old.isEqualNode(child)) old.replaceWith(child);
  }
}

/** Whether an element can be turned into another one of its kind. */
function isRenewable(node: Node | undefined): node is Element {
  return node instanceof Element && node.tagName !== "BUTTON";
}
