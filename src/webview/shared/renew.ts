/**
 * Makes what is shown like `next`, changing no more than differs: who reads it, with the eyes, a selection or a screen reader,
 * stays where they are. A button, which does something of its own, is never made into another one.
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

/** An element that can be made into one of its kind. */
function isRenewable(node: Node | undefined): node is Element {
  return node instanceof Element && node.tagName !== "BUTTON";
}
