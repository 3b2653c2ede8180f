import { faultOf, type LoadState } from "../async/loadState.ts";
import type { Call } from "../calls/call.ts";
import type { Fault } from "../failures/fault.ts";
import type { ProjectClient } from "../projectClient.ts";
import { ConversationTurns } from "./conversationTurns.ts";
import type { Part } from "./part.ts";
import type { PageState, TurnDocuments } from "./protocol.ts";
import { type ListedCalls, TurnCalls } from "./turnCalls.ts";
import { WatchedDocuments } from "./watchedDocuments.ts";

/** What changed in a conversation: the list of turns, or part of one turn. */
export type ConversationChange =
  | { readonly kind: "turns" }
  | { readonly kind: "documents" | "calls"; readonly turnId: string };

export interface ConversationOptions {
  readonly threadId: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onChange: (change: ConversationChange) => void;
  /** Called for a failure that is not a response of the service. */
  readonly onBug: (error: unknown) => void;
}

/** The contents of one thread, requested as they come into view. */
export class Conversation {
  readonly #list: ConversationTurns;
  readonly #documents: WatchedDocuments;
  readonly #calls: TurnCalls;
  /** The visible turns of each watcher. */
  readonly #views = new Map<object, readonly string[]>();
  #target: ProjectClient | null = null;

  constructor({ threadId, now, onChange, onBug }: ConversationOptions) {
    this.#documents = new WatchedDocuments({ onBug, onChange: (turnId) => onChange({ kind: "documents", turnId }) });
    this.#calls = new TurnCalls({ onBug, onChange: (turnId) => onChange({ kind: "calls", turnId }) }, now);
    this.#list = new ConversationTurns(threadId, now, () => {
      this.#documents.setTurns(this.#list.turns);
      onChange({ kind: "turns" });
    });
  }

  get load(): LoadState<readonly Call[]> {
    return this.#list.load;
  }

  /** The turns that have arrived, in order of start. */
  get turns(): readonly Call[] {
    return this.#list.turns;
  }

  /** The progress of the list of turns; `stopped` if the user or a failure ended it. */
  get progress(): PageState["progress"] {
    return this.#list.progress;
  }

  /** Whether the thread has more turns than are listed. */
  get more(): boolean {
    return this.#list.more;
  }

  turn(id: string): Call | undefined {
    return this.turns.find((turn) => turn.id === id);
  }

  /** The op of a turn, or of a listed call inside one. */
  opOf(callId: string): string | undefined {
    return (this.turn(callId) ?? this.#calls.find(callId))?.op;
  }

  documentsOf(turnId: string): Part<TurnDocuments> {
    return this.#documents.of(turnId);
  }

  /** Undefined if they were not requested. */
  callsOf(turnId: string): Part<ListedCalls> | undefined {
    return this.#calls.of(turnId);
  }

  /** Drops everything and switches to another service; null for none. Nothing is requested before `refresh`. */
  reset(target: ProjectClient | null): void {
    this.#target = target;
    this.#documents.reset(target);
    this.#calls.reset();
    this.#list.reset();
  }

  /**
   * Reloads the turns, or those that started at `since` or later, and whatever failed or is running; current content
   * stays meanwhile. Resolves to the fault.
   */
  async refresh(since?: number): Promise<Fault | null> {
    const target = this.#target;
    if (target === null) return null;
    const load = await this.#list.refresh(target, since);
    if (load === null || this.#target !== target) return null;
    this.#documents.renew();
    this.#calls.renew(target, this.turns);
    return faultOf(load);
  }

  /**
   * Like `refresh`, but automatic: requests only running and new turns, does not cancel the user's requests, and
   * skips a service without conversations.
   */
  async poll(): Promise<Fault | null> {
    const { load, turns } = this;
    if (load.kind === "loading" || faultOf(load)?.kind === "routeMissing") return null;
    const running = turns.find(({ endedAt }) => endedAt === null);
    // Later ones would not be listed.
    if (load.kind === "shown" && this.more && running === undefined) return null;
    const since = (running ?? turns.at(-1))?.startedAt;
    return this.refresh(load.kind === "shown" && !this.#list.stopped ? since : undefined);
  }

  /** Stops loading the list of turns; those that have arrived stay. */
  stop(): void {
    this.#list.stop();
  }

  /** The turns in view, most important first; none if the view is hidden. */
  watch(viewer: object, turnIds: readonly string[]): void {
    if (turnIds.length === 0) this.#views.delete(viewer);
    else this.#views.set(viewer, turnIds);
    this.#documents.watch([...this.#views.values()].flat());
  }

  /** The user requests the documents of a turn, of any size, or again after a failure. */
  loadDocuments(turnId: string): void {
    this.#documents.load(turnId);
  }

  askCalls(turnId: string): void {
    const turn = this.turn(turnId);
    if (this.#target !== null && turn !== undefined) this.#calls.ask(this.#target, turn);
  }
}
