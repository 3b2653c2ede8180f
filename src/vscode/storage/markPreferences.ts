import { listIn, type Memory, type SharedMemory } from "./memory.ts";

/** The pins of a place, and what the user has agreed to. */
export class MarkPreferences {
  readonly #shared: SharedMemory;
  readonly #workspace: Memory;

  constructor(shared: SharedMemory, workspace: Memory) {
    this.#shared = shared;
    this.#workspace = workspace;
  }

  hasPins(place: string): boolean {
    return listIn(this.pins(place)).length > 0;
  }

  /** The pinned conversations of a place, in the form of `formatPins`. */
  pins(place: string): unknown {
    return this.#shared.get(`pins/${place}`);
  }

  async changePins(place: string, change: (stored: unknown) => unknown): Promise<void> {
    await this.#shared.update(`pins/${place}`, change);
  }

  /** Whether the user knows who can see reactions and notes of a place. */
  mayWriteFeedback(place: string): boolean {
    return this.#workspace.get(`feedback/${place}`) === true;
  }

  async setMayWriteFeedback(place: string): Promise<void> {
    await this.#workspace.update(`feedback/${place}`, true);
  }

  /** Whether the user has agreed that the key is used in this workspace's container. */
  mayUseKey(): boolean {
    return this.#workspace.get("mayUseKey") === true;
  }

  async setMayUseKey(may: boolean): Promise<void> {
    await this.#workspace.update("mayUseKey", may || undefined);
  }
}
