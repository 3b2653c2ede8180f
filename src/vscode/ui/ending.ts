import type { Disposable } from "vscode";

/** The window is closing, so nothing is reported. */
class WindowClosing extends Error {
  override readonly name = "AbortError";
}

/** Aborts tasks in progress when the extension is deactivated. */
export class Ending implements Disposable {
  readonly #controller = new AbortController();

  /** Aborts when the extension is deactivated. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  dispose(): void {
    this.#controller.abort(new WindowClosing());
  }
}
