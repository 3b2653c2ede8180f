import { formatFilter, type ThreadFilter, unfiltered } from "../threads/threadFilter.ts";
import { brushedRange, isBrushed } from "./brushedRange.ts";

interface FilterStep {
  readonly from: ThreadFilter;
  readonly to: ThreadFilter;
}

/** The nested filters created by brushing, and the way back through them. */
export class FilterSteps {
  #steps: readonly FilterStep[] = [];

  /**
   * The filter for turns that started between two moments, both exclusive and in milliseconds since the epoch; null if
   * there is none.
   */
  narrow(current: ThreadFilter, after: number, before: number): ThreadFilter | null {
    const time = brushedRange(after, before);
    if (time === null) return null;
    const to = { ...current, time };
    // If another filter was chosen meanwhile, going back ends there.
    this.#steps = [...(this.#stepTo(current) === undefined ? [] : this.#steps), { from: current, to }];
    return to;
  }

  canGoBack(current: ThreadFilter): boolean {
    return this.#stepTo(current) !== undefined || isBrushed(current.time);
  }

  /**
   * The previous filter; null if the current one was not created by brushing. The one before a filter brushed in an earlier
   * window is unknown: then it is all time.
   */
  back(current: ThreadFilter): ThreadFilter | null {
    const step = this.#stepTo(current);
    this.#steps = this.#steps.slice(0, -1);
    if (step !== undefined) return step.from;
    return isBrushed(current.time) ? { ...current, time: unfiltered.time } : null;
  }

  clear(): void {
    this.#steps = [];
  }

  /** The last step, if it led to the current filter. */
  #stepTo(current: ThreadFilter): FilterStep | undefined {
    const last = this.#steps.at(-1);
    return last !== undefined && isSameFilter(last.to, current) ? last : undefined;
  }
}

export function isSameFilter(a: ThreadFilter, b: ThreadFilter): boolean {
  return JSON.stringify(formatFilter(a)) === JSON.stringify(formatFilter(b));
}
