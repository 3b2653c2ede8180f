import { isSameFilter, type ThreadFilter, unfiltered } from "../conversations/threadSelection.ts";
import { parseRange, type TimeRange } from "../input/timeRange.ts";
import { offsetText } from "../input/timeZone.ts";

/** The nested filters created by brushing, and the way back through them. */
export class FilterSteps {
  #steps: readonly { readonly from: ThreadFilter; readonly to: ThreadFilter }[] = [];

  /** The filter for turns started between two moments, exclusive, in milliseconds since the epoch; null for none. */
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

  /** The filter before brushing; all time if that was in an earlier window. Null if the current one is not brushed. */
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
  #stepTo(current: ThreadFilter) {
    const last = this.#steps.at(-1);
    return last !== undefined && isSameFilter(last.to, current) ? last : undefined;
  }
}

/** The format of `brushedRange`. */
const shape = /^\S{10} \d\d:\d\d:\d\d(?:\.\d{3})?[+-]\d\d:\d\d to \S{10} \d\d:\d\d:\d\d(?:\.\d{3})?[+-]\d\d:\d\d$/;

/**
 * The range between two moments, both exclusive as in the service, in milliseconds since the epoch. It is written in
 * local time with its offset, so that it means the same anywhere. Null if it cannot be written.
 */
export function brushedRange(after: number, before: number): TimeRange | null {
  const parsed = parseRange(`${momentText(Math.floor(after))} to ${momentText(Math.ceil(before))}`, 0);
  return typeof parsed === "string" ? null : parsed.range;
}

/** Whether a range was created by brushing, in this window or an earlier one. */
export function isBrushed(range: TimeRange): boolean {
  return range.kind === "custom" && shape.test(range.text);
}

/** `2026-11-21 10:00:00+01:00`, with milliseconds if there are any; not a valid range for an invalid date. */
function momentText(time: number): string {
  const ahead = -new Date(time).getTimezoneOffset();
  // Some historical offsets include minutes and seconds.
  const offset = Number.isInteger(ahead) ? ahead : 0;
  const shifted = new Date(time + offset * 60_000);
  if (Number.isNaN(shifted.getTime())) return "?";
  const clock = shifted.toISOString().replace("T", " ").replace("Z", "").replace(".000", "");
  return `${clock}${offsetText(offset)}`;
}
