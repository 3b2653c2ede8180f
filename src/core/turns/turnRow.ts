import { faultOf, type LoadState, shownValue } from "../async/loadState.ts";
import type { Call } from "../calls/call.ts";
import type { Fault } from "../failures/fault.ts";
import type { Thread } from "../threads/thread.ts";
import type { TurnList } from "./turnList.ts";

/** The thread of a row; `pinned` if it was found by ID and is shown above the list. */
interface InThread {
  readonly thread: Thread;
  readonly pinned: boolean;
}

/** A turn in a thread. `words` are the first words of its inputs; null while they load, empty for none. */
export interface TurnRow extends InThread {
  readonly kind: "turn";
  readonly turn: Call;
  readonly words: string | null;
}

/** A notice next to the turns of a thread. */
export type TurnNotice = InThread &
  (
    | { readonly kind: "turnsLoading" }
    /** Only the latest are listed. */
    | { readonly kind: "earlierTurns"; readonly listed: number }
    /** What is listed nevertheless: nothing, turns without all of their text, or outdated turns. */
    | { readonly kind: "turnsFailed"; readonly fault: Fault; readonly listed: "none" | "parts" | "older" }
  );

/** The rows of a thread's turns. None if the service does not support conversations; the view's message says so. */
export function turnRows(
  thread: Thread,
  load: LoadState<TurnList>,
  pinned: boolean,
): readonly (TurnRow | TurnNotice)[] {
  const within = { thread, pinned };
  const list = shownValue(load);
  const fault = faultOf(load);
  if (list === null && load.kind === "loading") return [{ kind: "turnsLoading", ...within }];
  const rows: (TurnRow | TurnNotice)[] = [];
  if (list?.earlier) rows.push({ kind: "earlierTurns", listed: list.turns.length, ...within });
  for (const turn of list?.turns ?? []) {
    const isComing = load.kind === "loading" && list?.pending.has(turn.id);
    rows.push({ kind: "turn", turn, words: isComing ? null : (list?.words.get(turn.id) ?? ""), ...within });
  }
  if (fault !== null && fault.kind !== "routeMissing")
    rows.push({ kind: "turnsFailed", fault, listed: reachOf(load), ...within });
  return rows;
}

function reachOf(load: LoadState<TurnList>): "none" | "parts" | "older" {
  if (load.kind !== "stale") return "none";
  return load.at === null ? "parts" : "older";
}
