import type { CallCount } from "../counts/callQuery.ts";
import { idle, type Load } from "../load.ts";
import { Loader } from "../loader.ts";
import { Observable } from "../observable.ts";
import { Slots } from "../slots.ts";
import type { Target } from "../target.ts";
import type { Thread } from "./thread.ts";

const mostRequests = 4;

interface Entry {
  readonly lastUpdated: number;
  readonly loader: Loader<CallCount>;
}

export interface ThreadDetailsOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Hears of a failure that is no answer of the service. */
  readonly onBug: (error: unknown) => void;
}

/** How many calls the threads have that a person opened. Each is asked about once, as long as it does not change. */
export class ThreadDetails {
  readonly #options: ThreadDetailsOptions;
  readonly #changed = new Observable(0);
  readonly #entries = new Map<string, Entry>();
  #slots = new Slots(mostRequests);
  #target: Target | null = null;

  constructor(options: ThreadDetailsOptions) {
    this.#options = options;
  }

  /** Calls `listener` whenever one of the counts changes. */
  subscribe(listener: () => void): { dispose(): void } {
    return this.#changed.subscribe(listener);
  }

  reset(target: Target | null): void {
    this.forget();
    this.#target = target;
  }

  /** Gives up what is under way. Each is asked about again when it is next drawn. */
  cancel(): void {
    for (const [id, { loader }] of this.#entries) {
      if (loader.load.kind !== "loading") continue;
      this.#entries.delete(id);
      loader.reset();
    }
  }

  /** Forgets all counts. */
  forget(): void {
    for (const { loader } of this.#entries.values()) loader.reset();
    this.#entries.clear();
    this.#slots = new Slots(mostRequests);
  }

  /** Asks about one thread again when it is next drawn. */
  retry(threadId: string): void {
    const entry = this.#entries.get(threadId);
    this.#entries.delete(threadId);
    entry?.loader.reset();
    this.#changed.value++;
  }

  /** The calls of a thread, and what the traces that begin in it store. Asks about it where that has not been done. */
  of(thread: Thread): Load<CallCount> {
    const known = this.#entries.get(thread.id);
    if (known?.lastUpdated === thread.lastUpdated) return known.loader.load;
    return this.#target === null ? idle : this.#ask(thread, this.#target);
  }

  #ask({ id, lastUpdated }: Thread, { service, project }: Target): Load<CallCount> {
    // The loader that is there keeps the older count on screen, and gives up a request for it.
    const loader = this.#entries.get(id)?.loader ?? this.#newLoader(id);
    this.#entries.set(id, { lastUpdated, loader });
    const query = { project, filter: { threadIds: [id] }, includeStorageSize: true };
    const slots = this.#slots;
    loader.run((signal) => slots.run(() => service.countCalls(query, signal), signal)).catch(this.#options.onBug);
    return loader.load;
  }

  #newLoader(id: string): Loader<CallCount> {
    const loader = new Loader<CallCount>(this.#options.now);
    loader.subscribe(({ kind }) => {
      // Requests begin while the rows are drawn, which shows that.
      if (kind !== "loading" && this.#entries.get(id)?.loader === loader) this.#changed.value++;
    });
    return loader;
  }
}
