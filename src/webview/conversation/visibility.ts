import type { TurnView } from "./turnView.ts";

/** A turn is near within this many screens above and below the visible one. */
const margin = "200% 0px";
/** Minimum interval of reports, in milliseconds. */
const interval = 100;

/** Tracks which turns are near the screen, and draws only those. */
export class Visibility {
  readonly #turnOf: (article: Element) => TurnView | undefined;
  readonly #watch: (turnIds: readonly string[]) => void;
  readonly #observer: IntersectionObserver;
  readonly #inside = new Set<Element>();
  readonly #drawn = new Set<Element>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #due = false;

  /** `watch` is called at once and then after an interval, with all near turns. */
  constructor(turnOf: (article: Element) => TurnView | undefined, watch: (turnIds: readonly string[]) => void) {
    this.#turnOf = turnOf;
    this.#watch = watch;
    // The page is a frame of another origin, where a margin only works with an explicit root.
    const options = { root: document, rootMargin: margin };
    this.#observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) this.#inside.add(target);
        else this.#inside.delete(target);
      }
      this.#notify();
    }, options);
  }

  observe(article: Element): void {
    this.#observer.observe(article);
  }

  forget(article: Element): void {
    this.#observer.unobserve(article);
    this.#inside.delete(article);
    if (this.#drawn.delete(article)) this.#notify();
  }

  /** Turns are drawn at once, but removed together with the report, so that leaving and coming back is not missed. */
  #notify(): void {
    for (const article of this.#inside) this.#turnOf(article)?.come();
    if (this.#timer !== null) {
      this.#due = true;
      return;
    }
    const far = [...this.#drawn].filter((article) => !this.#inside.has(article) && !isInUse(article));
    // Reads all heights before any change, to avoid a layout for each.
    const heights = far.map((article) => article.getBoundingClientRect().height);
    for (const [at, article] of far.entries()) {
      this.#drawn.delete(article);
      this.#turnOf(article)?.leave(heights[at] ?? 0);
    }
    for (const article of this.#inside) this.#drawn.add(article);
    this.#watch(nearestFirst(this.#drawn).flatMap((article) => this.#turnOf(article)?.id ?? []));
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (!this.#due) return;
      this.#due = false;
      this.#notify();
    }, interval);
  }
}

/** Whether a turn has the focus or a part of the selection. */
function isInUse(article: Element): boolean {
  const selection = getSelection();
  const isSelected = selection !== null && !selection.isCollapsed && selection.containsNode(article, true);
  return isSelected || article.contains(document.activeElement);
}

/** Milliseconds of one frame that drawing may take before the rest waits for the next. */
const budget = 8;

/** Draws content piece by piece, nearest to the middle of the screen first, so that scrolling stays smooth. */
export class DrawQueue {
  readonly #waiting = new Map<Element, () => void>();
  #frame: number | null = null;

  /** Replaces a pending draw of the same element. */
  add(place: Element, draw: () => void): void {
    this.#waiting.set(place, draw);
    this.#frame ??= requestAnimationFrame(() => this.#run());
  }

  #run(): void {
    this.#frame = null;
    const begun = performance.now();
    for (const place of nearestFirst(this.#waiting.keys())) {
      if (performance.now() - begun > budget) break;
      const draw = this.#waiting.get(place);
      this.#waiting.delete(place);
      draw?.();
    }
    if (this.#waiting.size > 0) this.#frame = requestAnimationFrame(() => this.#run());
  }
}

/** By the distance from the middle of the screen, 0 for an element that covers it. */
function nearestFirst(parts: Iterable<Element>): readonly Element[] {
  const middle = window.innerHeight / 2;
  const placed = Array.from(parts, (part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return { part, distance: top > middle ? top - middle : Math.max(0, middle - bottom) };
  });
  return placed.sort((a, b) => a.distance - b.distance).map(({ part }) => part);
}
