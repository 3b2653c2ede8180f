import type { FromPage } from "../../core/conversation/protocol.ts";

/** Turns far from the screen that are requested at a time. */
const mostAhead = 20;

/** The turns whose documents the page needs: those near the screen, and the rest while all are searched. */
export class WatchedTurns {
  readonly #post: (message: FromPage) => void;
  #near: readonly string[] = [];
  #rest: readonly string[] = [];
  #all = 0;
  #sent: readonly string[] = [];

  constructor(post: (message: FromPage) => void) {
    this.#post = post;
  }

  /** How many turns of the rest have arrived; null if they are not requested. */
  get progress(): { readonly done: number; readonly all: number } | null {
    return this.#rest.length === 0 ? null : { done: this.#all - this.#rest.length, all: this.#all };
  }

  near(turnIds: readonly string[]): void {
    this.#near = turnIds;
    this.#send(true);
  }

  load(turnIds: readonly string[]): void {
    if (turnIds.length + this.#rest.length === 0) return;
    this.#rest = turnIds;
    this.#all = turnIds.length;
    this.#send(true);
  }

  arrived(turnId: string): void {
    if (!this.#rest.includes(turnId)) return;
    this.#rest = this.#rest.filter((id) => id !== turnId);
    this.#send(this.#rest.length === 0);
  }

  /** A few of the rest at a time; more when half of them have arrived. */
  #send(now: boolean): void {
    const waiting = this.#rest.filter((id) => this.#sent.includes(id));
    if (!now && waiting.length > mostAhead / 2) return;
    this.#sent = this.#rest.slice(0, mostAhead);
    this.#post({ kind: "watch", turnIds: [...new Set([...this.#near, ...this.#sent])] });
  }
}
