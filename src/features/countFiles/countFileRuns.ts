import { type Disposable, EventEmitter, type TextDocument, type Uri, workspace } from "vscode";
import { type CountFileState, countFile, type FileCount, issuesOf } from "../../core/counts/fileCount.ts";
import type { ProjectClient } from "../../core/port/projectClient.ts";
import type { CountFileReading } from "../../core/query/callQuery.ts";
import { onUriClose } from "../../vscode/page/tabs.ts";
import { placesOf } from "./jsonPlaces.ts";

type Run =
  | { readonly kind: "counting"; readonly version: number; readonly controller: AbortController }
  | {
      readonly kind: "ended";
      readonly version: number;
      readonly outcome: FileCount;
      readonly problems: number;
      readonly at: number;
    };

/** The runs of the open count files, with at most one request per file. */
export class CountFileRuns implements Disposable {
  readonly #read: (body: unknown) => Promise<CountFileReading>;
  /** By document URI. */
  readonly #runs = new Map<string, Run>();
  readonly #changed = new EventEmitter<void>();
  readonly #closing: readonly Disposable[];

  readonly onChange = this.#changed.event;

  constructor(read: (body: unknown) => Promise<CountFileReading>) {
    this.#read = read;
    this.#closing = [
      workspace.onDidCloseTextDocument(({ uri }) => this.#forget(String(uri))),
      onUriClose((uri) => this.#forget(String(uri))),
    ];
  }

  state(document: TextDocument): CountFileState {
    const run = this.#runs.get(String(document.uri));
    if (run === undefined) return { kind: "idle" };
    if (run.kind === "counting") return { kind: "counting" };
    const { outcome, problems, at, version } = run;
    return { kind: "ended", outcome, problems, at, edited: version !== document.version };
  }

  /** Runs the document and cancels a previous run. Null if this run is canceled. */
  async run(document: TextDocument, target: ProjectClient): Promise<FileCount | null> {
    const address = String(document.uri);
    const { version } = document;
    const text = document.getText();
    const before = this.#runs.get(address);
    if (before?.kind === "counting") before.controller.abort();
    const controller = new AbortController();
    const run: Run = { kind: "counting", version, controller };
    this.#put(address, run);
    try {
      const outcome = await countFile(text, target, this.#read, controller.signal);
      if (this.#runs.get(address) !== run) return null;
      const problems = placesOf(text, issuesOf(outcome)).length;
      this.#put(address, { kind: "ended", version, outcome, problems, at: Date.now() });
      return outcome;
    } catch (error) {
      if (this.#runs.get(address) === run) this.#forget(address);
      if (controller.signal.aborted) return null;
      throw error;
    }
  }

  /** Cancels the pending run. */
  cancel(uri: Uri): void {
    if (this.#runs.get(String(uri))?.kind === "counting") this.#forget(String(uri));
  }

  /** Cancels and clears all runs: the target changed. */
  reset(): void {
    for (const address of [...this.#runs.keys()]) this.#forget(address);
  }

  dispose(): void {
    for (const closing of this.#closing) closing.dispose();
    this.reset();
    this.#changed.dispose();
  }

  #put(address: string, run: Run): void {
    this.#runs.set(address, run);
    this.#changed.fire();
  }

  #forget(address: string): void {
    const run = this.#runs.get(address);
    if (run === undefined) return;
    this.#runs.delete(address);
    if (run.kind === "counting") run.controller.abort();
    this.#changed.fire();
  }
}
