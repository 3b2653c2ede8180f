import { commands } from "vscode";
import type { ContextKeys } from "../../core/display.ts";

/** Sets the context keys whose values have changed. */
export class ContextKeyWriter {
  readonly #written = new Map<string, unknown>();

  write(keys: ContextKeys): void {
    for (const [key, value] of Object.entries(keys)) {
      if (this.#written.get(key) === value) continue;
      this.#written.set(key, value);
      void commands.executeCommand("setContext", key, value);
    }
  }
}
