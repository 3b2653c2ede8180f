import type { Call } from "../calls/call.ts";
import type { CallListQuery } from "../calls/callService.ts";
import { type Load, shownValue } from "../load.ts";
import { Loader } from "../loader.ts";
import type { Target } from "../target.ts";

/** More than this are not asked for: the page and this side hold all of them. */
export const mostTurns = 10_000;

const none: readonly Call[] = [];

/** The turns of one thread, in order of their start. What is shown stays until it is replaced. */
export class ConversationTurns {
  readonly #threadId: string;
  readonly #loader: Loader<readonly Call[]>;
  #stopped = false;
  #more = false;

  /** `now` gives milliseconds since the epoch. */
  constructor(threadId: string, now: () => number) {
    this.#threadId = threadId;
    this.#loader = new Loader(now);
  }

  get load(): Load<readonly Call[]> {
    return this.#loader.load;
  }

  get turns(): readonly Call[] {
    return shownValue(this.#loader.load) ?? none;
  }

  /** Whether a person broke the list off. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** Whether the thread has turns after the `mostTurns` that are listed. */
  get more(): boolean {
    return this.#more;
  }

  subscribe(listener: () => void): { dispose(): void } {
    return this.#loader.subscribe(listener);
  }

  reset(): void {
    this.#stopped = false;
    this.#more = false;
    this.#loader.reset();
  }

  stop(): void {
    if (this.#loader.load.kind !== "loading") return;
    this.#stopped = true;
    this.#loader.stop();
  }

  /**
   * Asks for the turns, those alone that started at `since` or later where it is given. They are shown as they arrive,
   * among those that are there. Resolves to how it ended; null when it was given up.
   */
  async refresh({ service, project }: Target, since?: number): Promise<Load<readonly Call[]> | null> {
    const before = this.turns;
    this.#stopped = false;
    return this.#loader.run(async (signal, show) => {
      const arrived = new Map<string, Call>();
      const query: CallListQuery = {
        project,
        filter: { threadIds: [this.#threadId] },
        turnsOnly: true,
        sort: [
          { field: "started_at", direction: "asc" },
          { field: "id", direction: "asc" },
        ],
        costs: true,
        limit: mostTurns + 1,
        ...(since !== undefined && {
          query: { $expr: { $gte: [{ $getField: "started_at" }, { $literal: since / 1000 }] } },
        }),
      };
      for await (const batch of service.queryCalls(query, signal)) {
        for (const call of batch) if (call.id === call.turnId) arrived.set(call.id, call);
        show(ordered([...before.filter(({ id }) => !arrived.has(id)), ...arrived.values()]));
      }
      const kept =
        since === undefined ? none : before.filter(({ id, startedAt }) => startedAt < since && !arrived.has(id));
      const all = ordered([...kept, ...arrived.values()]);
      this.#more = all.length > mostTurns;
      return all.slice(0, mostTurns);
    });
  }
}

function ordered(turns: readonly Call[]): readonly Call[] {
  return turns.toSorted((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1));
}
