/** A document as bytes, and when it was loaded, in milliseconds since the epoch. */
export interface LoadedDocument {
  readonly bytes: Uint8Array;
  readonly at: number;
}

interface CachedDocument {
  readonly controller: AbortController;
  readonly loaded: Promise<LoadedDocument>;
  size: number;
}

export interface CacheLimits {
  readonly documents: number;
  /** Total size; a single document larger than this is kept alone. */
  readonly bytes: number;
}

/** Documents that are loading or were read recently. Concurrent requests for the same document share one load. */
export class DocumentCache {
  readonly #limits: CacheLimits;
  readonly #now: () => number;
  /** Most recently used last. */
  readonly #entries = new Map<string, CachedDocument>();
  #latest = 0;

  constructor(limits: CacheLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** The cached document of `key`, or the result of `load`. A failure rejects all waiting callers and is not cached. */
  get(key: string, load: (signal: AbortSignal) => Promise<Uint8Array>): Promise<LoadedDocument> {
    const entry = this.#entries.get(key) ?? this.#begin(key, load);
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.loaded;
  }

  /** Drops a document; a load in progress is canceled. */
  drop(key: string): void {
    this.#entries.get(key)?.controller.abort();
    this.#entries.delete(key);
  }

  dispose(): void {
    for (const key of [...this.#entries.keys()]) this.drop(key);
  }

  #begin(key: string, load: (signal: AbortSignal) => Promise<Uint8Array>): CachedDocument {
    const controller = new AbortController();
    const loaded = load(controller.signal).then(
      (bytes) => {
        entry.size = bytes.byteLength;
        this.#trim();
        // Each load has a unique time: VS Code compares it to decide whether to read again.
        this.#latest = Math.max(this.#now(), this.#latest + 1);
        return { bytes, at: this.#latest };
      },
      (error: unknown) => {
        if (this.#entries.get(key) === entry) this.#entries.delete(key);
        throw error;
      },
    );
    const entry: CachedDocument = { controller, loaded, size: 0 };
    return entry;
  }

  #trim(): void {
    for (const [key, { size }] of [...this.#entries].slice(0, -1)) {
      const total = [...this.#entries.values()].reduce((sum, entry) => sum + entry.size, 0);
      if (this.#entries.size <= this.#limits.documents && total <= this.#limits.bytes) return;
      // An entry without a size is loading and has a waiting caller.
      if (size > 0) this.#entries.delete(key);
    }
  }
}
