import type { Call, CallDocuments } from "../calls/call.ts";
import { type Fault, ServiceError } from "../fault.ts";
import type { Target } from "../target.ts";
import { type DocumentBatch, isTooLarge, nextBatch } from "./documentBatch.ts";
import type { TurnDocuments } from "./page.ts";
import { loading, type Part, stageOf } from "./part.ts";

const mostRequests = 2;

/** What is kept of the turns that nobody looks at: so many turns, and so many bytes. */
const mostKept = 100;
const mostKeptBytes = 16 * 1024 * 1024;

type Settled = Exclude<Part<TurnDocuments>, { kind: "loading" }>;

interface Entry {
  readonly part: Settled;
  /** Of the turn when it was asked for. */
  readonly stage: string;
  readonly bytes: number;
}

interface Request extends DocumentBatch {
  readonly controller: AbortController;
}

export interface WatchedDocumentsOptions {
  readonly onChange: (turnId: string) => void;
  /** Hears of a failure that is no answer of the service. */
  readonly onBug: (error: unknown) => void;
}

/**
 * What the turns say that are looked at: a few requests at a time, given up for turns that nobody looks at any more. What
 * was looked at last is kept for a while.
 */
export class WatchedDocuments {
  readonly #options: WatchedDocumentsOptions;
  /** Those looked at last stand last. */
  readonly #entries = new Map<string, Entry>();
  readonly #requests = new Set<Request>();
  readonly #agreed = new Set<string>();
  readonly #alone = new Set<string>();
  #target: Target | null = null;
  #turns: ReadonlyMap<string, Call> = new Map();
  #watched: ReadonlySet<string> = new Set();

  constructor(options: WatchedDocumentsOptions) {
    this.#options = options;
  }

  of(turnId: string): Part<TurnDocuments> {
    return this.#entries.get(turnId)?.part ?? loading;
  }

  /** Forgets all, gives up what is under way, and turns to another service; null for none. */
  reset(target: Target | null): void {
    const requests = [...this.#requests];
    this.#requests.clear();
    this.#entries.clear();
    this.#agreed.clear();
    this.#alone.clear();
    this.#turns = new Map();
    this.#target = target;
    for (const { controller } of requests) controller.abort();
  }

  /** The turns that there are. One that has gone on is asked for again; what is shown of it stays meanwhile. */
  setTurns(turns: readonly Call[]): void {
    this.#turns = new Map(turns.map((turn) => [turn.id, turn]));
    this.#ask();
  }

  /** The turns that are looked at, the most wanted first. */
  watch(turnIds: readonly string[]): void {
    this.#watched = new Set(turnIds);
    for (const id of this.#watched) {
      const entry = this.#entries.get(id);
      if (entry !== undefined) this.#enter(id, entry);
    }
    for (const request of this.#requests) {
      if (request.turns.some(({ id }) => this.#watched.has(id))) continue;
      this.#requests.delete(request);
      request.controller.abort();
    }
    this.#forgetOldest();
    this.#ask();
  }

  /** A person wants the documents of a turn, however large, or once more after a failure. */
  load(turnId: string): void {
    this.#agreed.add(turnId);
    if (this.#entries.get(turnId)?.part.kind !== "shown") this.#drop(turnId);
    this.#ask();
  }

  /** Asks again for what failed or runs; what is shown stays meanwhile. */
  renew(): void {
    for (const [id, entry] of [...this.#entries]) {
      const { kind } = entry.part;
      if (kind === "failed" || kind === "gone") this.#drop(id);
      else if (this.#turns.get(id)?.endedAt === null) this.#entries.set(id, { ...entry, stage: "" });
    }
    this.#ask();
  }

  #ask(): void {
    const target = this.#target;
    if (target === null) return;
    while (this.#requests.size < mostRequests) {
      const batch = nextBatch(this.#due(), { agreed: this.#agreed, alone: this.#alone });
      if (batch === null) return;
      const request = { ...batch, controller: new AbortController() };
      this.#requests.add(request);
      this.#run(target, request).catch(this.#options.onBug);
    }
  }

  /** The turns to ask for; the size of the others is told instead. */
  #due(): readonly Call[] {
    const asked = new Set([...this.#requests].flatMap(({ turns }) => turns.map(({ id }) => id)));
    return [...this.#watched].flatMap((id) => {
      const turn = this.#turns.get(id);
      if (turn === undefined || asked.has(id) || this.#entries.get(id)?.stage === stageOf(turn)) return [];
      if (!isTooLarge(turn, this.#agreed)) return [turn];
      this.#settle(turn, large(turn));
      return [];
    });
  }

  async #run({ service, project }: Target, request: Request): Promise<void> {
    const { controller, turns, mostBytes } = request;
    const missing = new Map(turns.map((turn) => [turn.id, turn]));
    const documents = ["inputs", "output"] as const;
    const query = { project, callIds: [...missing.keys()], documents, ...(mostBytes !== undefined && { mostBytes }) };
    const isWanted = () => this.#requests.has(request);
    try {
      for await (const batch of service.queryCallDocuments(query, controller.signal)) {
        if (!isWanted()) return;
        for (const arrived of batch) {
          const turn = missing.get(arrived.id);
          missing.delete(arrived.id);
          if (turn !== undefined) this.#settle(turn, shown(arrived));
        }
      }
      if (isWanted()) for (const turn of missing.values()) this.#settle(turn, { kind: "gone" });
    } catch (error) {
      if (isWanted()) this.#failed(request, [...missing.values()], error);
    } finally {
      if (this.#requests.delete(request)) this.#ask();
    }
  }

  #failed({ turns, mostBytes }: Request, missing: readonly Call[], error: unknown): void {
    const fault = error instanceof ServiceError ? error.fault : null;
    if (fault === null) this.#options.onBug(error);
    for (const turn of missing) {
      // One record that cannot be read breaks the answer off for all.
      if (fault?.kind === "malformed" && turns.length > 1) this.#alone.add(turn.id);
      else if (!isTooLong(fault)) this.#settle(turn, { kind: "failed", fault });
      else this.#settle(turn, mostBytes === undefined ? large(turn) : { kind: "beyond", bytes: mostBytes });
    }
  }

  #settle(turn: Call, part: Settled): void {
    const { id } = turn;
    const before = this.#entries.get(id);
    const stage = stageOf(turn);
    // What is on screen stays where asking again brings nothing.
    const stays = before?.part.kind === "shown" && part.kind !== "shown";
    this.#enter(id, stays ? { ...before, stage } : { part, stage, bytes: sizeOf(part, turn) });
    this.#forgetOldest();
    if (!stays) this.#options.onChange(id);
  }

  #enter(id: string, entry: Entry): void {
    this.#entries.delete(id);
    this.#entries.set(id, entry);
  }

  #drop(id: string): void {
    if (this.#entries.delete(id)) this.#options.onChange(id);
  }

  #forgetOldest(): void {
    let kept = 0;
    let bytes = 0;
    for (const [id, entry] of [...this.#entries].reverse()) {
      if (this.#watched.has(id)) continue;
      kept += 1;
      bytes += entry.bytes;
      if (kept > mostKept || bytes > mostKeptBytes) this.#entries.delete(id);
    }
  }
}

function shown({ documents: { inputs = null, output = null } }: CallDocuments): Settled {
  return { kind: "shown", value: { inputs, output } };
}

function large({ storedBytes }: Call): Settled {
  return { kind: "large", bytes: storedBytes };
}

/** Bytes in memory, about. */
function sizeOf(part: Settled, { storedBytes }: Call): number {
  return part.kind === "shown" ? (storedBytes ?? JSON.stringify(part.value).length) : 0;
}

function isTooLong(fault: Fault | null): boolean {
  return fault?.kind === "malformed" && /longer than \d+ bytes/.test(fault.detail);
}
