import type { Call } from "../query/call.ts";
import { type Part, stageOf } from "./partState.ts";
import type { TurnDocuments } from "./protocol.ts";

/** Limits of the cache of turns out of view: number of turns, and bytes. */
const mostKept = 100;
const mostKeptBytes = 16 * 1024 * 1024;

/** The result of a request. */
export type Settled = Exclude<Part<TurnDocuments>, { kind: "loading" }>;

interface KeptDocument {
  readonly part: Settled;
  /** The turn's version when requested; null to request again. */
  readonly stage: string | null;
  /** The version of the turn that the part belongs to; older if a later request failed. */
  readonly partStage: string;
  readonly bytes: number;
}

/** Documents of turns in view, and of those most recently in view. */
export class KeptDocuments {
  /** Most recently viewed last. */
  readonly #entries = new Map<string, KeptDocument>();

  get turnIds(): readonly string[] {
    return [...this.#entries.keys()];
  }

  partOf(turnId: string): Settled | undefined {
    return this.#entries.get(turnId)?.part;
  }

  /** Whether the result belongs to the current version of the turn. */
  isOf(turn: Call): boolean {
    return this.#entries.get(turn.id)?.stage === stageOf(turn);
  }

  /**
   * Whether it is outdated: content stays if a later request failed, unless the turn has ended since. The
   * inputs alone would then look complete.
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

  /** Marks the content to be requested again. */
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

  /** Drops the least recently viewed content beyond the limits. */
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

  #enter(turnId: string, entry: KeptDocument): void {
    this.#entries.delete(turnId);
    this.#entries.set(turnId, entry);
  }
}

/** Approximate bytes in memory. */
function sizeOf(part: Settled, { storedBytes }: Call): number {
  return part.kind === "shown" ? (storedBytes ?? JSON.stringify(part.value).length) : 0;
}
