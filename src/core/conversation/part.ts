import type { Call } from "../calls/call.ts";
import type { Fault } from "../failures/fault.ts";

/** How far something of a turn has come that is asked for by itself. */
export type Part<T> =
  | { readonly kind: "loading" }
  | { readonly kind: "shown"; readonly value: T }
  /** Not asked for, or given up, because of its size in bytes; null where the service does not say. */
  | { readonly kind: "large"; readonly bytes: number | null }
  /** Larger than the bytes that are loaded even for a person who asks. */
  | { readonly kind: "beyond"; readonly bytes: number }
  /** The service has it no more. */
  | { readonly kind: "gone" }
  /** `fault` is null where a bug is at fault. */
  | { readonly kind: "failed"; readonly fault: Fault | null };

export const loading = { kind: "loading" } as const;

/** What differs once a turn has gone on; a turn that has ended does not change. */
export function stageOf({ status, endedAt, storedBytes }: Call): string {
  return `${status} ${endedAt} ${storedBytes}`;
}
