import type { Thread } from "./thread.ts";

/** More would be a second list of threads. */
const mostRecent = 20;

export interface RecentThread {
  readonly id: string;
  /** As it was listed when it was opened; null if it was not. */
  readonly thread: Thread | null;
}

/** The threads of the project that were opened in this window, the latest first. */
export class RecentThreads {
  #threads: readonly RecentThread[] = [];

  get all(): readonly RecentThread[] {
    return this.#threads;
  }

  add(id: string, thread: Thread | null): void {
    const known = this.#threads.find((recent) => recent.id === id);
    const others = this.#threads.filter((recent) => recent !== known);
    this.#threads = [{ id, thread: thread ?? known?.thread ?? null }, ...others].slice(0, mostRecent);
  }

  reset(): void {
    this.#threads = [];
  }
}
