import type { Call } from "../calls/call.ts";
import type { TurnDocuments } from "./page.ts";
import { type Part, stageOf } from "./part.ts";

/** What is kept of the turns that nobody looks at: so many turns, and so many bytes. */
const mostKept = 100;
const mostKeptBytes = 16 * 1024 * 1024;

/** What has come of asking. */
export type Settled = Exclude<Part<TurnDocuments>, { kind: "loading" }>;

interface Entry {
  readonly part: Settled;
  /** Of the turn when it was asked for; null where it is to be asked for again. */
  readonly stage: string | null;
  /** Of the turn that the part is of, which is an earlier one where asking again has brought nothing. */
  readonly partStage: string;
  readonly bytes: number;
}

/** What turns say, as long as they are looked at, and of the others what was looked at last. */
export class KeptDocuments {
  /** Those looked at last stand last. */
  readonly #entries = new Map<string, Entry>();

  get turnIds(): readonly string[] {
    return [...this.#entries.keys()];
  }

  partOf(turnId: string): Settled | undefined {
    return this.#entries.get(turnId)?.part;
  }

  /** Whether what came of asking is of the turn as it is. */
  isOf(turn: Call): boolean {
    return this.#entries.get(turn.id)?.stage === stageOf(turn);
  }

  /**
   * Whether it is another: what is shown stays where asking again has brought nothing, unless the turn has ended since. The
   * inputs alone would then pass for all that it said.
   */
  settle(turn: Call, part: Settled): boolean {
    const stage = stageOf(turn);
    const before = this.#entries.get(turn.id);
    const stays =
      before?.part.kind === "shown" && part.kind !== "shown" && (turn.endedAt === null || before.partStage === stage);
    const entry = stays ? before : { part, partStage: stage, bytes: sizeOf(part, turn) };
    this.#enter(turn.id, { ...entry, stage });
    return !stays;
  }

  /** Lets what is shown be asked for again. */
  outdate(turnId: string): void {
    const entry = this.#entries.get(turnId);
    if (entry !== undefined) this.#entries.set(turnId, { ...entry, stage: null });
  }

  touch(turnId: string): void {
    const entry = this.#entries.get(turnId);
    if (entry !== undefined) this.#enter(turnId, entry);
  }

  drop(turnId: string): boolean {
    return this.#entries.delete(turnId);
  }

  /** Forgets what has not been looked at for longest, where it is more than is kept. */
  forgetOldest(watched: ReadonlySet<string>): void {
    let kept = 0;
    let bytes = 0;
    for (const [id, entry] of [...this.#entries].reverse()) {
      if (watched.has(id)) continue;
      kept += 1;
      bytes += entry.bytes;
      if (kept > mostKept || bytes > mostKeptBytes) this.#entries.delete(id);
    }
  }

  clear(): void {
    this.#entries.clear();
  }

  #enter(turnId: string, entry: Entry): void {
    this.#entries.delete(turnId);
    this.#entries.set(turnId, entry);
  }
}

/** Bytes in memory, about. */
function sizeOf(part: Settled, { storedBytes }: Call): number {
  return part.kind === "shown" ? (storedBytes ?? JSON.stringify(part.value).length) : 0;
}
