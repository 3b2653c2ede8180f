/** A document as bytes, and when it was loaded, in milliseconds since the epoch. */
export interface LoadedDocument {
  readonly bytes: Uint8Array;
  readonly at: number;
}

interface Entry {
  readonly controller: AbortController;
  readonly loaded: Promise<LoadedDocument>;
  size: number;
}

export interface CacheLimits {
  readonly documents: number;
  /** Of all documents; one that is larger by itself is kept alone. */
  readonly bytes: number;
}

/** Documents that are being loaded or were read last. Who asks for the same meanwhile shares one request. */
export class DocumentCache {
  readonly #limits: CacheLimits;
  readonly #now: () => number;
  /** The one that was used last comes last. */
  readonly #entries = new Map<string, Entry>();
  #latest = 0;

  constructor(limits: CacheLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** What is kept under `key`, else what `load` brings. A failure is told to all who wait, and not kept. */
  get(key: string, load: (signal: AbortSignal) => Promise<Uint8Array>): Promise<LoadedDocument> {
    const entry = this.#entries.get(key) ?? this.#begin(key, load);
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.loaded;
  }

  /** Lets go of a document; one that is being loaded is given up. */
  drop(key: string): void {
    this.#entries.get(key)?.controller.abort();
    this.#entries.delete(key);
  }

  dispose(): void {
    for (const key of [...this.#entries.keys()]) this.drop(key);
  }

  #begin(key: string, load: (signal: AbortSignal) => Promise<Uint8Array>): Entry {
    const controller = new AbortController();
    const loaded = load(controller.signal).then(
      (bytes) => {
        entry.size = bytes.byteLength;
        this.#trim();
        // Two loads are never of one moment: by it the editor tells whether there is something to read.
        this.#latest = Math.max(this.#now(), this.#latest + 1);
        return { bytes, at: this.#latest };
      },
      (error: unknown) => {
        if (this.#entries.get(key) === entry) this.#entries.delete(key);
        throw error;
      },
    );
    const entry: Entry = { controller, loaded, size: 0 };
    return entry;
  }

  #trim(): void {
    for (const [key, { size }] of [...this.#entries].slice(0, -1)) {
      const total = [...this.#entries.values()].reduce((sum, entry) => sum + entry.size, 0);
      if (this.#entries.size <= this.#limits.documents && total <= this.#limits.bytes) return;
      // What has no size yet is being loaded, and somebody waits for it.
      if (size > 0) this.#entries.delete(key);
    }
  }
}
