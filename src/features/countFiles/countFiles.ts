import { type CodeAction, CodeLens, type Disposable, type Event, Range, type TextDocument } from "vscode";
import type { CallConditions } from "../../core/counts/callCondition.ts";
import { type CountFileState, type FileCount, issuesOf } from "../../core/counts/fileCount.ts";
import { lensTexts } from "../../core/counts/fileCountText.ts";
import type { Formats } from "../../core/text/format.ts";
import { tellNotReady } from "../../vscode/ui/commands.ts";
import { showFault } from "../../vscode/ui/faultNotice.ts";
import type { FeatureParts } from "../app.ts";
import { CountDiagnostics } from "./countDiagnostics.ts";
import { openCountFile, pointAt, requestedFile } from "./countDocuments.ts";
import { CountFileRuns } from "./countFileRuns.ts";
import { CountWarnings } from "./countWarnings.ts";
import { syntaxErrorPlace } from "./jsonPlaces.ts";
import { newCountFileBody } from "./newCountFile.ts";

/** The commands for count files. A `file` is the argument of a command: see `requestedFile`. */
export class CountFiles implements Disposable {
  readonly #parts: FeatureParts;
  readonly #runs: CountFileRuns;
  readonly #diagnostics = new CountDiagnostics();
  readonly #warnings = new CountWarnings();
  readonly onChange: Event<void>;

  constructor(parts: FeatureParts) {
    this.#parts = parts;
    this.#runs = new CountFileRuns(parts.readCountFile);
    this.onChange = this.#runs.onChange;
  }

  lenses(document: TextDocument): CodeLens[] {
    return countLenses(document, this.#runs.state(document), this.#parts.formats);
  }

  quickFixes(document: TextDocument, range: Range): CodeAction[] {
    return this.#warnings.quickFixes(document, range);
  }

  async run(file: unknown): Promise<void> {
    const document = await requestedFile(file);
    const asked = this.#parts.target();
    if (asked === null) return tellNotReady(this.#parts.sessions.session);
    this.#diagnostics.clear(document);
    const { version } = document;
    const outcome = await this.#runs.run(document, asked);
    if (outcome === null) return;
    if (outcome.kind === "failed" && issuesOf(outcome).length === 0)
      return showFault(outcome.fault, { asked: "file", retry: () => this.run(document.uri) });
    // Places apply only to the version of the text that was sent.
    if (document.version === version) await this.#pointOut(outcome, document);
  }

  async cancel(file: unknown): Promise<void> {
    this.#runs.cancel((await requestedFile(file)).uri);
  }

  /** Opens an unsaved file; `given` may contain its conditions. */
  async openNew(conditions: CallConditions | undefined): Promise<void> {
    await openCountFile(newCountFileBody(conditions, Date.now()));
  }

  /** Clears all results: the target changed. */
  reset(): void {
    this.#runs.reset();
    this.#diagnostics.clearAll();
  }

  dispose(): void {
    this.#runs.dispose();
    this.#diagnostics.dispose();
    this.#warnings.dispose();
  }

  /** Shows the places with issues; the result is in the first line. */
  async #pointOut(outcome: FileCount, document: TextDocument): Promise<void> {
    if (outcome.kind === "notJson") return pointAt(document, syntaxErrorPlace(document.getText()));
    const issues = issuesOf(outcome);
    if (issues.length > 0) this.#diagnostics.show(document, issues);
  }
}

/** The code lenses of a count file: the run button and the result. */
export function countLenses({ uri }: TextDocument, state: CountFileState, formats: Formats): CodeLens[] {
  const firstLine = new Range(0, 0, 0, 0);
  return lensTexts(state, formats).map((lens) => new CodeLens(firstLine, { ...lens, arguments: [uri] }));
}
