import type { Call } from "../calls/call.ts";
import { isLarge } from "./documentBatch.ts";
import type { Part } from "./part.ts";
import type { TurnDocuments } from "./protocol.ts";

/** What was sent to a page since it started: it is not sent again. */
export class ToldTurns {
  #turns: readonly Call[] = [];
  #ids: ReadonlySet<string> = new Set();
  readonly #large = new Map<string, Part<TurnDocuments>>();

  get isEmpty(): boolean {
    return this.#turns.length === 0;
  }

  has(turnId: string): boolean {
    return this.#ids.has(turnId);
  }

  /** How many of the first turns to send the page already has. */
  tell(turns: readonly Call[]): number {
    const first = turns.findIndex((turn, at) => !isSame(turn, this.#turns[at]));
    this.#turns = turns;
    this.#ids = new Set(turns.map(({ id }) => id));
    return first === -1 ? turns.length : first;
  }

  /** Whether a page still has the documents of a turn that were sent, as it keeps large ones. */
  keeps(turn: Call, part: Part<TurnDocuments>): boolean {
    return isLarge(turn) && this.#large.get(turn.id) === part;
  }

  tellDocuments(turn: Call, part: Part<TurnDocuments>): void {
    if (part.kind === "shown" && isLarge(turn)) this.#large.set(turn.id, part);
    else this.#large.delete(turn.id);
  }
}

function isSame(a: Call, b: Call | undefined): boolean {
  if (a === b || b === undefined) return a === b;
  const { usage, ...rest } = a;
  const { usage: otherUsage, ...other } = b;
  const others = new Map<string, unknown>(Object.entries(other));
  return (
    Object.entries(rest).every(([key, value]) => others.get(key) === value) &&
    JSON.stringify(usage) === JSON.stringify(otherUsage)
  );
}
