import { Loader } from "../async/loader.ts";
import { idle, type LoadState, shownValue } from "../async/loadState.ts";
import { Observable } from "../async/observable.ts";
import type { Semaphore } from "../async/semaphore.ts";
import type { CallCount } from "../counts/callQuery.ts";
import type { ProjectClient } from "../projectClient.ts";
import type { Thread } from "./thread.ts";

export interface ThreadAnswersOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** How many requests run at a time, shared by all requests about threads. */
  readonly semaphore: () => Semaphore;
  /** Called for a failure that is not a response of the service. */
  readonly onBug: (error: unknown) => void;
}

/** A thread to request data for. `show` displays a part of the response before it is complete. */
export interface AskedThread<T> {
  readonly target: ProjectClient;
  readonly thread: Thread;
  readonly semaphore: Semaphore;
  /** What was known before the thread changed. */
  readonly previous: T | null;
  readonly show: (part: T) => void;
}

interface CachedAnswer<T> {
  /** The version of the thread when requested; null to request again. */
  readonly version: string | null;
  readonly loader: Loader<T>;
}

/** Data about each thread that the user expanded. It is requested once per version of the thread. */
export class ThreadAnswers<T> {
  readonly #options: ThreadAnswersOptions;
  readonly #fetch: (asked: AskedThread<T>, signal: AbortSignal) => Promise<T>;
  readonly #changed = new Observable(0);
  readonly #entries = new Map<string, CachedAnswer<T>>();
  #target: ProjectClient | null = null;
  #beginning = false;

  constructor(options: ThreadAnswersOptions, fetch: (asked: AskedThread<T>, signal: AbortSignal) => Promise<T>) {
    this.#options = options;
    this.#fetch = fetch;
  }

  /** Calls `listener` whenever the data of a thread changes. */
  subscribe(listener: () => void): { dispose(): void } {
    return this.#changed.subscribe(listener);
  }

  reset(target: ProjectClient | null): void {
    this.forget();
    this.#target = target;
  }

  /** Cancels all requests. Each is sent again when its thread is next drawn. */
  cancel(): void {
    for (const [id, { loader }] of this.#entries) {
      if (loader.load.kind !== "loading") continue;
      this.#entries.delete(id);
      loader.reset();
    }
  }

  /** Drops all data. */
  forget(): void {
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    for (const { loader } of entries) loader.reset();
  }

  /** Requests all threads again when they are next drawn; the current data stays on screen meanwhile. */
  outdate(): void {
    for (const [id, { loader }] of this.#entries) this.#entries.set(id, { version: null, loader });
  }

  /** Requests one thread again when it is next drawn. */
  retry(threadId: string): void {
    const entry = this.#entries.get(threadId);
    this.#entries.delete(threadId);
    entry?.loader.reset();
    this.#changed.value++;
  }

  /** The data of a thread. Requests it if that has not been done. */
  of(thread: Thread): LoadState<T> {
    const known = this.#entries.get(thread.id);
    if (known?.version === versionOf(thread)) return known.loader.load;
    return this.#target === null ? idle : this.#ask(thread, this.#target);
  }

  /** The data of a thread, possibly from before it changed; null if it was not requested. */
  known(threadId: string): T | null {
    const entry = this.#entries.get(threadId);
    return entry === undefined ? null : shownValue(entry.loader.load);
  }

  #ask(thread: Thread, target: ProjectClient): LoadState<T> {
    const { semaphore, onBug } = this.#options;
    // The existing loader keeps the older data on screen and cancels its request.
    const loader = this.#entries.get(thread.id)?.loader ?? this.#newLoader(thread.id);
    this.#entries.set(thread.id, { version: versionOf(thread), loader });
    const asked = { target, thread, semaphore: semaphore(), previous: shownValue(loader.load) };
    // Requests start while rows are drawn, and the rows show it.
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

/** A turn is counted as soon as it starts, but moves the thread's end only when it ends. */
export function versionOf({ lastUpdated, turnCount }: Thread): string {
  return `${lastUpdated} ${turnCount}`;
}

/** The number of calls in each expanded thread, and the bytes stored by the traces that start in it. */
export class ThreadDetails extends ThreadAnswers<CallCount> {
  constructor(options: ThreadAnswersOptions) {
    super(options, ({ target: { service, project }, thread, semaphore }, signal) => {
      const query = { project, filter: { threadIds: [thread.id] }, includeStorageSize: true };
      return semaphore.run(() => service.countCalls(query, signal), signal);
    });
  }
}
