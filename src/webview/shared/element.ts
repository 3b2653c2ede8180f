/** `false`, `null` and `undefined` draw nothing. */
export type Child = Node | string | false | null | undefined | readonly Child[];

/** Class names, or attributes: one is set without a value if `true`, and omitted if `false` or undefined. */
type Attributes = string | Readonly<Record<string, string | boolean | undefined>>;

/** Strings become text, never markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(typeof attributes === "string" ? { class: attributes } : attributes)) {
    if (typeof value === "string") made.setAttribute(name, value);
    else made.toggleAttribute(name, value === true);
  }
  made.append(...nodes(children));
  return made;
}

export function nodes(child: Child): readonly (Node | string)[] {
  if (child instanceof Node || typeof child === "string") return [child];
  return child ? child.flatMap(nodes) : [];
}

export function button(text: string, attributes: Attributes, press: () => void): HTMLButtonElement {
  const made = element("button", attributes, text);
  made.type = "button";
  made.addEventListener("click", press);
  return made;
}

/** Sets a text only if it differs, so that screen readers do not repeat it. */
export function setText(node: Element | null, text: string): void {
  if (node !== null && node.textContent !== text) node.textContent = text;
}

/** The element that contains the whole page. */
export function root(): HTMLElement {
  const known = document.querySelector("main");
  if (known !== null) return known;
  const made = element("main");
  document.body.append(made);
  return made;
}

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

/**
 * Draws the content of an element with as few changes as possible: focus, selection and the position of a screen reader
 * are preserved, and what is unchanged is not announced again. A button is never turned into another one, as it has its
 * own handler.
 */
export function redraw(inside: HTMLElement, ...children: readonly Child[]): void {
  const next = element("div", {}, children);
  keepingFocus(inside, () => renewChildren(inside, next));
}

function renewChildren(shown: Element, next: Element): void {
  const wanted = [...next.childNodes];
  for (const extra of [...shown.childNodes].slice(wanted.length)) extra.remove();
  for (const [place, child] of wanted.entries()) {
    const old = shown.childNodes[place];
    if (old === undefined) shown.append(child);
    else if (old.isEqualNode(child)) continue;
    else if (isRenewable(old) && isRenewable(child) && old.tagName === child.tagName) renew(old, child);
    else old.replaceWith(child);
  }
}

function renew(shown: Element, next: Element): void {
  for (const { name } of [...shown.attributes]) if (!next.hasAttribute(name)) shown.removeAttribute(name);
  for (const { name, value } of next.attributes) shown.setAttribute(name, value);
  renewChildren(shown, next);
}

/** Whether an element can be turned into another one of its kind. */
function isRenewable(node: Node): node is Element {
  return node instanceof Element && node.tagName !== "BUTTON";
}
