import type { Call } from "../calls/call.ts";
import { isTooLong, ServiceError } from "../failures/fault.ts";
import { queryCallDocuments } from "../operations.ts";
import type { ProjectClient } from "../projectClient.ts";
import { type DocumentBatch, isTooLarge, nextBatch } from "./documentBatch.ts";
import { KeptDocuments, type Settled } from "./keptDocuments.ts";
import { loading, type Part, type PartsOptions } from "./partState.ts";
import type { TurnDocuments } from "./protocol.ts";

const mostRequests = 2;

interface Request extends DocumentBatch {
  readonly controller: AbortController;
}

/**
 * The documents of the turns in view: a few requests at a time, canceled for turns that go out of view. The
 * most recent ones are kept for a while.
 */
export class WatchedDocuments {
  readonly #options: PartsOptions;
  readonly #kept = new KeptDocuments();
  readonly #requests = new Set<Request>();
  readonly #agreed = new Set<string>();
  readonly #alone = new Set<string>();
  #target: ProjectClient | null = null;
  #turns: ReadonlyMap<string, Call> = new Map();
  #watched: ReadonlySet<string> = new Set();

  constructor(options: PartsOptions) {
    this.#options = options;
  }

  of(turnId: string): Part<TurnDocuments> {
    return this.#kept.partOf(turnId) ?? loading;
  }

  /** Drops everything, cancels all requests, and switches to another service; null for none. */
  reset(target: ProjectClient | null): void {
    const requests = [...this.#requests];
    this.#requests.clear();
    this.#kept.clear();
    this.#agreed.clear();
    this.#alone.clear();
    this.#turns = new Map();
    this.#target = target;
    for (const { controller } of requests) controller.abort();
  }

  /** The existing turns. One that has progressed is requested again; its content stays meanwhile. */
  setTurns(turns: readonly Call[]): void {
    this.#turns = new Map(turns.map((turn) => [turn.id, turn]));
    this.#ask();
  }

  /** The turns in view, most important first. */
  watch(turnIds: readonly string[]): void {
    this.#watched = new Set(turnIds);
    for (const id of this.#watched) this.#kept.touch(id);
    for (const request of this.#requests) {
      if (request.turns.some(({ id }) => this.#watched.has(id))) continue;
      this.#requests.delete(request);
      request.controller.abort();
    }
    this.#kept.forgetOldest(this.#watched);
    this.#ask();
  }

  /** The user requests the documents of a turn, of any size, or again after a failure. */
  load(turnId: string): void {
    this.#agreed.add(turnId);
    if (this.#kept.partOf(turnId)?.kind !== "shown") this.#drop(turnId);
    this.#ask();
  }

  /** Requests again what failed or is running; current content stays meanwhile. */
  renew(): void {
    for (const id of this.#kept.turnIds) {
      const kind = this.#kept.partOf(id)?.kind;
      if (kind === "failed" || kind === "gone") this.#drop(id);
      else if (this.#turns.get(id)?.endedAt === null) this.#kept.outdate(id);
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

  /** The turns to request; the others are reported as too large. */
  #due(): readonly Call[] {
    const asked = new Set([...this.#requests].flatMap(({ turns }) => turns.map(({ id }) => id)));
    return [...this.#watched].flatMap((id) => {
      const turn = this.#turns.get(id);
      if (turn === undefined || asked.has(id) || this.#kept.isOf(turn)) return [];
      if (!isTooLarge(turn, this.#agreed)) return [turn];
      this.#settle(turn, { kind: "large", bytes: turn.storedBytes });
      return [];
    });
  }

  async #run({ service, project }: ProjectClient, request: Request): Promise<void> {
    const { controller, turns, mostBytes } = request;
    const missing = new Map(turns.map((turn) => [turn.id, turn]));
    const asked = ["inputs", "output"] as const;
    const query = {
      project,
      callIds: [...missing.keys()],
      documents: asked,
      ...(mostBytes !== undefined && { mostBytes }),
    };
    const isWanted = () => this.#requests.has(request);
    try {
      for await (const batch of service.rows(queryCallDocuments, query, controller.signal)) {
        if (!isWanted()) return;
        for (const { id, documents } of batch) {
          const turn = missing.get(id);
          const { inputs = null, output = null } = documents;
          missing.delete(id);
          if (turn !== undefined) this.#settle(turn, { kind: "shown", value: { inputs, output } });
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
      // One unreadable record ends the response for all.
      if (fault?.kind === "malformed" && turns.length > 1) this.#alone.add(turn.id);
      else if (fault === null || !isTooLong(fault)) this.#settle(turn, { kind: "failed", fault });
      else if (mostBytes === undefined) this.#settle(turn, { kind: "large", bytes: turn.storedBytes });
      else this.#settle(turn, { kind: "beyond", bytes: mostBytes });
    }
  }

  #settle(turn: Call, part: Settled): void {
    const changed = this.#kept.settle(turn, part);
    this.#kept.forgetOldest(this.#watched);
    if (changed) this.#options.onChange(turn.id);
  }

  #drop(id: string): void {
    if (this.#kept.drop(id)) this.#options.onChange(id);
  }
}
