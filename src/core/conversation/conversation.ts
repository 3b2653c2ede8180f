import type { Call } from "../calls/call.ts";
import type { Fault } from "../failures/fault.ts";
import { faultOf, type Load } from "../load.ts";
import type { Target } from "../target.ts";
import { ConversationTurns } from "./conversationTurns.ts";
import type { PageState, TurnDocuments } from "./page.ts";
import type { Part } from "./part.ts";
import { type ListedCalls, TurnCalls } from "./turnCalls.ts";
import { WatchedDocuments } from "./watchedDocuments.ts";

/** What of a conversation is another: the list of its turns, or something of one turn. */
export type ConversationChange =
  | { readonly kind: "turns" }
  | { readonly kind: "documents" | "calls"; readonly turnId: string };

export interface ConversationOptions {
  readonly threadId: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onChange: (change: ConversationChange) => void;
  /** Hears of a failure that is no answer of the service. */
  readonly onBug: (error: unknown) => void;
}

/** What one thread says, asked for as it is looked at. */
export class Conversation {
  readonly #list: ConversationTurns;
  readonly #documents: WatchedDocuments;
  readonly #calls: TurnCalls;
  /** What each of those who look sees. */
  readonly #views = new Map<object, readonly string[]>();
  #target: Target | null = null;

  constructor({ threadId, now, onChange, onBug }: ConversationOptions) {
    this.#list = new ConversationTurns(threadId, now);
    this.#documents = new WatchedDocuments({ onBug, onChange: (turnId) => onChange({ kind: "documents", turnId }) });
    this.#calls = new TurnCalls({ now, onBug, onChange: (turnId) => onChange({ kind: "calls", turnId }) });
    this.#list.subscribe(() => {
      this.#documents.setTurns(this.#list.turns);
      onChange({ kind: "turns" });
    });
  }

  get load(): Load<readonly Call[]> {
    return this.#list.load;
  }

  /** Those that have arrived, in order of their start. */
  get turns(): readonly Call[] {
    return this.#list.turns;
  }

  /** How far the list of turns has come; `stopped` where a person or a failure broke it off. */
  get progress(): PageState["progress"] {
    return progressOf(this.#list);
  }

  /** Whether the thread has more turns than are listed. */
  get more(): boolean {
    return this.#list.more;
  }

  turn(id: string): Call | undefined {
    return this.turns.find((turn) => turn.id === id);
  }

  /** The op of a turn, or of a call that is listed in one. */
  opOf(callId: string): string | undefined {
    return (this.turn(callId) ?? this.#calls.find(callId))?.op;
  }

  documentsOf(turnId: string): Part<TurnDocuments> {
    return this.#documents.of(turnId);
  }

  /** Undefined where nobody has asked for them. */
  callsOf(turnId: string): Part<ListedCalls> | undefined {
    return this.#calls.of(turnId);
  }

  /** Forgets all, and turns to another service; null for none. Nothing is requested before `refresh`. */
  reset(target: Target | null): void {
    this.#target = target;
    this.#documents.reset(target);
    this.#calls.reset();
    this.#list.reset();
  }

  /** Asks for the turns again, and for what failed or runs; what is shown stays. Resolves to what went wrong. */
  async refresh(): Promise<Fault | null> {
    return this.#refresh(undefined);
  }

  /**
   * As `refresh`, by itself: only turns that run or have come since are asked for, nobody's own request is cut off, and a
   * service without conversations is left alone.
   */
  async poll(): Promise<Fault | null> {
    const { load, turns } = this;
    if (load.kind === "loading" || faultOf(load)?.kind === "routeMissing") return null;
    const running = turns.find(({ endedAt }) => endedAt === null);
    // Later ones would not be listed.
    if (load.kind === "shown" && this.more && running === undefined) return null;
    const since = (running ?? turns.at(-1))?.startedAt;
    return this.#refresh(load.kind === "shown" && !this.#list.stopped ? since : undefined);
  }

  /** Breaks the list of turns off; those that have arrived stay. */
  stop(): void {
    this.#list.stop();
  }

  /** The turns that somebody looks at, the most wanted first; none when they look away. */
  watch(viewer: object, turnIds: readonly string[]): void {
    if (turnIds.length === 0) this.#views.delete(viewer);
    else this.#views.set(viewer, turnIds);
    this.#documents.watch([...this.#views.values()].flat());
  }

  /** A person wants what a turn says, however large, or once more after a failure. */
  loadDocuments(turnId: string): void {
    this.#documents.load(turnId);
  }

  askCalls(turnId: string): void {
    const turn = this.turn(turnId);
    if (this.#target !== null && turn !== undefined) this.#calls.ask(this.#target, turn);
  }

  async #refresh(since: number | undefined): Promise<Fault | null> {
    const target = this.#target;
    if (target === null) return null;
    const load = await this.#list.refresh(target, since);
    if (load === null || this.#target !== target) return null;
    this.#documents.renew();
    this.#calls.renew(target, this.turns);
    return faultOf(load);
  }
}

function progressOf({ load, stopped }: Pick<ConversationTurns, "load" | "stopped">): PageState["progress"] {
  switch (load.kind) {
    case "idle":
      return stopped ? "stopped" : "loading";
    case "loading":
      return "loading";
    case "shown":
      return stopped ? "stopped" : "complete";
    case "stale":
      return load.at === null ? "stopped" : "complete";
    case "failed":
      return "stopped";
  }
}
