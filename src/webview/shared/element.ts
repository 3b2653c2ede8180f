type Attributes = Readonly<Record<string, string | boolean>>;

/** An element; an attribute is set without a value if `true`, and omitted if `false`. Strings become text, never markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (value !== false) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** Sets a text only if it differs, so that screen readers do not repeat it. */
export function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** The element that contains the whole page. */
export function root(): HTMLElement {
  const known = document.querySelector("main");
  if (known !== null) return known;
  const made = element("main");
  document.body.append(made);
  return made;
}

export function button(text: string, attributes: Attributes, press: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", press);
  return made;
}
