import { Semaphore } from "../async/semaphore.ts";
import { ServiceError } from "../failures/fault.ts";
import type { InsideCalls } from "../port/conversationSource.ts";
import { sourceOf } from "../port/conversationSource.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { Call } from "../query/call.ts";
import { loading, type Part, type PartsOptions, stageOf } from "./partState.ts";
import type { TurnDocuments } from "./protocol.ts";
import { stepDocuments, stepsAhead, type TurnStep, turnSteps, withKnown } from "./turnSteps.ts";

/** Turns per request; if they have more calls than are listed, they are requested in two halves. */
const mostTurns = 20;
const mostRequests = 2;
/** Calls that are kept, of the turns loaded last. */
const mostKept = 40_000;
/** Maximum bytes of a step that the user expands. */
const mostBytes = 16 * 1024 * 1024;

export interface ListedCalls {
  /** Including the turn itself, in order of start. */
  readonly calls: readonly Call[];
  /** Whether the turn has more than are listed. */
  readonly more: boolean;
}

interface KeptTurn {
  /** The turn's version when requested; null to request again. */
  readonly stage: string | null;
  /** Whether the last request failed. */
  readonly failed: boolean;
  readonly calls: Part<ListedCalls>;
  readonly steps: readonly TurnStep[];
}

/**
 * What is inside the turns in view and those that the user expanded, several turns per request. A failure shows no steps:
 * the expanded calls report it.
 */
export class InsideTurns {
  readonly #options: PartsOptions;
  /** Most recently loaded last. */
  readonly #kept = new Map<string, KeptTurn>();
  readonly #expanded = new Set<string>();
  readonly #asking = new Set<string>();
  #isAskingInView = false;
  #controller = new AbortController();
  #semaphore = new Semaphore(mostRequests);
  #turns: readonly Call[] = [];

  constructor(options: PartsOptions) {
    this.#options = options;
  }

  /** The calls in a turn that the user expanded; undefined in others. */
  callsOf(turnId: string): Part<ListedCalls> | undefined {
    return this.#expanded.has(turnId) ? (this.#kept.get(turnId)?.calls ?? loading) : undefined;
  }

  /** Undefined if they are not known. */
  stepsOf(turnId: string): readonly TurnStep[] | undefined {
    return this.#kept.get(turnId)?.steps;
  }

  /** The known calls in a turn. */
  known(turnId: string): readonly Call[] {
    const calls = this.#kept.get(turnId)?.calls;
    return calls?.kind === "shown" ? calls.value.calls : [];
  }

  /** A known call. */
  find(callId: string): Call | undefined {
    for (const turnId of this.#kept.keys()) {
      const found = this.known(turnId).find(({ id }) => id === callId);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Drops everything and cancels all requests. */
  reset(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#semaphore = new Semaphore(mostRequests);
    this.#kept.clear();
    this.#expanded.clear();
    this.#asking.clear();
    this.#isAskingInView = false;
    this.#turns = [];
  }

  /** The turns in view. */
  watch(target: ProjectClient, turns: readonly Call[]): void {
    this.#turns = turns;
    this.#askInView(target);
  }

  /** The user expands a turn, also to try again. */
  expand(target: ProjectClient, turn: Call): void {
    this.#expanded.add(turn.id);
    if (this.#kept.get(turn.id)?.failed) this.#outdate(turn.id);
    if (this.#isDue(turn)) this.#ask(target, [turn]).catch(this.#options.onBug);
  }

  /** Requests again what has progressed, is running, failed or has no steps, of turns in view and expanded ones. */
  renew(target: ProjectClient, turns: readonly Call[]): void {
    for (const { id, endedAt } of turns) {
      const kept = this.#kept.get(id);
      if (kept !== undefined && (endedAt === null || kept.failed || kept.steps.length === 0)) this.#outdate(id);
    }
    const expanded = turns.filter((turn) => this.#expanded.has(turn.id) && this.#isDue(turn));
    for (const turn of expanded) this.#ask(target, [turn]).catch(this.#options.onBug);
    this.#askInView(target);
  }

  /** The user expands a step whose documents were not requested, or failed. */
  load(target: ProjectClient, turnId: string, callId: string): void {
    const step = this.stepsOf(turnId)?.find(({ call }) => call.id === callId);
    if (step === undefined || step.documents?.kind === "shown" || step.documents?.kind === "loading") return;
    this.#put(turnId, new Map([[callId, loading]]));
    const { signal } = this.#controller;
    const source = sourceOf(this.#options.conversation, target);
    stepDocuments([step.call], mostBytes, source, target, signal)
      .catch((error: unknown): ReadonlyMap<string, Part<TurnDocuments>> => {
        const fault = error instanceof ServiceError ? error.fault : null;
        if (fault === null && !signal.aborted) this.#options.onBug(error);
        return new Map([[callId, { kind: "failed", fault }]]);
      })
      .then((parts) => signal.aborted || this.#put(turnId, parts))
      .catch(this.#options.onBug);
  }

  #isDue(turn: Call): boolean {
    return !this.#asking.has(turn.id) && this.#kept.get(turn.id)?.stage !== stageOf(turn);
  }

  #outdate(turnId: string): void {
    const kept = this.#kept.get(turnId);
    if (kept !== undefined) this.#kept.set(turnId, { ...kept, stage: null });
  }

  /** One request at a time: those that come into view meanwhile are the next. */
  #askInView(target: ProjectClient): void {
    const due = this.#turns.filter((turn) => this.#isDue(turn)).slice(0, mostTurns);
    if (this.#isAskingInView || due.length === 0) return;
    const { signal } = this.#controller;
    this.#isAskingInView = true;
    const next = () => {
      if (signal.aborted) return;
      this.#isAskingInView = false;
      this.#askInView(target);
    };
    this.#ask(target, due).then(next).catch(this.#options.onBug);
  }

  async #ask(target: ProjectClient, turns: readonly Call[]): Promise<void> {
    const { signal } = this.#controller;
    for (const { id } of turns) this.#asking.add(id);
    try {
      await this.#semaphore.run(() => this.#run(target, turns, signal), signal);
    } catch (error) {
      if (signal.aborted) return;
      const fault = error instanceof ServiceError ? error.fault : null;
      if (fault === null) this.#options.onBug(error);
      for (const turn of turns) {
        const { calls, steps = [] } = this.#kept.get(turn.id) ?? {};
        this.#settle(turn, calls?.kind === "shown" ? calls : { kind: "failed", fault }, steps, true);
      }
    }
    if (!signal.aborted) for (const { id } of turns) this.#asking.delete(id);
  }

  async #run(target: ProjectClient, turns: readonly Call[], signal: AbortSignal): Promise<void> {
    const source = sourceOf(this.#options.conversation, target);
    const { byTurn, more } = (await source?.inside(turns, { costs: true }, target, signal)) ?? none;
    if (more && turns.length > 1) {
      const half = Math.ceil(turns.length / 2);
      await this.#run(target, turns.slice(0, half), signal);
      return this.#run(target, turns.slice(half), signal);
    }
    for (const turn of turns) {
      const calls = byTurn.get(turn.id) ?? [];
      const listed = { kind: "shown", value: { calls, more } } as const;
      this.#settle(turn, listed, withKnown(turnSteps(calls, turn.id), this.stepsOf(turn.id) ?? []));
    }
    const ahead = stepsAhead(turns.flatMap(({ id }) => this.stepsOf(id) ?? []));
    if (ahead.length === 0) return;
    const documents = await stepDocuments(ahead, undefined, source, target, signal);
    for (const { id } of turns) this.#put(id, documents);
  }

  #settle(turn: Call, calls: Part<ListedCalls>, steps: readonly TurnStep[], failed = false): void {
    this.#kept.delete(turn.id);
    this.#kept.set(turn.id, { stage: stageOf(turn), failed, calls, steps });
    const inView = new Set(this.#turns.map(({ id }) => id));
    let kept = 0;
    for (const id of [...this.#kept.keys()].reverse()) {
      kept += this.known(id).length;
      if (kept <= mostKept || inView.has(id) || id === turn.id) continue;
      this.#kept.delete(id);
      this.#expanded.delete(id);
    }
    this.#options.onChange(turn.id);
  }

  /** Adds the documents of steps that have arrived. */
  #put(turnId: string, documents: ReadonlyMap<string, Part<TurnDocuments>>): void {
    const kept = this.#kept.get(turnId);
    if (!kept?.steps.some(({ call }) => documents.has(call.id))) return;
    const steps = kept.steps.map((step) => ({ ...step, documents: documents.get(step.call.id) ?? step.documents }));
    this.#kept.set(turnId, { ...kept, steps });
    this.#options.onChange(turnId, true);
  }
}

const none: InsideCalls = { byTurn: new Map(), more: false };
