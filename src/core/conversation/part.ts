import type { Call } from "../calls/call.ts";
import type { Fault } from "../failures/fault.ts";

/** The loading state of a separately requested part of a turn. */
export type Part<T> =
  | { readonly kind: "loading" }
  | { readonly kind: "shown"; readonly value: T }
  /** Not requested, or canceled, because of its size in bytes; null if the service does not report it. */
  | { readonly kind: "large"; readonly bytes: number | null }
  /** Larger than the limit that holds even if the user requests it. */
  | { readonly kind: "beyond"; readonly bytes: number }
  /** It no longer exists on the service. */
  | { readonly kind: "gone" }
  /** `fault` is null for a bug. */
  | { readonly kind: "failed"; readonly fault: Fault | null };

export const loading = { kind: "loading" } as const;

/** Differs once a turn has progressed; a turn that has ended does not change. */
export function stageOf({ status, endedAt, storedBytes }: Call): string {
  return `${status} ${endedAt} ${storedBytes}`;
}
