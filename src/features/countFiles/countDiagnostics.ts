import {
  Diagnostic,
  DiagnosticSeverity,
  type Disposable,
  languages,
  Range,
  type TextDocument,
  workspace,
} from "vscode";
import { problemText } from "../../core/counts/fileCountText.ts";
import type { RequestIssue } from "../../core/failures/fault.ts";
import { placeIssues } from "./jsonPlaces.ts";

/** What is wrong with a count file, where it is wrong; gone as soon as the file is changed. */
export class CountDiagnostics implements Disposable {
  readonly #found = languages.createDiagnosticCollection("weaveThreads");
  readonly #listening = [
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      // Saving is a change of the document, too, and none of its text.
      if (contentChanges.length > 0) this.clear(document);
    }),
    workspace.onDidCloseTextDocument((document) => this.clear(document)),
  ];

  show(document: TextDocument, issues: readonly RequestIssue[]): void {
    const diagnostics = placeIssues(document.getText(), issues).map((placed) => {
      const { offset, length } = placed;
      const range = new Range(document.positionAt(offset), document.positionAt(offset + length));
      const diagnostic = new Diagnostic(range, problemText(placed), DiagnosticSeverity.Error);
      diagnostic.source = "Weave";
      return diagnostic;
    });
    this.#found.set(document.uri, diagnostics);
  }

  clear({ uri }: TextDocument): void {
    this.#found.delete(uri);
  }

  clearAll(): void {
    this.#found.clear();
  }

  dispose(): void {
    for (const listening of this.#listening) listening.dispose();
    this.#found.dispose();
  }
}
