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
import { isTooLarge, tooLargeText } from "../../core/counts/fileCount.ts";
import { adviceWords, fileCountProblem } from "../../core/counts/fileCountText.ts";
import type { RequestIssue } from "../../core/failures/fault.ts";
import { countFileEnding } from "../../core/query/callQuery.ts";
import { placesOf, type TextRange } from "./jsonPlaces.ts";
import { type QueryWarning, queryWarnings } from "./queryWarnings.ts";

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
    const diagnostics = placesOf(document.getText(), issues).map((place) =>
      diagnosticAt(document, place, fileCountProblem(place.messages, place.expected), DiagnosticSeverity.Error),
    );
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

/**
 * Warns about expressions in open count files that the service interprets differently, and offers quick fixes. Reports
 * files that are too large to be checked.
 */
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
      const diagnostic = warningAt(document, warning);
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
    const text = document.getText();
    const found = isTooLarge(text)
      ? [diagnosticAt(document, { offset: 0, length: text.length }, tooLargeText(), DiagnosticSeverity.Error)]
      : queryWarnings(text).map((warning) => warningAt(document, warning));
    this.#found.set(document.uri, found);
  }
}

export function rangeAt(document: TextDocument, { offset, length }: TextRange): Range {
  return new Range(document.positionAt(offset), document.positionAt(offset + length));
}

function warningAt(document: TextDocument, warning: QueryWarning): Diagnostic {
  return diagnosticAt(document, warning, adviceWords(warning.advice).problem, DiagnosticSeverity.Warning);
}

function diagnosticAt(
  document: TextDocument,
  place: TextRange,
  message: string,
  severity: DiagnosticSeverity,
): Diagnostic {
  const diagnostic = new Diagnostic(rangeAt(document, place), message, severity);
  diagnostic.source = "Weave";
  return diagnostic;
}
