import { Loader } from "../async/loader.ts";
import { idle, type LoadState, shownValue } from "../async/loadState.ts";
import { Observable } from "../async/observable.ts";
import type { Semaphore } from "../async/semaphore.ts";
import type { ProjectClient } from "./projectClient.ts";

export interface RowCacheOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** How many requests run at a time, shared by all requests about single rows. */
  readonly semaphore: () => Semaphore;
  /** Called for a failure that is not a response of the service. */
  readonly onBug: (error: unknown) => void;
}

/** What to request data for. `show` displays a part of the response before it is complete. */
export interface CacheRequest<Subject, T> {
  readonly target: ProjectClient;
  readonly subject: Subject;
  readonly semaphore: Semaphore;
  /** What was known before the subject changed. */
  readonly previous: T | null;
  readonly show: (part: T) => void;
}

interface CacheEntry<T> {
  /** The version of the subject when requested; null to request again. */
  readonly version: string | null;
  readonly loader: Loader<T>;
  /** Settles when the request ends. */
  readonly ended: Promise<unknown>;
}

/** Data about each row that the user expanded. It is requested once per version of the row's subject. */
export class RowCache<Subject extends { readonly id: string }, T> {
  readonly #options: RowCacheOptions;
  readonly #versionOf: (subject: Subject) => string;
  readonly #fetch: (requested: CacheRequest<Subject, T>, signal: AbortSignal) => Promise<T>;
  readonly #keyOf: (subject: Subject) => string;
  readonly #changed = new Observable(0);
  readonly #entries = new Map<string, CacheEntry<T>>();
  #target: ProjectClient | null = null;
  #beginning = false;

  constructor(
    options: RowCacheOptions,
    versionOf: (subject: Subject) => string,
    fetch: (requested: CacheRequest<Subject, T>, signal: AbortSignal) => Promise<T>,
    keyOf: (subject: Subject) => string = ({ id }) => id,
  ) {
    this.#options = options;
    this.#versionOf = versionOf;
    this.#fetch = fetch;
    this.#keyOf = keyOf;
  }

  /** Calls `listener` whenever data changes. */
  subscribe(listener: () => void): { dispose(): void } {
    return this.#changed.subscribe(listener);
  }

  reset(target: ProjectClient | null): void {
    this.forget();
    this.#target = target;
  }

  /** Cancels the requests of these, by default all. Each is sent again when its row is next drawn. */
  cancel(keys: readonly string[] = this.keys): void {
    for (const key of keys) {
      const loader = this.#entries.get(key)?.loader;
      if (loader?.load.kind !== "loading") continue;
      this.#entries.delete(key);
      loader.reset();
    }
  }

  get isLoading(): boolean {
    return [...this.#entries.values()].some(({ loader }) => loader.load.kind === "loading");
  }

  /** Cancels all requests for the user. */
  stop(): void {
    for (const { loader } of this.#entries.values()) loader.stop();
  }

  /** Drops the data of these, by default all. */
  forget(keys: readonly string[] = this.keys): void {
    const entries = keys.flatMap((key) => this.#entries.get(key) ?? []);
    for (const key of keys) this.#entries.delete(key);
    for (const { loader } of entries) loader.reset();
  }

  /** Requests these, by default all, again when they are next drawn; the current data stays on screen meanwhile. */
  outdate(keys: readonly string[] = this.keys): void {
    for (const key of keys) {
      const entry = this.#entries.get(key);
      if (entry !== undefined) this.#entries.set(key, { ...entry, version: null });
    }
  }

  /** Requests one again when it is next drawn. */
  retry(key: string): void {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    entry?.loader.reset();
    this.#changed.value++;
  }

  /** The data of a subject. Requests it if that has not been done. */
  of(subject: Subject): LoadState<T> {
    const known = this.#entries.get(this.#keyOf(subject));
    if (known?.version === this.#versionOf(subject)) return known.loader.load;
    return this.#target === null ? idle : this.#ask(subject, this.#target);
  }

  /** The data of a subject, possibly from before it changed; null if it was not requested. */
  known(key: string): T | null {
    const entry = this.#entries.get(key);
    return entry === undefined ? null : shownValue(entry.loader.load);
  }

  /** The data of a subject once its request has ended; null if it failed or was canceled. */
  async loaded(subject: Subject): Promise<T | null> {
    const { kind } = await this.ended(subject);
    // The next time it is requested again.
    if (kind === "failed") this.#entries.delete(this.#keyOf(subject));
    return this.known(this.#keyOf(subject));
  }

  /** The data of a subject once its request has ended; idle if it was dropped meanwhile. */
  async ended(subject: Subject): Promise<LoadState<T>> {
    this.of(subject);
    const key = this.#keyOf(subject);
    const { loader, ended } = this.#entries.get(key) ?? {};
    await ended;
    return loader !== undefined && this.#entries.get(key)?.loader === loader ? loader.load : idle;
  }

  /** What was requested, or is being requested. */
  protected get keys(): readonly string[] {
    return [...this.#entries.keys()];
  }

  #ask(subject: Subject, target: ProjectClient): LoadState<T> {
    const { semaphore, onBug } = this.#options;
    // The existing loader keeps the older data on screen and cancels its request.
    const key = this.#keyOf(subject);
    const loader = this.#entries.get(key)?.loader ?? this.#newLoader(key);
    const requested = { target, subject, semaphore: semaphore(), previous: shownValue(loader.load) };
    // Requests start while rows are drawn, and the rows show it.
    this.#beginning = true;
    const ended = loader.run((signal, show) => this.#fetch({ ...requested, show }, signal)).catch(onBug);
    this.#beginning = false;
    this.#entries.set(key, { version: this.#versionOf(subject), loader, ended });
    return loader.load;
  }

  #newLoader(key: string): Loader<T> {
    const loader = new Loader<T>(this.#options.now);
    loader.subscribe(() => {
      if (!this.#beginning && this.#entries.get(key)?.loader === loader) this.#changed.value++;
    });
    return loader;
  }
}
