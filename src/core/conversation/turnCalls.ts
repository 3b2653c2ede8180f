import { Loader } from "../async/loader.ts";
import { shownValue } from "../async/loadState.ts";
import { Semaphore } from "../async/semaphore.ts";
import type { Call } from "../calls/call.ts";
import type { ProjectClient } from "../projectClient.ts";
import { callsIn } from "./insideCalls.ts";
import { loading, type Part, type PartsOptions, stageOf } from "./partState.ts";

const mostRequests = 2;
const mostKept = 20;

export interface ListedCalls {
  /** Including the turn itself, in order of start. */
  readonly calls: readonly Call[];
  /** Whether the turn has more than are listed. */
  readonly more: boolean;
}

/** The calls in the turns that the user expanded; those of the last few are kept. */
export class TurnCalls {
  readonly #options: PartsOptions;
  readonly #now: () => number;
  /** Most recently requested last. */
  readonly #asked = new Map<string, { readonly loader: Loader<ListedCalls>; stage: string }>();
  #semaphore = new Semaphore(mostRequests);

  /** `now` returns milliseconds since the epoch. */
  constructor(options: PartsOptions, now: () => number) {
    this.#options = options;
    this.#now = now;
  }

  of(turnId: string): Part<ListedCalls> | undefined {
    const load = this.#asked.get(turnId)?.loader.load;
    if (load === undefined || load.kind === "failed") return load;
    if (load.kind === "idle") return { kind: "failed", fault: null };
    return load.value === null ? loading : { kind: "shown", value: load.value };
  }

  /** A listed call. */
  find(callId: string): Call | undefined {
    for (const { loader } of this.#asked.values()) {
      const found = shownValue(loader.load)?.calls.find(({ id }) => id === callId);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Requests the calls in a turn, unless those of its current version are loaded. */
  ask(target: ProjectClient, turn: Call): void {
    const known = this.#asked.get(turn.id);
    const loader = known?.loader ?? new Loader<ListedCalls>(this.#now);
    if (known === undefined)
      loader.subscribe(() => {
        if (this.#asked.get(turn.id)?.loader === loader) this.#options.onChange(turn.id);
      });
    const stage = stageOf(turn);
    this.#asked.delete(turn.id);
    this.#asked.set(turn.id, { loader, stage });
    const { kind } = loader.load;
    if (known?.stage === stage && (kind === "shown" || kind === "loading")) return;
    this.#run(target, turn, loader);
    for (const [id, { loader: oldest }] of this.#asked) {
      if (this.#asked.size <= mostKept) break;
      this.#asked.delete(id);
      oldest.reset();
    }
  }

  /** Requests the calls again in turns that failed, are running or have progressed. */
  renew(target: ProjectClient, turns: readonly Call[]): void {
    for (const turn of turns) {
      const known = this.#asked.get(turn.id);
      if (known === undefined) continue;
      const changed = known.stage !== stageOf(turn) || turn.endedAt === null;
      if (!changed && known.loader.load.kind === "shown") continue;
      known.stage = stageOf(turn);
      this.#run(target, turn, known.loader);
    }
  }

  /** Drops everything and cancels all requests. */
  reset(): void {
    const loaders = [...this.#asked.values()];
    this.#asked.clear();
    this.#semaphore = new Semaphore(mostRequests);
    for (const { loader } of loaders) loader.reset();
  }

  #run(target: ProjectClient, turn: Call, loader: Loader<ListedCalls>): void {
    const semaphore = this.#semaphore;
    const listed = async (signal: AbortSignal): Promise<ListedCalls> => {
      const { byTurn, more } = await callsIn([turn], { costs: true }, target, signal);
      return { calls: byTurn.get(turn.id) ?? [], more };
    };
    loader.run((signal) => semaphore.run(() => listed(signal), signal)).catch(this.#options.onBug);
  }
}
