import * as l10n from "@vscode/l10n";
import DOMPurify, { type Config } from "dompurify";
import { Marked, type RendererObject } from "marked";
import { visibleLines, visibleText } from "../../core/text/visibleText.ts";
import { element } from "../shared/element.ts";
import { codeBlock } from "./codeBlock.ts";
import { link } from "./link.ts";
import type { Surface } from "./surface.ts";

const blocks = ["p", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "table", "thead", "tbody", "tr", "th", "td"];
const allowed: Config & { RETURN_DOM_FRAGMENT: true } = {
  ALLOWED_TAGS: [...blocks, "hr", "br", "pre", "code", "em", "strong", "del", "a"],
  ALLOWED_ATTR: ["href", "start", "align", "lang"],
  ALLOWED_URI_REGEXP: /^https?:/i,
  // The sanitizer treats any attribute as a URL unless it is declared otherwise.
  ADD_URI_SAFE_ATTR: ["start", "align", "lang"],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};

const controls = /(?![\t\n])\p{Cc}/gu;

/**
 * Untrusted Markdown, protected three times: raw HTML is shown as text,
 * the sanitizer allows a short list of elements, and links and code are rebuilt without their attributes.
 */
export function markdown(surface: Surface, text: string): Node {
  // An HTML parser drops or replaces control characters; other hidden characters are made visible after parsing.
  const readable = text.replace(controls, visibleLines);
  let fragment: DocumentFragment;
  try {
    const html = new Marked({ async: false, gfm: true, breaks: true, renderer: renderer(surface) }).parse(readable);
    fragment = DOMPurify.sanitize(String(html), allowed);
  } catch {
    // Thousands of nested quotes would overflow the parser's stack.
    return element("div", { class: "plain", dir: "auto" }, visibleLines(text));
  }
  for (const pre of fragment.querySelectorAll("pre")) {
    const code = (pre.textContent ?? "").replace(/\n$/, "");
    pre.replaceWith(codeBlock(surface, { code, language: pre.lang }));
  }
  showHidden(fragment);
  for (const anchor of fragment.querySelectorAll("a")) {
    const address = anchor.getAttribute("href");
    anchor.replaceWith(...(address === null ? anchor.childNodes : [link(surface, address, [...anchor.childNodes])]));
  }
  for (const block of fragment.querySelectorAll(blocks.join())) block.setAttribute("dir", "auto");
  for (const table of fragment.querySelectorAll("table")) {
    const frame = element("div", { class: "table" });
    table.replaceWith(frame);
    frame.append(table);
  }
  return element("div", { class: "markdown" }, fragment);
}

function renderer(_surface: Surface): RendererObject {
  return {
    html: ({ text, block }) => (block === true ? `<p>${lines(text)}</p>` : lines(text)),
    text(token) {
      if ("tokens" in token && token.tokens) return this.parser.parseInline(token.tokens);
      return "escaped" in token && token.escaped ? escaped(token.text) : withEntities(token.text);
    },
    heading({ tokens, depth }) {
      const level = Math.min(depth + 3, 6);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
    code: ({ text, lang = "" }) =>
      `<pre lang="${escaped(/^[\w+#.-]{1,30}/.exec(lang)?.[0] ?? "")}">${escaped(text)}\n</pre>`,
    codespan: ({ text }) => `<code>${escaped(text)}</code>`,
    checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
    image: ({ href, text }) => escaped(`${l10n.t("Image")}: ${text} (${visibleText(href)})`),
    link({ href, tokens }) {
      const label = this.parser.parseInline(tokens);
      return isWeb(href) ? `<a href="${escaped(href)}">${label}</a>` : `${label} (${escaped(visibleText(href))})`;
    },
  };
}

/** Character references can produce hidden characters, which exist only after parsing. */
function showHidden(fragment: DocumentFragment): void {
  const texts = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const visible = visibleLines(node.nodeValue ?? "");
    if (visible !== node.nodeValue) node.nodeValue = visible;
  }
}

export function isWeb(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? "");

/** Escaped, except for character references, which Markdown supports like HTML. */
const withEntities = (text: string) =>
  text.replace(/&(?!#\d{1,7};|#x[\da-f]{1,6};|[a-z][\da-z]{1,31};)|[<>"']/gi, (sign) => signs[sign] ?? "");

const lines = (html: string) => escaped(html.trim()).replaceAll("\n", "<br>");
