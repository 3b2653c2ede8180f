type Attributes = Readonly<Record<string, string | boolean>>;

/** An element; a `true` attribute is there without a value, a `false` one is not. Strings become text, never markup. */
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

/** Only a text that differs, so that it is not read out again. */
export function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** What holds the whole page. */
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
