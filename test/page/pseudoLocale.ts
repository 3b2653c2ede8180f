import { messagesIn } from "../unit/inLanguage.ts";
import type { Display } from "./editorPage.ts";

/** A text between marks and 40 % longer. */
export function pseudo(text: string): string {
  const letters = text.replaceAll(/\{\d+\}/g, "").trim();
  if (!/\p{L}/u.test(letters)) return text;
  // A single word remains one, as in German.
  const filler = letters.includes(" ") ? " äöüéßñå" : "äöüéßñå";
  const more = Math.ceil(0.4 * letters.length);
  return `[${text}${filler.repeat(Math.ceil(more / filler.length)).slice(0, more)}]`;
}

/** Every message in the pseudo-locale, with the long units of German. */
export const pseudoDisplay: Display = {
  language: "de",
  translations: Object.fromEntries(
    Object.keys(messagesIn("l10n/bundle.l10n.json")).map((text) => [text, pseudo(text)]),
  ),
};

/**
 * A script that returns the texts of a page that are cut off by an element that hides its overflow, or that are
 * outside the window or their element. Text that ends in an ellipsis and has a tooltip is shortened deliberately.
 */
export const cutTexts = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (node.data.trim() === "" || parent.closest(".unseen, style, script") !== null) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    for (let around = parent; around !== document.documentElement; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (/auto|scroll/.test(style.overflowX)) break;
      const box = around.getBoundingClientRect();
      const wide = text.left < box.left - 1 || text.right > box.right + 1;
      const high = text.top < box.top - 1 || text.bottom > box.bottom + 1;
      const hides = style.overflowX === "hidden" || style.overflowX === "clip";
      if (hides ? !wide && !high : !wide || style.display === "inline" || style.position === "absolute") continue;
      const isShortened = hides && (style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none");
      if (isShortened && parent.closest("[title]") !== null) break;
      found.push((hides ? "cut by " : "outside ") + around.localName + "." + around.className + ": " + node.data.trim());
      break;
    }
  }
  for (const input of document.querySelectorAll("input")) {
    const { value } = input;
    input.value = input.placeholder;
    if (input.checkVisibility() && input.scrollWidth > input.clientWidth) found.push("placeholder: " + input.placeholder);
    input.value = value;
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push("the page is " + scrollWidth + " pixels wide");
  return found;
})()`;

/** Opens everything that can be expanded, and tells how much was closed. */
export const expand = `(() => {
  const closed = [...document.querySelectorAll("details:not([open]), [role=treeitem][aria-expanded=false]")];
  for (const one of closed) one.localName === "details" ? (one.open = true) : one.click();
  return closed.length;
})()`;
