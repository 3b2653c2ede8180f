import { Loader } from "../async/loader.ts";
import { type LoadState, shownValue } from "../async/loadState.ts";
import type { Call } from "../calls/call.ts";
import type { CallListQuery } from "../calls/callService.ts";
import type { ProjectClient } from "../projectClient.ts";
import type { PageState } from "./protocol.ts";

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
  constructor(threadId: string, now: () => number, onChange: () => void) {
    this.#threadId = threadId;
    this.#loader = new Loader(now);
    this.#loader.subscribe(onChange);
  }

  get load(): LoadState<readonly Call[]> {
    return this.#loader.load;
  }

  get turns(): readonly Call[] {
    return shownValue(this.load) ?? none;
  }

  /** `stopped` if the user or a failure ended it. */
  get progress(): PageState["progress"] {
    const { load } = this;
    if (load.kind === "loading" || load.kind === "idle") return this.#stopped ? "stopped" : "loading";
    const isPart = load.kind === "failed" || (load.kind === "stale" ? load.at === null : this.#stopped);
    return isPart ? "stopped" : "complete";
  }

  /** Whether the user stopped the list. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** Whether the thread has turns after the `mostTurns` that are listed. */
  get more(): boolean {
    return this.#more;
  }

  reset(): void {
    this.#stopped = false;
    this.#more = false;
    this.#loader.reset();
  }

  stop(): void {
    if (this.load.kind !== "loading") return;
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
      const merged = (isKept: (turn: Call) => boolean) =>
        [...before.filter((turn) => !arrived.has(turn.id) && isKept(turn)), ...arrived.values()].sort(
          (a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1),
        );
      for await (const batch of service.queryCalls(query, signal)) {
        for (const call of batch) if (call.id === call.turnId) arrived.set(call.id, call);
        show(merged(() => true));
      }
      const all = merged(({ startedAt }) => since !== undefined && startedAt < since);
      this.#more = all.length > mostTurns;
      return all.slice(0, mostTurns);
    });
  }
}
