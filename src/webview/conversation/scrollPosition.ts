import type { PageMemory } from "../../core/conversation/protocol.ts";

type At = PageMemory["at"];

interface Ways {
  find(turnId: string): HTMLElement | undefined;
  id(article: Element): string | undefined;
}

/** Milliseconds in which turns get their heights after a change of width. */
const settling = 600;

/** Events that show that the user moves through the page. */
const moves = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/**
 * The scroll position in the conversation. A requested position is kept while the turns around it get their heights,
 * until the user moves.
 */
export class ScrollPosition {
  readonly #turns: HTMLElement;
  readonly #ways: Ways;
  #kept: At = null;
  /** Finds a part of the turn that has to be visible as well. */
  #part: (() => HTMLElement | null) | null = null;
  #letGo: ReturnType<typeof setTimeout> | undefined;
  #briefly = false;

  constructor(turns: HTMLElement, ways: Ways) {
    this.#turns = turns;
    this.#ways = ways;
    for (const move of moves) window.addEventListener(move, () => this.#release(), { passive: true, capture: true });
    new ResizeObserver(() => this.settle()).observe(turns);
  }

  /** The topmost visible turn, and how many of its pixels are above the screen. */
  current(): At {
    if (this.#kept !== null) return this.#kept;
    const articles = this.#turns.children;
    const top = headHeight();
    let [low, high] = [0, articles.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((articles[middle]?.getBoundingClientRect().bottom ?? 0) > top) high = middle;
      else low = middle + 1;
    }
    const article = articles[low];
    const turnId = article && this.#ways.id(article);
    if (article === undefined || turnId === undefined) return null;
    return { turnId, offset: Math.round(top - article.getBoundingClientRect().top) };
  }

  keep(at: At, part: (() => HTMLElement | null) | null = null): void {
    this.#kept = at;
    this.#part = part;
    this.#briefly = false;
    this.settle();
  }

  /** Like `keep`, while turns change their heights; a position that is already kept stays. */
  keepBriefly(at: At): void {
    this.#briefly ||= this.#kept === null;
    this.#kept ??= at;
    clearTimeout(this.#letGo);
    this.#letGo = setTimeout(() => this.#briefly && this.#release(), settling);
    this.settle();
  }

  /** Scrolls to the kept position. */
  settle(): void {
    const article = this.#kept === null ? undefined : this.#ways.find(this.#kept.turnId);
    if (this.#kept === null || article === undefined) return;
    const { top } = article.getBoundingClientRect();
    const part = this.#part?.()?.getBoundingClientRect();
    if (part !== undefined) this.#kept = { ...this.#kept, offset: offsetTo(part.top - top, part.bottom - top) };
    const by = top - headHeight() + this.#kept.offset;
    if (Math.abs(by) >= 1) window.scrollBy({ top: by, behavior: "instant" });
  }

  #release(): void {
    this.#kept = null;
    this.#part = null;
    this.#briefly = false;
  }
}

/** How many pixels of a turn are above the screen when a part of it is visible, with its start if both fit. */
function offsetTo(top: number, bottom: number): number {
  const room = window.innerHeight - headHeight();
  return bottom <= room * 0.9 ? 0 : Math.round(top - room / 3);
}

/** The page's head stays on screen, above the turns. */
function headHeight(): number {
  return document.querySelector(".page-head")?.getBoundingClientRect().height ?? 0;
}
