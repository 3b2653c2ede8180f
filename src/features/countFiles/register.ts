import { type Disposable, type LogOutputChannel, languages, type TextDocument } from "vscode";
import { type CountFileReading, countFileEnding } from "../../core/counts/countFile.ts";
import { type FileCount, issuesOf } from "../../core/counts/fileCount.ts";
import type { Formats } from "../../core/format.ts";
import type { Target } from "../../core/target.ts";
import { registerCommands, tellNotReady } from "../../host/commands.ts";
import { showFault } from "../../host/faultNotice.ts";
import type { SessionStore } from "../../host/sessionStore.ts";
import { CountDiagnostics } from "./countDiagnostics.ts";
import { openCountFile, pointAt, requestedFile } from "./countDocuments.ts";
import { CountFileRuns } from "./countFileRuns.ts";
import { CountLenses } from "./countLenses.ts";
import { syntaxErrorPlace } from "./jsonPlaces.ts";
import { newCountFileBody } from "./newCountFile.ts";

export interface CountFilesParts {
  readonly sessions: SessionStore;
  /** Whom to ask now, and the window's project; null when there is nobody. */
  readonly target: () => Target | null;
  /** Reads a body that is JSON; loads its code when first called. */
  readonly readCountFile: (body: unknown) => Promise<CountFileReading>;
  readonly formats: Formats;
  readonly log: LogOutputChannel;
}

/** Count files: `*.weave-count.json`, each a question that can be kept, shared and asked again. */
export function registerCountFiles({ sessions, target, readCountFile, formats, log }: CountFilesParts): Disposable[] {
  const runs = new CountFileRuns(readCountFile);
  const diagnostics = new CountDiagnostics();
  const run = async (file: unknown): Promise<void> => {
    const document = await requestedFile(file);
    const asked = target();
    if (asked === null) return tellNotReady(sessions.session);
    diagnostics.clear(document);
    const { version } = document;
    const outcome = await runs.run(document, asked);
    if (outcome === null) return;
    if (outcome.kind === "failed" && issuesOf(outcome).length === 0)
      return showFault(outcome.fault, { asked: "file", retry: () => run(document.uri) });
    // Places of the text that was asked about are none of a text written since.
    if (document.version === version) await pointOut(outcome, document, diagnostics);
  };
  const cancel = async (file: unknown) => runs.cancel((await requestedFile(file)).uri);
  const open = async (given: unknown) => openCountFile(newCountFileBody(given, Date.now()));
  return [
    runs,
    diagnostics,
    languages.registerCodeLensProvider({ pattern: `**/*${countFileEnding}` }, new CountLenses(runs, formats)),
    sessions.onChange(() => {
      runs.reset();
      diagnostics.clearAll();
    }),
    ...registerCommands(
      {
        "weaveThreads.runCountFile": run,
        "weaveThreads.cancelCountFile": cancel,
        "weaveThreads.newCountFile": open,
      },
      log,
    ),
  ];
}

/** Shows where the text is wrong; the number itself stands in the file's first line. */
async function pointOut(outcome: FileCount, document: TextDocument, diagnostics: CountDiagnostics): Promise<void> {
  if (outcome.kind === "notJson") return pointAt(document, syntaxErrorPlace(document.getText()));
  const issues = issuesOf(outcome);
  if (issues.length > 0) diagnostics.show(document, issues);
}
