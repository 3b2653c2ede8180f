import {
  Diagnostic,
  DiagnosticSeverity,
  type Disposable,
  languages,
  Range,
  type TextDocument,
  workspace,
} from "vscode";
import { fileCountProblem } from "../../core/counts/fileCountText.ts";
import type { RequestIssue } from "../../core/failures/fault.ts";
import { placeIssues } from "./jsonPlaces.ts";

/** Issues in a count file, at their places; cleared when the file is edited. */
export class CountDiagnostics implements Disposable {
  readonly #found = languages.createDiagnosticCollection("weaveThreads");
  readonly #listening = [
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      // Saving also fires this event, without text changes.
      if (contentChanges.length > 0) this.clear(document);
    }),
    workspace.onDidCloseTextDocument((document) => this.clear(document)),
  ];

  show(document: TextDocument, issues: readonly RequestIssue[]): void {
    const diagnostics = placeIssues(document.getText(), issues).map((placed) => {
      const { offset, length } = placed;
      const range = new Range(document.positionAt(offset), document.positionAt(offset + length));
      const diagnostic = new Diagnostic(range, fileCountProblem(placed), DiagnosticSeverity.Error);
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
