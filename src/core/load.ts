import type { Fault } from "./failures/fault.ts";

/** How far the fetching of a value has come. `at` is when the value was complete, in milliseconds since the epoch. */
export type Load<T> =
  | { readonly kind: "idle" }
  /** `value` is what is worth showing meanwhile: the previous value, or the part that has arrived. */
  | { readonly kind: "loading"; readonly value: T | null }
  | { readonly kind: "shown"; readonly value: T; readonly at: number }
  /** The last request failed; an older or incomplete value is still shown. `at` is null for an incomplete one. */
  | { readonly kind: "stale"; readonly value: T; readonly at: number | null; readonly fault: Fault }
  | { readonly kind: "failed"; readonly fault: Fault };

/** What went wrong at last; null where nothing did. */
export function faultOf(load: Load<unknown>): Fault | null {
  return load.kind === "failed" || load.kind === "stale" ? load.fault : null;
}

export const idle = { kind: "idle" } as const;

/** What there is to show, null when there is nothing. */
export function shownValue<T>(load: Load<T>): T | null {
  switch (load.kind) {
    case "idle":
    case "failed":
      return null;
    case "loading":
    case "shown":
    case "stale":
      return load.value;
  }
}
