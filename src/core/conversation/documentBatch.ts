import type { Call } from "../calls/call.ts";

/** A turn that stores more is not asked for before a person wants it. */
const unaskedBytes = 256 * 1024;

/** What a person's wish brings at the most. */
const agreedBytes = 64 * 1024 * 1024;

/** One request brings so many turns, or the first that reach so many bytes. */
const mostTurns = 20;
const mostBatchBytes = 1024 * 1024;

/** Fewer where the service does not say how large they are: one that is too long costs each of the others a request. */
const mostUnsized = 10;

/** Turns whose documents one request brings. */
export interface DocumentBatch {
  readonly turns: readonly Call[];
  /** Bytes of one turn's documents; undefined for the client's own limit. */
  readonly mostBytes: number | undefined;
}

export interface SpecialTurns {
  /** Turns whose size a person has agreed to. */
  readonly agreed: ReadonlySet<string>;
  /** Turns that came to grief together with others. */
  readonly alone: ReadonlySet<string>;
}

/** Whether a turn stores more than is loaded before a person wants it. */
export function isLarge({ storedBytes }: Call): boolean {
  return storedBytes !== null && storedBytes > unaskedBytes;
}

/** Whether a person has to be asked before the documents of a turn are. */
export function isTooLarge(turn: Call, agreed: ReadonlySet<string>): boolean {
  return isLarge(turn) && !agreed.has(turn.id);
}

/** The next request for the turns that are due, in their order; null for none. */
export function nextBatch(due: Iterable<Call>, { agreed, alone }: SpecialTurns): DocumentBatch | null {
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
