import type { Call } from "../calls/call.ts";
import { isTooLong, ServiceError } from "../failures/fault.ts";
import { queryCallDocuments } from "../operations.ts";
import type { ProjectClient } from "../projectClient.ts";
import { callsIn } from "./insideCalls.ts";
import { loading, type Part, type PartsOptions, stageOf } from "./partState.ts";
import type { TurnDocuments } from "./protocol.ts";
import { stepsAhead, type TurnStep, turnSteps } from "./turnSteps.ts";

/** Turns per request; if they have more calls than are listed, they are requested in two halves. */
const mostTurns = 20;
/** Turns whose steps are kept. */
const mostKept = 200;
/** Maximum bytes of a step that the user expands. */
const mostBytes = 16 * 1024 * 1024;

interface KeptSteps {
  /** The turn's version when requested; null to request again. */
  readonly stage: string | null;
  readonly steps: readonly TurnStep[];
}

/**
 * The steps of the turns in view, one request at a time for several turns. A failure shows no steps: the turn's expanded
 * calls report it.
 */
export class WatchedSteps {
  readonly #options: PartsOptions;
  /** Most recently loaded last. */
  readonly #kept = new Map<string, KeptSteps>();
  #controller = new AbortController();
  #turns: readonly Call[] = [];
  #isAsking = false;

  constructor(options: PartsOptions) {
    this.#options = options;
  }

  of(turnId: string): readonly TurnStep[] | undefined {
    return this.#kept.get(turnId)?.steps;
  }

  /** A call that is a step. */
  find(callId: string): Call | undefined {
    for (const { steps } of this.#kept.values()) {
      const found = steps.find(({ call }) => call.id === callId);
      if (found !== undefined) return found.call;
    }
    return undefined;
  }

  /** Drops everything and cancels all requests. */
  reset(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#kept.clear();
    this.#turns = [];
    this.#isAsking = false;
  }

  /** The turns in view. */
  watch(target: ProjectClient, turns: readonly Call[]): void {
    this.#turns = turns;
    this.#ask(target);
  }

  /** Requests again what is running or has no steps. */
  renew(target: ProjectClient): void {
    for (const { id, endedAt } of this.#turns) {
      const kept = this.#kept.get(id);
      if (kept !== undefined && (endedAt === null || kept.steps.length === 0))
        this.#kept.set(id, { ...kept, stage: null });
    }
    this.#ask(target);
  }

  /** The user expands a step whose documents were not requested, or failed. */
  load(target: ProjectClient, turnId: string, callId: string): void {
    const step = this.of(turnId)?.find(({ call }) => call.id === callId);
    if (step === undefined || step.documents?.kind === "shown" || step.documents?.kind === "loading") return;
    this.#put(turnId, callId, loading);
    const { signal } = this.#controller;
    this.#documents(target, [callId], signal, mostBytes)
      .then((found) => found.get(callId) ?? { kind: "gone" as const })
      .catch((error: unknown): Part<TurnDocuments> => {
        const fault = error instanceof ServiceError ? error.fault : null;
        if (fault === null && !signal.aborted) this.#options.onBug(error);
        return fault !== null && isTooLong(fault) ? { kind: "beyond", bytes: mostBytes } : { kind: "failed", fault };
      })
      .then((part) => signal.aborted || this.#put(turnId, callId, part))
      .catch(this.#options.onBug);
  }

  #ask(target: ProjectClient): void {
    const due = this.#turns.filter((turn) => this.#kept.get(turn.id)?.stage !== stageOf(turn)).slice(0, mostTurns);
    if (this.#isAsking || due.length === 0) return;
    const { signal } = this.#controller;
    this.#isAsking = true;
    this.#run(target, due, signal)
      .catch((error: unknown) => {
        if (signal.aborted) return;
        if (!(error instanceof ServiceError)) this.#options.onBug(error);
        for (const turn of due) this.#settle(turn, this.of(turn.id) ?? []);
      })
      .finally(() => {
        if (signal.aborted) return;
        this.#isAsking = false;
        this.#ask(target);
      })
      .catch(this.#options.onBug);
  }

  async #run(target: ProjectClient, turns: readonly Call[], signal: AbortSignal): Promise<void> {
    const { byTurn, more } = await callsIn(turns, { costs: true }, target, signal);
    if (more && turns.length > 1) {
      const half = Math.ceil(turns.length / 2);
      await this.#run(target, turns.slice(0, half), signal);
      return this.#run(target, turns.slice(half), signal);
    }
    const found = turns.map((turn) => ({ turn, steps: turnSteps(byTurn.get(turn.id) ?? [], turn.id) }));
    for (const { turn, steps } of found) this.#settle(turn, this.#withKnown(turn.id, steps));
    const ahead = stepsAhead(found.flatMap(({ turn }) => this.of(turn.id) ?? []));
    if (ahead.length === 0) return;
    const documents = await this.#documents(target, ahead, signal);
    for (const { turn } of found) {
      const steps = this.of(turn.id) ?? [];
      const loaded = steps.map((step) => ({ ...step, documents: documents.get(step.call.id) ?? step.documents }));
      if (loaded.some((step, at) => step.documents !== steps[at]?.documents)) this.#settle(turn, loaded);
    }
  }

  /** The documents of steps that have ended do not change. */
  #withKnown(turnId: string, steps: readonly TurnStep[]): readonly TurnStep[] {
    const known = new Map(this.of(turnId)?.map((step) => [step.call.id, step]));
    return steps.map((step) => {
      const before = known.get(step.call.id);
      return before?.call.endedAt ? { ...step, documents: before.documents } : step;
    });
  }

  async #documents(
    { service, project }: ProjectClient,
    callIds: readonly string[],
    signal: AbortSignal,
    mostBytes?: number,
  ): Promise<ReadonlyMap<string, Part<TurnDocuments>>> {
    const documents = ["inputs", "output"] as const;
    const query = { project, callIds, documents, ...(mostBytes !== undefined && { mostBytes }) };
    const found = new Map<string, Part<TurnDocuments>>();
    for await (const batch of service.rows(queryCallDocuments, query, signal)) {
      for (const {
        id,
        documents: { inputs = null, output = null },
      } of batch)
        found.set(id, { kind: "shown", value: { inputs, output } });
    }
    return found;
  }

  #settle(turn: Call, steps: readonly TurnStep[]): void {
    this.#kept.delete(turn.id);
    this.#kept.set(turn.id, { stage: stageOf(turn), steps });
    const inView = new Set(this.#turns.map(({ id }) => id));
    for (const id of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) break;
      if (!inView.has(id)) this.#kept.delete(id);
    }
    this.#options.onChange(turn.id);
  }

  #put(turnId: string, callId: string, documents: Part<TurnDocuments>): void {
    const kept = this.#kept.get(turnId);
    if (kept === undefined) return;
    const steps = kept.steps.map((step) => (step.call.id === callId ? { ...step, documents } : step));
    this.#kept.set(turnId, { ...kept, steps });
    this.#options.onChange(turnId);
  }
}
