import { type Fault, isTooLong, ServiceError } from "../failures/fault.ts";
import { sourceOf } from "../port/conversationSource.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { Call } from "../query/call.ts";
import { firstBatch, type RequestedDocuments, readDocuments } from "./documentReader.ts";
import { isLarge } from "./drawing/turnText.ts";
import { KeptDocuments, type Settled } from "./keptDocuments.ts";
import { loading, type Part, type PartsOptions } from "./partState.ts";
import type { TurnDocuments } from "./protocol.ts";

const mostRequests = 2;

/** What is requested for the turns in view. */
const inView: RequestedDocuments = { calls: 20, unsized: 10, perRequest: 1024 * 1024 };

/** Maximum bytes of a turn that the user can request. */
const agreedBytes = 64 * 1024 * 1024;

interface Request {
  readonly turns: readonly Call[];
  readonly requested: RequestedDocuments;
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
      const due = this.#due();
      const alone = due.find(({ id }) => this.#agreed.has(id));
      const turns = alone === undefined ? firstBatch(due, inView) : [alone];
      if (turns.length === 0) return;
      const requested = alone === undefined ? inView : { calls: 1, each: agreedBytes };
      const request = { turns, requested, controller: new AbortController() };
      this.#requests.add(request);
      this.#run(target, request).catch(this.#options.onBug);
    }
  }

  /** The turns to request; the others are reported as too large. */
  #due(): readonly Call[] {
    const requested = new Set([...this.#requests].flatMap(({ turns }) => turns.map(({ id }) => id)));
    return [...this.#watched].flatMap((id) => {
      const turn = this.#turns.get(id);
      if (turn === undefined || requested.has(id) || this.#kept.isOf(turn)) return [];
      if (!isLarge(turn) || this.#agreed.has(id)) return [turn];
      this.#settle(turn, { kind: "large", bytes: turn.storedBytes });
      return [];
    });
  }

  async #run(target: ProjectClient, request: Request): Promise<void> {
    const { controller, turns, requested } = request;
    const missing = new Set(turns);
    const isWanted = () => this.#requests.has(request);
    try {
      const source = sourceOf(this.#options.conversation, target);
      for await (const read of readDocuments(turns, requested, source, target, controller.signal)) {
        if (!isWanted()) return;
        for (const { call, ...part } of read) {
          missing.delete(call);
          this.#settle(call, part.kind === "failed" ? unread(part.fault, call, requested) : part);
        }
      }
    } catch (error) {
      if (!isWanted()) return;
      const fault = error instanceof ServiceError ? error.fault : null;
      if (fault === null) this.#options.onBug(error);
      for (const turn of missing) this.#settle(turn, { kind: "failed", fault });
    } finally {
      if (this.#requests.delete(request)) this.#ask();
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

/** Why the documents of a turn could not be read. */
function unread(fault: Fault, { storedBytes }: Call, { each }: RequestedDocuments): Settled {
  if (!isTooLong(fault)) return { kind: "failed", fault };
  return each === undefined ? { kind: "large", bytes: storedBytes } : { kind: "beyond", bytes: each };
}
