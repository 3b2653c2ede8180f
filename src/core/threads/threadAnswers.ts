import { idle, type Load, shownValue } from "../load.ts";
import { Loader } from "../loader.ts";
import { Observable } from "../observable.ts";
import type { Slots } from "../slots.ts";
import type { Target } from "../target.ts";
import type { Thread } from "./thread.ts";

export interface ThreadAnswersOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** How many requests run at a time, shared by all that is asked about threads. */
  readonly slots: () => Slots;
  /** Hears of a failure that is no answer of the service. */
  readonly onBug: (error: unknown) => void;
}

/** A thread to ask about. `show` puts a part of the answer on screen before the whole is there. */
export interface AskedThread<T> {
  readonly target: Target;
  readonly thread: Thread;
  readonly slots: Slots;
  /** What was known before the thread changed. */
  readonly previous: T | null;
  readonly show: (part: T) => void;
}

interface Entry<T> {
  /** Of the thread that was asked about; null to ask again. */
  readonly version: string | null;
  readonly loader: Loader<T>;
}

/** Something about each of the threads that a person opened. It is asked about once, as long as the thread does not change. */
export class ThreadAnswers<T> {
  readonly #options: ThreadAnswersOptions;
  readonly #fetch: (asked: AskedThread<T>, signal: AbortSignal) => Promise<T>;
  readonly #changed = new Observable(0);
  readonly #entries = new Map<string, Entry<T>>();
  #target: Target | null = null;
  #beginning = false;

  constructor(options: ThreadAnswersOptions, fetch: (asked: AskedThread<T>, signal: AbortSignal) => Promise<T>) {
    this.#options = options;
    this.#fetch = fetch;
  }

  /** Calls `listener` whenever one of the answers changes. */
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

  /** Forgets all answers. */
  forget(): void {
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    for (const { loader } of entries) loader.reset();
  }

  /** Asks about all threads again when they are next drawn, and keeps what is known on screen meanwhile. */
  outdate(): void {
    for (const [id, { loader }] of this.#entries) this.#entries.set(id, { version: null, loader });
  }

  /** Asks about one thread again when it is next drawn. */
  retry(threadId: string): void {
    const entry = this.#entries.get(threadId);
    this.#entries.delete(threadId);
    entry?.loader.reset();
    this.#changed.value++;
  }

  /** What is known of a thread. Asks about it where that has not been done. */
  of(thread: Thread): Load<T> {
    const known = this.#entries.get(thread.id);
    if (known?.version === versionOf(thread)) return known.loader.load;
    return this.#target === null ? idle : this.#ask(thread, this.#target);
  }

  /** What is known of a thread, or was before it changed; null where it has not been asked about. */
  known(threadId: string): T | null {
    const entry = this.#entries.get(threadId);
    return entry === undefined ? null : shownValue(entry.loader.load);
  }

  #ask(thread: Thread, target: Target): Load<T> {
    const { slots, onBug } = this.#options;
    // The loader that is there keeps the older answer on screen, and gives up a request for it.
    const loader = this.#entries.get(thread.id)?.loader ?? this.#newLoader(thread.id);
    this.#entries.set(thread.id, { version: versionOf(thread), loader });
    const asked = { target, thread, slots: slots(), previous: shownValue(loader.load) };
    // Requests begin while the rows are drawn, which shows that.
    this.#beginning = true;
    loader.run((signal, show) => this.#fetch({ ...asked, show }, signal)).catch(onBug);
    this.#beginning = false;
    return loader.load;
  }

  #newLoader(id: string): Loader<T> {
    const loader = new Loader<T>(this.#options.now);
    loader.subscribe(() => {
      if (!this.#beginning && this.#entries.get(id)?.loader === loader) this.#changed.value++;
    });
    return loader;
  }
}

/** A turn that begins is counted at once, and moves the thread's end only when it has ended. */
export function versionOf({ lastUpdated, turnCount }: Thread): string {
  return `${lastUpdated} ${turnCount}`;
}
