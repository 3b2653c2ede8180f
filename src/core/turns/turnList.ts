import type { Call } from "../calls/call.ts";
import type { Thread } from "../threads/thread.ts";

/** The latest turns of a thread. */
export interface TurnList {
  /** The thread at the time its turns were requested. */
  readonly asked: Thread;
  /** In order of their start. */
  readonly turns: readonly Call[];
  /** The thread has earlier turns. */
  readonly earlier: boolean;
  /** First words of each turn's inputs, empty if there are none; no entry if they were not requested. */
  readonly words: ReadonlyMap<string, string>;
  /** Turns whose words are still loading. */
  readonly pending: ReadonlySet<string>;
}

/** Whether a call or a call inside it failed. */
export function isFailed({ status }: Call): boolean {
  return status === "error" || status === "descendantError";
}
