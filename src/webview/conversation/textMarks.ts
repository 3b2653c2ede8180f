import { textPattern } from "../../core/text/textPattern.ts";

/** The name of the highlight in the style sheet. */
const highlightName = "weave-found";

/** More are not marked: a text of one letter may be found in every word. */
const mostMarks = 1000;

/** A match does not continue from one of these into the next. */
const blocks = "p, li, h2, h3, h4, h5, h6, td, th, pre, blockquote, summary, section, div, article";

/** Not part of what was said. */
const skipped = "header, button";

/** Marks a text in one part of an element, also in what is drawn there later. */
export class TextMarks {
  readonly #whole: Element;
  readonly #changes = new MutationObserver(() => this.#draw());
  #part: () => Element | null = () => null;
  #text = "";
  #hasExpanded = false;
  #first: Range | null = null;

  constructor(whole: Element) {
    this.#whole = whole;
  }

  /** The first place; null if there is none. */
  get first(): Range | null {
    return this.#first;
  }

  /** Replaces the marks; an empty text removes them. The part may be added later. */
  mark(part: () => Element | null, text: string): void {
    this.#changes.disconnect();
    this.#part = part;
    this.#text = text;
    this.#hasExpanded = false;
    // First, because drawing may expand a section.
    if (text !== "") this.#changes.observe(this.#whole, { childList: true, characterData: true, subtree: true });
    this.#draw();
  }

  #draw(): void {
    const part = this.#text === "" ? null : this.#part();
    const ranges = part === null ? [] : markPlaces(part, this.#text);
    if (part !== null && ranges.length === 0 && part.ariaBusy === "false" && !this.#hasExpanded) {
      this.#hasExpanded = true;
      if (!expandTo(part, this.#text)) showAllTo(part, this.#text);
    }
    this.#first = ranges[0] ?? null;
    if (ranges.length === 0) CSS.highlights.delete(highlightName);
    else CSS.highlights.set(highlightName, new Highlight(...ranges));
  }
}

/** Where a text is in the text nodes of a part of the page, in order; a match may span several nodes. */
export function markPlaces(part: Element, text: string): readonly Range[] {
  const places: Range[] = [];
  for (const nodes of textBlocks(part)) {
    const whole = nodes.map(({ data }) => data).join("");
    for (const { index, 0: found } of whole.matchAll(textPattern(text))) {
      if (places.length === mostMarks) return places;
      const range = document.createRange();
      const [start, end] = [placeAt(nodes, index, false), placeAt(nodes, index + found.length, true)];
      if (start === null || end === null) continue;
      range.setStart(...start);
      range.setEnd(...end);
      places.push(range);
    }
  }
  return places;
}

/** Expands the first collapsed section that has a text; sections that request their content stay as they are. */
function expandTo(part: Element, text: string): boolean {
  for (const fold of part.querySelectorAll<HTMLDetailsElement>("details:not([open], .calls)")) {
    toggle(fold, true);
    if (markPlaces(fold, text).length > 0 || expandTo(fold, text)) return true;
    toggle(fold, false);
  }
  return false;
}

/** Shows long texts in full, in order, up to the one that has a text. */
function showAllTo(part: Element, text: string): void {
  for (const all of part.querySelectorAll<HTMLButtonElement>("button.cut")) {
    all.click();
    if (markPlaces(part, text).length > 0) return;
  }
}

/** The browser reports it later, and the content is created when it does. */
function toggle(fold: HTMLDetailsElement, open: boolean): void {
  fold.open = open;
  fold.dispatchEvent(new Event("toggle"));
}

/** The text nodes, by the block that they are in. */
function textBlocks(part: Element): Iterable<readonly Text[]> {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const byBlock: { readonly block: Element | null; readonly nodes: Text[] }[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.data === "" || node.parentElement?.closest(skipped)) continue;
    const block = node.parentElement?.closest(blocks) ?? null;
    const last = byBlock.at(-1);
    if (last?.block === block) last.nodes.push(node);
    else byBlock.push({ block, nodes: [node] });
  }
  return byBlock.map(({ nodes }) => nodes);
}

/** The node and offset of a place in the joined text; at the border of two nodes, in the first one for an end. */
function placeAt(nodes: readonly Text[], at: number, isEnd: boolean): [node: Text, offset: number] | null {
  let before = 0;
  for (const node of nodes) {
    const offset = at - before;
    if (isEnd ? offset <= node.length : offset < node.length) return [node, offset];
    before += node.length;
  }
  return null;
}
