/** The context of VS Code's menu in the page: the thread, and the selected text when the menu opens. */
export class PageMenu {
  #thread = "";

  constructor() {
    // VS Code reads it when the menu opens, after capturing listeners.
    window.addEventListener("contextmenu", () => this.#write(), { capture: true });
  }

  update(thread: string): void {
    this.#thread = thread;
    this.#write();
  }

  #write(): void {
    const selected = getSelection()?.toString() ?? "";
    document.body.dataset.vscodeContext = JSON.stringify({
      weaveKind: "thread",
      weaveThread: this.#thread,
      ...(selected !== "" && { weaveText: selected }),
      // Cut and Paste do not apply to read-only content.
      preventDefaultContextMenuItems: true,
    });
  }
}
