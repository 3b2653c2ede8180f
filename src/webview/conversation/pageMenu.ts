/** What VS Code's menu is about anywhere in the page: the thread, and the text that is selected when it is asked for. */
export class PageMenu {
  #thread = "";

  constructor() {
    // VS Code reads it as the menu is asked for, after those that capture.
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
      // Cut and Paste are of no use in what is only read.
      preventDefaultContextMenuItems: true,
    });
  }
}
