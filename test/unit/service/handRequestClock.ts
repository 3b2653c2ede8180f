import type { RequestClock } from "../../../src/service/requestClock.ts";
import { HandClock } from "../core/handClock.ts";

/** A clock that a test advances, with a constant random number. */
export class HandRequestClock extends HandClock implements RequestClock {
  readonly #start: number;
  readonly #chance: number;

  /** `start` in milliseconds since the epoch, `chance` from 0 to below 1. */
  constructor({ start = 0, chance = 0.5 }: { readonly start?: number; readonly chance?: number } = {}) {
    super();
    this.#start = start;
    this.#chance = chance;
  }

  date(): number {
    return this.#start + this.now();
  }

  random(): number {
    return this.#chance;
  }
}
