import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A command with what it is handed, as a row, a page or another feature would hand it over. */
export type BoundCommand = readonly [command: string, argument?: unknown];

/** Puts commands on keys, so that they can be run as a person would; the window takes them up by itself. */
export class BoundCommands {
  readonly #file: string;

  constructor(profile: { readonly userData: string }) {
    this.#file = join(profile.userData, "User", "keybindings.json");
  }

  /** Replaces what was bound before, and resolves to the keys in the same order. */
  async bind(commands: readonly BoundCommand[]): Promise<readonly string[]> {
    const bound = commands.map(([command, args], index) => ({ key: `ctrl+shift+alt+${index + 1}`, command, args }));
    await mkdir(join(this.#file, ".."), { recursive: true });
    await writeFile(this.#file, JSON.stringify(bound));
    return bound.map((_, index) => `Control+Shift+Alt+${index + 1}`);
  }
}
