import * as l10n from "@vscode/l10n";
import DOMPurify, { type Config } from "dompurify";
import { Marked, type RendererObject } from "marked";
import { type MarkdownPiece, markdownPieces, mostParsed } from "../../core/conversation/drawing/markdownPieces.ts";
import { visibleLines, visibleText } from "../../core/text/visibleText.ts";
import { element } from "../shared/element.ts";
import { codeBlock } from "./codeBlock.ts";
import type { Surface } from "./conversationSurface.ts";

/** Milliseconds per draw step before the page can respond. */
const atATime = 30;

/** Untrusted Markdown of any length; a long text is drawn piece by piece so that the page stays responsive. */
export function markdown(surface: Surface, text: string): Node {
  if (text.length <= mostParsed) return parsed(surface, text);
  const made = element("div", "pieces");
  const pieces = markdownPieces(text);
  const draw = () => {
    const began = performance.now();
    do {
      const { value, done } = pieces.next();
      if (done === true) return;
      made.append(pieceView(surface, value));
    } while (performance.now() - began < atATime);
    setTimeout(() => {
      if (made.isConnected) draw();
    });
  };
  draw();
  return made;
}

function pieceView(surface: Surface, piece: MarkdownPiece): Node {
  if (piece.kind === "markdown") return parsed(surface, piece.text);
  if (piece.kind === "code") return codeBlock(surface, piece.text, languageOf(piece.language));
  const note = element("p", "note", l10n.t("Shown as plain text. A line is too long for Markdown."));
  return element("div", {}, note, plain(piece.text));
}

function plain(text: string): HTMLElement {
  return element("div", { class: "plain", dir: "auto" }, visibleLines(text));
}

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
function parsed(surface: Surface, text: string): Node {
  // An HTML parser drops or replaces control characters; other hidden characters are made visible after parsing.
  const readable = text.replace(controls, visibleLines);
  let fragment: DocumentFragment;
  try {
    const html = new Marked({ async: false, gfm: true, breaks: true, renderer }).parse(readable);
    fragment = DOMPurify.sanitize(String(html), allowed);
  } catch {
    // Thousands of nested quotes would overflow the parser's stack.
    return plain(text);
  }
  for (const pre of fragment.querySelectorAll("pre")) {
    const code = (pre.textContent ?? "").replace(/\n$/, "");
    pre.replaceWith(codeBlock(surface, code, pre.lang));
  }
  showHidden(fragment);
  for (const anchor of fragment.querySelectorAll("a")) {
    const address = anchor.getAttribute("href");
    anchor.replaceWith(...(address === null ? anchor.childNodes : [link(surface, address, [...anchor.childNodes])]));
  }
  for (const block of fragment.querySelectorAll(blocks.join())) block.setAttribute("dir", "auto");
  for (const table of fragment.querySelectorAll("table")) {
    const frame = element("div", "table");
    table.replaceWith(frame);
    frame.append(table);
  }
  return element("div", "markdown", fragment);
}

/**
 * A link that only sends its URL to the extension: without an `href`, neither this page nor VS Code's
 * link handling can follow it.
 */
function link({ post }: Surface, address: string, children: readonly Node[]): HTMLElement {
  const made = element("a", { role: "link", tabindex: "0", title: visibleText(address) }, children);
  const notify = () => post({ kind: "link", address });
  made.addEventListener("click", notify);
  made.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") notify();
  });
  return made;
}

const renderer: RendererObject = {
  html: ({ text, block }) => (block === true ? `<p>${lines(text)}</p>` : lines(text)),
  text(token) {
    if ("tokens" in token && token.tokens) return this.parser.parseInline(token.tokens);
    return "escaped" in token && token.escaped ? escaped(token.text) : withEntities(token.text);
  },
  heading({ tokens, depth }) {
    const level = Math.min(depth + 3, 6);
    return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
  },
  code: ({ text, lang = "" }) => `<pre lang="${escaped(languageOf(lang))}">${escaped(text)}\n</pre>`,
  codespan: ({ text }) => `<code>${escaped(text)}</code>`,
  checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
  image: ({ href, text }) => escaped(`${l10n.t("Image")}: ${text} (${visibleText(href)})`),
  link({ href, tokens }) {
    const label = this.parser.parseInline(tokens);
    return isWeb(href) ? `<a href="${escaped(href)}">${label}</a>` : `${label} (${escaped(visibleText(href))})`;
  },
};

/** The first word after a fence, if it can name a language. */
function languageOf(info: string): string {
  return /^[\w+#.-]{1,30}/.exec(info)?.[0] ?? "";
}

/** Character references can produce hidden characters, which exist only after parsing. */
function showHidden(fragment: DocumentFragment): void {
  const texts = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const visible = visibleLines(node.nodeValue ?? "");
    if (visible !== node.nodeValue) node.nodeValue = visible;
  }
}

function isWeb(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? "");

/** Escaped, except for character references, which Markdown supports like HTML. */
const withEntities = (text: string) =>
  text.replace(/&(?!#\d{1,7};|#x[\da-f]{1,6};|[a-z][\da-z]{1,31};)|[<>"']/gi, (sign) => signs[sign] ?? "");

const lines = (html: string) => escaped(html.trim()).replaceAll("\n", "<br>");
