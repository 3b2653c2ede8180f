import type { FoundPlace } from "../../core/conversation/findText.ts";
import { markPlaces } from "./textMarks.ts";
import type { TurnColumn } from "./turnColumn.ts";

/** The names of the highlights in the style sheet. */
const anyName = "weave-find";
const currentName = "weave-find-current";

/** Their text is that of the collapsed section. */
const previews = ".tool-preview, .json-preview";

/** Marks the places of a text in the drawn turns, and one of them as the current one. */
export class FindMarks {
  readonly #turns: TurnColumn;
  readonly #changes = new MutationObserver(() => this.#drawSoon());
  /** Called when the current place has moved. */
  readonly #onMoved: () => void;
  #text = "";
  #current: FoundPlace | null = null;
  #hasExpanded = false;
  #range: Range | null = null;
  #frame: number | null = null;

  constructor(turns: TurnColumn, onMoved: () => void) {
    this.#turns = turns;
    this.#onMoved = onMoved;
  }

  /** Where the current place is drawn; null if it is not. */
  get range(): Range | null {
    return this.#range;
  }

  /** Replaces the marks; an empty text removes them. */
  show(text: string, current: FoundPlace | null): void {
    this.#changes.disconnect();
    const { turnId, index } = this.#current ?? {};
    if (text !== this.#text || current?.turnId !== turnId || current?.index !== index) this.#hasExpanded = false;
    this.#text = text;
    this.#current = current;
    this.#draw();
    if (text !== "")
      this.#changes.observe(this.#turns.element, { childList: true, characterData: true, subtree: true });
  }

  #drawSoon(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      if (this.#text !== "") this.#draw();
    });
  }

  #draw(): void {
    this.#range = this.#text === "" ? null : this.#currentRange();
    const articles = this.#text === "" ? [] : [...this.#turns].map(({ article }) => article);
    const ranges = articles.filter((article) => isDrawn(article)).flatMap((one) => markPlaces(one, this.#text));
    mark(anyName, ranges);
    mark(currentName, this.#range === null ? [] : [this.#range]);
    if (this.#range !== null) this.#onMoved();
  }

  #currentRange(): Range | null {
    const article = this.#turns.get(this.#current?.turnId)?.article;
    if (article === undefined || this.#current === null || !isDrawn(article)) return null;
    const { index } = this.#current;
    const own = () => markPlaces(article, this.#text).filter((range) => !isInside(range, `.history, ${previews}`));
    let found = own();
    if (found.length <= index && !this.#hasExpanded) {
      expand(article, this.#text, "details:not([open], .calls, .history, .unloaded)");
      found = own();
    }
    if (found.length <= index) {
      if (!this.#hasExpanded) expand(article, this.#text, "details.history:not([open])");
      const all = markPlaces(article, this.#text);
      found = [...found, ...all.filter((range) => isInside(range, ".history"))];
    }
    this.#hasExpanded = true;
    return found[index] ?? found.at(-1) ?? null;
  }
}

/** A turn far from the screen is a heading. */
function isDrawn(article: Element): boolean {
  return article.childElementCount > 1 && article.ariaBusy === "false";
}

function mark(name: string, ranges: readonly Range[]): void {
  const highlight = new Highlight(...ranges);
  highlight.priority = name === currentName ? 1 : 0;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, highlight);
}

function isInside(range: Range, selector: string): boolean {
  return range.startContainer.parentElement?.closest(selector) !== null;
}

/** Expands all collapsed sections that have a text, and shows long texts that have it in full. */
function expand(part: Element, text: string, folds: string): boolean {
  const focused = document.activeElement;
  let has = false;
  for (const fold of part.querySelectorAll<HTMLDetailsElement>(folds)) {
    toggle(fold, true);
    const isIn = markPlaces(fold.lastElementChild ?? fold, text).length > 0;
    if (expand(fold, text, folds) || isIn) has = true;
    else toggle(fold, false);
  }
  for (const all of part.querySelectorAll<HTMLButtonElement>(".long > button.cut")) {
    if (all.dataset.focus?.endsWith("/all")) all.click();
  }
  // A text that is shown in full takes the focus.
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return has;
}

/** The browser reports it later, and the content is created when it does. */
function toggle(fold: HTMLDetailsElement, open: boolean): void {
  fold.open = open;
  fold.dispatchEvent(new Event("toggle"));
}
