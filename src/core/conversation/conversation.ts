import { Loader } from "../async/loader.ts";
import { faultOf, isPending, type LoadState, shownValue } from "../async/loadState.ts";
import { earliestFirst } from "../calls/failedCalls.ts";
import type { Fault } from "../failures/fault.ts";
import { backgroundClient, type ProjectClient } from "../port/projectClient.ts";
import type { Call } from "../query/call.ts";
import { startedSince } from "../query/startedWithin.ts";
import type { ConversationSubject } from "./conversationAddress.ts";
import { InsideTurns, type ListedCalls } from "./insideTurns.ts";
import type { Part } from "./partState.ts";
import { mostPageTurns, type PageState, type TurnDocuments } from "./protocol.ts";
import { failuresInside, type TurnFailure, TurnFailures } from "./turnFailures.ts";
import type { TurnStep } from "./turnSteps.ts";
import { mergedTurns, turnsOfSubject } from "./turnsOfSubject.ts";
import { WatchedDocuments } from "./watchedDocuments.ts";

/** What changed in a conversation: the list of turns, or part of one turn. */
export type ConversationChange =
  | { readonly kind: "turns" }
  | { readonly kind: "documents" | "inside" | "steps"; readonly turnId: string };

export interface ConversationOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onChange: (change: ConversationChange) => void;
  /** Called for a failure that is not a response of the service. */
  readonly onBug: (error: unknown) => void;
}

/** The contents of one thread, requested as they come into view. A call outside threads is its only turn. */
export class Conversation {
  readonly #subject: ConversationSubject;
  readonly #list: Loader<readonly Call[]>;
  readonly #documents: WatchedDocuments;
  readonly #inside: InsideTurns;
  /** Null for a call outside threads: its only turn tells. */
  readonly #failures: TurnFailures | null;
  /** The visible turns of each watcher. */
  readonly #views = new Map<object, readonly string[]>();
  #target: ProjectClient | null = null;
  /** Whether the user stopped the list. */
  #stopped = false;
  /** Whether the thread has turns after the `mostTurns` that are listed. */
  more = false;

  constructor({ now, onChange, onBug, ...subject }: ConversationSubject & ConversationOptions) {
    const { conversation } = subject;
    this.#subject = subject;
    this.#list = new Loader(now);
    const turnsChanged = () => onChange({ kind: "turns" });
    const documentsChanged = (turnId: string) => onChange({ kind: "documents", turnId });
    const insideChanged = (turnId: string, isOnlySteps = false) => {
      onChange({ kind: isOnlySteps ? "steps" : "inside", turnId });
      if (conversation === null && !isOnlySteps) turnsChanged();
    };
    this.#documents = new WatchedDocuments({ conversation, onBug, onChange: documentsChanged });
    this.#inside = new InsideTurns({ conversation, onBug, onChange: insideChanged });
    this.#failures = conversation && new TurnFailures(conversation, { now, onBug, onChange: turnsChanged });
    this.#list.subscribe(({ kind }) => {
      this.#documents.setTurns(this.turns);
      if (this.#target !== null && kind !== "loading") this.#failures?.follow(this.#target, this.turns);
      if (kind !== "loading") this.#watchInside();
      turnsChanged();
    });
  }

  get load(): LoadState<readonly Call[]> {
    return this.#list.load;
  }

  /** The turns that have arrived, in order of start. Current ones stay until they are replaced. */
  get turns(): readonly Call[] {
    return shownValue(this.load) ?? [];
  }

  /** The progress of the list of turns; `stopped` if the user or a failure ended it. */
  get progress(): PageState["progress"] {
    const { load } = this;
    if (isPending(load)) return "loading";
    const isPart =
      load.kind === "idle" || load.kind === "failed" || (load.kind === "stale" ? load.at === null : this.#stopped);
    return isPart ? "stopped" : "complete";
  }

  get failures(): readonly TurnFailure[] {
    const { turns } = this;
    const loaded = turns.filter(({ id }) => this.#inside.stepsOf(id) !== undefined);
    return this.#failures?.of(turns) ?? failuresInside(loaded, (id) => this.#inside.known(id));
  }

  turn(id: string): Call | undefined {
    return this.turns.find((turn) => turn.id === id);
  }

  /** The op of a turn, or of a listed call inside one. */
  opOf(callId: string): string | undefined {
    return (this.turn(callId) ?? this.#inside.find(callId))?.op;
  }

  documentsOf(turnId: string): Part<TurnDocuments> {
    return this.#documents.of(turnId);
  }

  /** Undefined if they were not requested. */
  callsOf(turnId: string): Part<ListedCalls> | undefined {
    return this.#inside.callsOf(turnId);
  }

  /** Undefined if they are not known. */
  stepsOf(turnId: string): readonly TurnStep[] | undefined {
    return this.#inside.stepsOf(turnId);
  }

  /** Drops everything and switches to another service; null for none. Nothing is requested before `refresh`. */
  reset(target: ProjectClient | null): void {
    this.#target = target;
    this.#documents.reset(target);
    this.#stopped = false;
    this.more = false;
    // Before what depends on it, so that the earlier turns are never shown for the new target.
    this.#list.reset();
    this.#failures?.reset();
    this.#inside.reset();
  }

  /**
   * Reloads the turns, or those that started at `since` or later, and whatever failed or is running; current content
   * stays meanwhile. Resolves to the fault.
   */
  async refresh(since?: number, isAutomatic = false): Promise<Fault | null> {
    const target = this.#target;
    if (target === null) return null;
    const load = await this.#refreshList(isAutomatic ? backgroundClient(target) : target, since);
    if (load === null || this.#target !== target) return null;
    this.#documents.renew();
    this.#inside.renew(target, this.turns);
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
    return this.refresh(load.kind === "shown" && !this.#stopped ? since : undefined, true);
  }

  /** Stops loading the list of turns; those that have arrived stay. */
  stop(): void {
    if (this.load.kind !== "loading") return;
    this.#stopped = true;
    this.#list.stop();
  }

  /** The turns in view, most important first; none if the view is hidden. */
  watch(viewer: object, turnIds: readonly string[]): void {
    if (turnIds.length === 0) this.#views.delete(viewer);
    else this.#views.set(viewer, turnIds);
    this.#documents.watch([...this.#views.values()].flat());
    this.#watchInside();
  }

  /** The user requests the documents of a turn, of any size, or again after a failure. */
  loadDocuments(turnId: string): void {
    this.#documents.load(turnId);
  }

  /** The turns in view whose calls are known, with these. */
  get callsInView(): readonly Call[] {
    const known = [...new Set([...this.#views.values()].flat())].filter((id) => this.stepsOf(id) !== undefined);
    return known.flatMap((id) => [this.turn(id) ?? [], this.callsIn(id)].flat());
  }

  /** The known calls in a turn. */
  callsIn(turnId: string): readonly Call[] {
    return this.#inside.known(turnId);
  }

  askCalls(turnId: string): void {
    const turn = this.turn(turnId);
    if (this.#target !== null && turn !== undefined) this.#inside.expand(this.#target, turn);
  }

  /** The user expands a step of a turn. */
  loadStep(turnId: string, callId: string): void {
    if (this.#target !== null) this.#inside.load(this.#target, turnId, callId);
  }

  #watchInside(): void {
    const turns = [...this.#views.values()].flat().flatMap((id) => this.turn(id) ?? []);
    if (this.#target !== null) this.#inside.watch(this.#target, turns);
  }

  /** The turns are shown as they arrive, among the existing ones. */
  async #refreshList(target: ProjectClient, since?: number): Promise<LoadState<readonly Call[]> | null> {
    const before = this.turns;
    this.#stopped = false;
    return this.#list.run(async (signal, show) => {
      const arrived = new Map<string, Call>();
      const requested = {
        ...{ sort: earliestFirst, costs: true, limit: mostPageTurns + 1 },
        ...(since !== undefined && { query: startedSince(since) }),
      };
      for await (const batch of turnsOfSubject(this.#subject, requested, target, signal)) {
        for (const call of batch) arrived.set(call.id, call);
        show(mergedTurns(before, arrived, () => true));
      }
      const isEarlier = ({ startedAt }: Call) => since !== undefined && startedAt < since;
      const all = mergedTurns(before, arrived, isEarlier);
      this.more = all.length > mostPageTurns;
      return all.slice(0, mostPageTurns);
    });
  }
}
