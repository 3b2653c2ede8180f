import { Loader } from "../async/loader.ts";
import { type LoadState, shownValue } from "../async/loadState.ts";
import type { Call } from "../calls/call.ts";
import type { CallListQuery } from "../calls/callService.ts";
import type { ProjectClient } from "../projectClient.ts";

/** Maximum number of turns: the page and the extension both keep all of them in memory. */
export const mostTurns = 10_000;

const none: readonly Call[] = [];

/** The turns of one thread, in order of start. Current turns stay until they are replaced. */
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

  get load(): LoadState<readonly Call[]> {
    return this.#loader.load;
  }

  get turns(): readonly Call[] {
    return shownValue(this.#loader.load) ?? none;
  }

  /** Whether the user stopped the list. */
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
   * Requests the turns, or only those that started at `since` or later if given. They are shown as they arrive,
   * among the existing ones. Resolves to the result; null if it was canceled.
   */
  async refresh({ service, project }: ProjectClient, since?: number): Promise<LoadState<readonly Call[]> | null> {
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
