import type { Fault } from "./fault.ts";

/** One finished request, for the log. Neither key nor header is in it. */
export interface RequestEntry {
  /** Path of the operation, below the service address. */
  readonly path: string;
  /** Null when no answer came. */
  readonly status: number | null;
  /** From the request to the end of its answer. */
  readonly milliseconds: number;
  /** Bytes of the answer's body, as sent. */
  readonly bytes: number;
  /** Threads received, or 1 for a count. */
  readonly rows: number;
  readonly outcome: "ok" | "aborted" | Fault;
}
