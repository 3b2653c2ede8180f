import { type Disposable, type QuickPick, type QuickPickItem, window } from "vscode";
import type { StepResult } from "../../vscode/ui/quickInput.ts";

/**
 * A quick pick that stays open after selections, and that other inputs can temporarily replace. It ends when it is
 * closed.
 */
export class LastingPick<Item extends QuickPickItem> implements Disposable {
  readonly pick: QuickPick<Item> = window.createQuickPick<Item>();
  readonly #onEnd: () => void;
  readonly #hidden: Disposable;
  #asking = false;
  #ended = false;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#hidden = this.pick.onDidHide(() => {
      if (!this.#asking) this.dispose();
    });
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Temporarily shows another input; undefined if canceled. */
  async ask<T>(ask: () => Promise<StepResult<T>>): Promise<T | undefined> {
    this.#asking = true;
    let result: StepResult<T>;
    try {
      result = await ask();
    } finally {
      this.#asking = false;
    }
    if (this.#ended) return undefined;
    if (result.kind === "hidden") this.dispose();
    else this.#showAgain();
    return result.kind === "accepted" ? result.value : undefined;
  }

  /** The editor keeps everything of a hidden quick pick except its rows. */
  #showAgain(): void {
    const [active] = this.pick.activeItems;
    this.pick.items = [...this.pick.items];
    if (active !== undefined) this.pick.activeItems = [active];
    this.pick.show();
  }

  dispose(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd();
    this.#hidden.dispose();
    this.pick.dispose();
  }
}
