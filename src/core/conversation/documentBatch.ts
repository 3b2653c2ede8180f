import type { Call } from "../calls/call.ts";

/** A turn that stores more is not requested until the user asks for it. */
const unaskedBytes = 256 * 1024;

/** Maximum size that the user can request. */
const agreedBytes = 64 * 1024 * 1024;

/** Limits of one request: turns, or total bytes. */
const mostTurns = 20;
const mostBatchBytes = 1024 * 1024;

/** Fewer if the service does not report sizes: one that is too large costs each of the others a request. */
const mostUnsized = 10;

/** The turns whose documents one request loads. */
export interface DocumentBatch {
  readonly turns: readonly Call[];
  /** Bytes of one turn's documents; undefined for the client's default limit. */
  readonly mostBytes: number | undefined;
}

/** Whether a turn stores more than is loaded automatically. */
export function isLarge({ storedBytes }: Call): boolean {
  return storedBytes !== null && storedBytes > unaskedBytes;
}

/** Whether the user has to confirm before the documents of a turn are requested. */
export function isTooLarge(turn: Call, agreed: ReadonlySet<string>): boolean {
  return isLarge(turn) && !agreed.has(turn.id);
}

/**
 * The next request for the turns that are due, in order; null for none. The user has accepted the size of those in
 * `agreed`, and those in `alone` failed together with others.
 */
export function nextBatch(
  due: Iterable<Call>,
  { agreed, alone }: { readonly agreed: ReadonlySet<string>; readonly alone: ReadonlySet<string> },
): DocumentBatch | null {
  const turns: Call[] = [];
  let bytes = 0;
  for (const turn of due) {
    const { id, storedBytes } = turn;
    const [first] = turns;
    if (agreed.has(id) || alone.has(id)) {
      if (first === undefined) return { turns: [turn], mostBytes: agreed.has(id) ? agreedBytes : undefined };
      continue;
    }
    if (first !== undefined && (first.storedBytes === null) !== (storedBytes === null)) continue;
    turns.push(turn);
    bytes += storedBytes ?? 0;
    if (turns.length === (storedBytes === null ? mostUnsized : mostTurns) || bytes >= mostBatchBytes) break;
  }
  return turns.length === 0 ? null : { turns, mostBytes: undefined };
}
