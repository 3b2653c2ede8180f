import { type CodeAction, CodeLens, type Disposable, type Event, Range, type TextDocument, window } from "vscode";
import type { CallConditions } from "../../core/counts/callCondition.ts";
import { conditionsOf } from "../../core/counts/conditionsOf.ts";
import {
  type CountFileState,
  type FileCount,
  issuesOf,
  isTooLarge,
  readFileText,
} from "../../core/counts/fileCount.ts";
import { lensTexts, otherProjectText } from "../../core/counts/fileCountText.ts";
import { UserError } from "../../core/failures/fault.ts";
import { countFileEnding } from "../../core/query/callQuery.ts";
import type { ProjectId } from "../../core/query/projectId.ts";
import type { Formats } from "../../core/text/format.ts";
import { showNotReady } from "../../vscode/ui/commands.ts";
import { showFault } from "../../vscode/ui/faultNotice.ts";
import { CountDiagnostics, CountWarnings } from "./countDiagnostics.ts";
import { openCountFile, pointAt, requestedFile } from "./countDocuments.ts";
import { CountFileRuns } from "./countFileRuns.ts";
import { syntaxErrorPlace } from "./jsonPlaces.ts";
import { newCountFileBody } from "./newCountFile.ts";
import type { CountFilesParts } from "./register.ts";

/** The commands for count files. A `file` is the argument of a command: see `requestedFile`. */
export class CountFiles implements Disposable {
  readonly #parts: CountFilesParts;
  readonly #runs: CountFileRuns;
  readonly #diagnostics = new CountDiagnostics();
  readonly #warnings = new CountWarnings();
  readonly onChange: Event<void>;

  constructor(parts: CountFilesParts) {
    this.#parts = parts;
    this.#runs = new CountFileRuns(parts.readCountFile);
    this.onChange = this.#runs.onChange;
  }

  lenses(document: TextDocument): CodeLens[] {
    const { target, formats } = this.#parts;
    return countLenses(document, this.#runs.state(document), target()?.project ?? null, formats);
  }

  quickFixes(document: TextDocument, range: Range): CodeAction[] {
    return this.#warnings.quickFixes(document, range);
  }

  async run(file: unknown): Promise<void> {
    const document = await requestedFile(file);
    const requested = this.#parts.target();
    if (requested === null) return showNotReady(this.#parts.sessions.session);
    this.#diagnostics.clear(document);
    const { version } = document;
    const outcome = await this.#runs.run(document, requested);
    if (outcome === null) return;
    if (outcome.kind === "failed" && issuesOf(outcome).length === 0) {
      if (showsLenses(document)) return;
      return showFault(outcome.fault, { requested: "file", retry: () => this.run(document.uri) });
    }
    // Places apply only to the version of the text that was sent.
    if (document.version === version) await this.#pointOut(outcome, document);
  }

  /** Shows the calls of a file's request, which must be of the window's project. */
  async showCalls(file: unknown): Promise<void> {
    const document = await requestedFile(file);
    const { target, app, sessions, readCountFile } = this.#parts;
    const project = target()?.project;
    if (project === undefined) return showNotReady(sessions.session);
    const reading = await readFileText(document.getText(), project, readCountFile);
    if (reading.kind !== "read") return this.run(document.uri);
    if (reading.project !== project) throw new UserError(otherProjectText(reading.project));
    const name = document.uri.path.split("/").at(-1)?.slice(0, -countFileEnding.length);
    await app.showCalls(conditionsOf(reading.query), name || undefined);
  }

  async cancel(file: unknown): Promise<void> {
    this.#runs.cancel((await requestedFile(file)).uri);
  }

  /** Opens an unsaved file; `given` may contain its conditions. */
  async openNew(conditions: CallConditions | undefined): Promise<void> {
    await openCountFile(newCountFileBody(conditions, Date.now(), this.#parts.formats));
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
    // The warnings already report this, also before a run.
    if (issues.length > 0 && !isTooLarge(document.getText())) this.#diagnostics.show(document, issues);
  }
}

/** Whether the first line is on screen. */
function showsLenses(document: TextDocument): boolean {
  const editors = window.visibleTextEditors.filter((editor) => editor.document === document);
  return editors.some(({ visibleRanges }) => visibleRanges.some(({ start }) => start.line === 0));
}

/** The code lenses of a count file: the run button and the result. `project` is that of the window. */
export function countLenses(
  { uri }: TextDocument,
  state: CountFileState,
  project: ProjectId | null,
  formats: Formats,
): CodeLens[] {
  const firstLine = new Range(0, 0, 0, 0);
  return lensTexts(state, project, formats).map(({ arguments: given = [uri], ...lens }) => {
    return new CodeLens(firstLine, { ...lens, arguments: [...given] });
  });
}
