import type { Disposable } from "vscode";

/** The window closes. Nobody is left to be told. */
class WindowClosing extends Error {
  override readonly name = "AbortError";
}

/** Ends with the extension what is in progress by then. */
export class Ending implements Disposable {
  readonly #controller = new AbortController();

  /** Aborts when the extension ends. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  dispose(): void {
    this.#controller.abort(new WindowClosing());
  }
}
