import type { Call } from "../calls/call.ts";
import type { Thread } from "../threads/thread.ts";

/** The latest turns of a thread. */
export interface TurnList {
  /** The thread as it was when its turns were asked for. */
  readonly asked: Thread;
  /** In order of their start. */
  readonly turns: readonly Call[];
  /** The thread has turns that began before these. */
  readonly earlier: boolean;
  /** First words of what a turn was given, empty where there are none; a turn that is not in it was not asked. */
  readonly words: ReadonlyMap<string, string>;
  /** Turns that have been asked for their words, which have not come. */
  readonly pending: ReadonlySet<string>;
}

/** Whether a call went wrong: itself, or one below it. */
export function isFailed({ status }: Call): boolean {
  return status === "error" || status === "descendantError";
}
