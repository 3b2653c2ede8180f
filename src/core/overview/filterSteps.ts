import { formatFilter, type ThreadFilter } from "../threads/threadFilter.ts";
import { brushedRange } from "./brushedRange.ts";

/** The filters that were brushed one inside the other, and the way back through them. */
export class FilterSteps {
  #steps: readonly { readonly from: ThreadFilter; readonly to: ThreadFilter }[] = [];

  /**
   * The filter for turns that started between two moments, both included and in milliseconds since the epoch; null where
   * there is none.
   */
  narrow(current: ThreadFilter, first: number, last: number): ThreadFilter | null {
    const time = brushedRange(first, last);
    if (time === null) return null;
    const to = { ...current, time };
    // Whoever chose another filter meanwhile does not go back beyond it.
    this.#steps = [...(this.canGoBack(current) ? this.#steps : []), { from: current, to }];
    return to;
  }

  canGoBack(current: ThreadFilter): boolean {
    const last = this.#steps.at(-1);
    return last !== undefined && isSameFilter(last.to, current);
  }

  /** The filter before; null where the current one was not brushed. */
  back(current: ThreadFilter): ThreadFilter | null {
    const last = this.canGoBack(current) ? this.#steps.at(-1) : undefined;
    this.#steps = this.#steps.slice(0, -1);
    return last?.from ?? null;
  }

  clear(): void {
    this.#steps = [];
  }
}

export function isSameFilter(a: ThreadFilter, b: ThreadFilter): boolean {
  return JSON.stringify(formatFilter(a)) === JSON.stringify(formatFilter(b));
}
