import type { Fault } from "../failures/fault.ts";

/** The loading state of a value. `at` is when the value was complete, in milliseconds since the epoch. */
export type LoadState<T> =
  /** Nothing was requested, or with `ended` the first request was canceled, or met an unexpected error, which is in the log. */
  | { readonly kind: "idle"; readonly ended?: "canceled" | "broken" }
  /** `value` is shown meanwhile: the previous value, or the part that has arrived. */
  | { readonly kind: "loading"; readonly value: T | null }
  | { readonly kind: "shown"; readonly value: T; readonly at: number }
  /** The last request failed; an older or incomplete value is still shown. `at` is null for an incomplete one. */
  | { readonly kind: "stale"; readonly value: T; readonly at: number | null; readonly fault: Fault }
  | { readonly kind: "failed"; readonly fault: Fault };

/** The fault of the last request; null if it succeeded. */
export function faultOf(load: LoadState<unknown>): Fault | null {
  return load.kind === "failed" || load.kind === "stale" ? load.fault : null;
}

export const idle = { kind: "idle" } as const;

/** Whether a value may arrive without another request by the user. */
export function isPending(load: LoadState<unknown>): boolean {
  return load.kind === "loading" || (load.kind === "idle" && load.ended === undefined);
}

/** Whether the first request ended with an unexpected error. */
export function isBroken(load: LoadState<unknown>): boolean {
  return load.kind === "idle" && load.ended === "broken";
}

/** The value to show, null if there is none. */
export function shownValue<T>(load: LoadState<T>): T | null {
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
