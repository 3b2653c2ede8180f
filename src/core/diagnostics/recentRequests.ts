import type { RequestEntry } from "../requestEntry.ts";

/** The last requests, the oldest first. */
export class RecentRequests {
  readonly #most: number;
  readonly #entries: RequestEntry[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  get entries(): readonly RequestEntry[] {
    return this.#entries;
  }

  add(entry: RequestEntry): void {
    this.#entries.push(entry);
    if (this.#entries.length > this.#most) this.#entries.shift();
  }
}
