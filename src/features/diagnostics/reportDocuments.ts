import { type Disposable, type TextDocumentContentProvider, Uri, window, workspace } from "vscode";

const scheme = "weave-threads-diagnostics";

/**
 * Shows reports as read-only documents. An unsaved document would be stored on disk by VS Code, with its content,
 * and prompt when it is closed.
 */
export class ReportDocuments implements TextDocumentContentProvider, Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registered: readonly Disposable[];
  #shown = 0;

  constructor() {
    this.#registered = [
      workspace.registerTextDocumentContentProvider(scheme, this),
      workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(String(uri))),
    ];
  }

  async show(text: string): Promise<void> {
    this.#shown += 1;
    // A tab from before the extension host restarted keeps its text.
    const query = String(Date.now());
    const uri = Uri.from({ scheme, path: `Weave diagnostics ${this.#shown}.md`, query });
    this.#texts.set(String(uri), text);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
  }

  /** Empty for the tab of a report from a previous session. */
  provideTextDocumentContent(uri: Uri): string {
    return this.#texts.get(String(uri)) ?? "";
  }

  dispose(): void {
    for (const each of this.#registered) each.dispose();
  }
}
