/** Screens above and below the visible one within which a turn is near. */
const margin = "200% 0px";
/** Milliseconds between two tellings of what is near. */
const interval = 100;

/** Knows which turns are near the screen. */
export class Nearness {
  readonly #near = new Set<Element>();
  readonly #observer: IntersectionObserver;
  readonly #changed: (near: ReadonlySet<Element>) => void;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #due = false;

  /**
   * `come` and `leave` are told at once, `changed` at once and then after an interval, with all that are near then. `held`
   * says whether one that is far must stay as it is.
   */
  constructor(
    { come, leave, held }: { come(one: Element): void; leave(one: Element): void; held(one: Element): boolean },
    changed: (near: ReadonlySet<Element>) => void,
  ) {
    this.#changed = changed;
    const observed = (entries: readonly IntersectionObserverEntry[]) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) {
          this.#near.add(target);
          come(target);
        } else far.add(target);
      }
      for (const one of far) {
        if (entries.some(({ target, isIntersecting }) => target === one && isIntersecting)) far.delete(one);
        else if (!held(one)) {
          far.delete(one);
          if (this.#near.delete(one)) leave(one);
        }
      }
      this.#tell();
    };
    const far = new Set<Element>();
    // The page is a frame of another origin, where a margin counts only around a root that is named.
    this.#observer = new IntersectionObserver(observed, { root: document, rootMargin: margin });
  }

  observe(one: Element): void {
    this.#observer.observe(one);
  }

  forget(one: Element): void {
    this.#observer.unobserve(one);
    if (this.#near.delete(one)) this.#tell();
  }

  #tell(): void {
    if (this.#timer !== null) {
      this.#due = true;
      return;
    }
    this.#changed(this.#near);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (!this.#due) return;
      this.#due = false;
      this.#tell();
    }, interval);
  }
}
