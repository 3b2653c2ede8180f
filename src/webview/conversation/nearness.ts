/** A turn is near within this many screens above and below the visible one. */
const margin = "200% 0px";
/** Interval of `changed`, in milliseconds. */
const interval = 100;

interface Followers {
  /** Called at once; may be called again for a turn that is already near. */
  come(one: Element): void;
  /** Called together with `changed`, so that leaving and coming back is not missed. */
  leave(these: readonly Element[]): void;
  /** Whether a turn that is far has to stay as it is. */
  held(one: Element): boolean;
  /** Called at once and then after an interval, with all near turns. */
  changed(near: ReadonlySet<Element>): void;
}

/** Tracks which turns are near the screen. */
export class Nearness {
  readonly #followers: Followers;
  readonly #observer: IntersectionObserver;
  readonly #inside = new Set<Element>();
  readonly #come = new Set<Element>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #due = false;

  constructor(followers: Followers) {
    this.#followers = followers;
    // The page is a frame of another origin, where a margin only works with an explicit root.
    const options = { root: document, rootMargin: margin };
    this.#observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) this.#inside.add(target);
        else this.#inside.delete(target);
      }
      this.#tell();
    }, options);
  }

  observe(one: Element): void {
    this.#observer.observe(one);
  }

  forget(one: Element): void {
    this.#observer.unobserve(one);
    this.#inside.delete(one);
    if (this.#come.delete(one)) this.#tell();
  }

  #tell(): void {
    for (const one of this.#inside) this.#followers.come(one);
    if (this.#timer !== null) {
      this.#due = true;
      return;
    }
    const far = [...this.#come].filter((one) => !this.#inside.has(one) && !this.#followers.held(one));
    for (const one of far) this.#come.delete(one);
    this.#followers.leave(far);
    for (const one of this.#inside) this.#come.add(one);
    this.#followers.changed(this.#come);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (!this.#due) return;
      this.#due = false;
      this.#tell();
    }, interval);
  }
}
