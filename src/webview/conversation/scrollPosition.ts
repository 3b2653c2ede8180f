import type { PageMemory } from "../../core/conversation/protocol.ts";
import type { TurnColumn } from "./turnColumn.ts";

type At = PageMemory["at"];
type Part = Pick<Range, "getBoundingClientRect">;

/** Milliseconds in which turns get their heights after a change of width. */
const settling = 600;

/** Events that show that the user moves through the page. */
const moves = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/**
 * The scroll position in the conversation. A requested position is kept while the turns around it get their heights,
 * until the user moves.
 */
export class ScrollPosition {
  readonly #turns: TurnColumn;
  #kept: At = null;
  /** Finds a part of the turn that has to be visible as well. */
  #part: (() => Part | null) | null = null;
  #letGo: ReturnType<typeof setTimeout> | undefined;
  #briefly = false;

  constructor(turns: TurnColumn) {
    this.#turns = turns;
    for (const move of moves) window.addEventListener(move, () => this.#release(), { passive: true, capture: true });
    window.addEventListener("keydown", (event) => this.#press(event));
    new ResizeObserver(() => this.settle()).observe(turns.element);
  }

  /** The topmost visible turn, and how many of its pixels are above the screen. */
  current(): At {
    if (this.#kept !== null) return this.#kept;
    const articles = this.#turns.element.children;
    const top = headHeight();
    let [low, high] = [0, articles.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((articles[middle]?.getBoundingClientRect().bottom ?? 0) > top) high = middle;
      else low = middle + 1;
    }
    const view = this.#turns.of(articles[low]);
    if (view === undefined) return null;
    return { turnId: view.id, offset: Math.round(top - view.article.getBoundingClientRect().top) };
  }

  keep(at: At, part: (() => Part | null) | null = null): void {
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
    const article = this.#turns.get(this.#kept?.turnId)?.article;
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

  /** J or Alt+Down goes to the next turn, K or Alt+Up to the previous one. */
  #press(event: KeyboardEvent): void {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    const [down, up] = altKey ? ["ArrowDown", "ArrowUp"] : ["j", "k"];
    if (ctrlKey || metaKey || shiftKey || (key !== down && key !== up)) return;
    const focused = document.activeElement?.closest("article.turn");
    const topmost = this.#turns.get(this.current()?.turnId)?.article;
    const from = focused ?? topmost;
    const isAtStart = !focused && topmost?.previousElementSibling === null && window.scrollY === 0;
    const sibling = key === up ? from?.previousElementSibling : from?.nextElementSibling;
    const next = this.#turns.of(isAtStart && key === down ? topmost : sibling);
    if (next === undefined) return;
    event.preventDefault();
    this.keep({ turnId: next.id, offset: 0 });
    next.article.focus({ preventScroll: true });
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
