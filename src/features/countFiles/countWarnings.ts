import {
  CodeAction,
  CodeActionKind,
  Diagnostic,
  DiagnosticSeverity,
  type Disposable,
  languages,
  Range,
  type TextDocument,
  WorkspaceEdit,
  workspace,
} from "vscode";
import { countFileEnding } from "../../core/counts/fileCount.ts";
import { adviceWords } from "../../core/counts/fileCountText.ts";
import { type QueryWarning, queryWarnings } from "./queryWarnings.ts";

/** Warns about expressions in open count files that the service interprets differently, and offers quick fixes. */
export class CountWarnings implements Disposable {
  readonly #found = languages.createDiagnosticCollection("weaveThreads.warnings");
  readonly #listening = [
    workspace.onDidOpenTextDocument((document) => this.#check(document)),
    workspace.onDidChangeTextDocument(({ document }) => this.#check(document)),
    workspace.onDidCloseTextDocument(({ uri }) => this.#found.delete(uri)),
  ];

  constructor() {
    for (const document of workspace.textDocuments) this.#check(document);
  }

  quickFixes(document: TextDocument, range: Range): CodeAction[] {
    return queryWarnings(document.getText()).flatMap((warning) => {
      const { advice, replacement } = warning;
      const diagnostic = diagnosticOf(document, warning);
      if (replacement === null || !diagnostic.range.intersection(range)) return [];
      const action = new CodeAction(adviceWords(advice).fix, CodeActionKind.QuickFix);
      action.diagnostics = [diagnostic];
      action.isPreferred = true;
      action.edit = new WorkspaceEdit();
      action.edit.replace(document.uri, diagnostic.range, replacement);
      return [action];
    });
  }

  dispose(): void {
    for (const listening of this.#listening) listening.dispose();
    this.#found.dispose();
  }

  #check(document: TextDocument): void {
    if (!document.uri.path.endsWith(countFileEnding)) return;
    this.#found.set(
      document.uri,
      queryWarnings(document.getText()).map((warning) => diagnosticOf(document, warning)),
    );
  }
}

function diagnosticOf(document: TextDocument, { advice, offset, length }: QueryWarning): Diagnostic {
  const range = new Range(document.positionAt(offset), document.positionAt(offset + length));
  const diagnostic = new Diagnostic(range, adviceWords(advice).problem, DiagnosticSeverity.Warning);
  diagnostic.source = "Weave";
  return diagnostic;
}
