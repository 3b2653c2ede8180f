import { CodeActionKind, type Disposable, EventEmitter, languages } from "vscode";
import { Lazy } from "../../core/async/lazy.ts";
import type { CallConditions } from "../../core/counts/callCondition.ts";
import { countFileEnding } from "../../core/query/callQuery.ts";
import { registerSessionCommands } from "../../vscode/ui/commands.ts";
import type { Feature, Parts } from "../app.ts";

export type CountFilesParts = Parts<"app" | "sessions" | "privacy" | "readCountFile" | "target" | "formats" | "log">;

/**
 * Count files, `*.weave-count.json`: queries that can be saved, shared and run again. Their code is loaded when the
 * first one is opened.
 */
export function registerCountFiles(parts: CountFilesParts): Feature<"newCountFile"> {
  const { sessions } = parts;
  const changed = new EventEmitter<void>();
  const files = new Lazy(async () => {
    const { CountFiles } = await import("./countFiles.ts");
    const loaded = new CountFiles(parts);
    loaded.onChange(() => changed.fire());
    return loaded;
  });
  const countFiles = { pattern: `**/*${countFileEnding}` };
  const newCountFile = async (conditions?: CallConditions) => (await files.get()).openNew(conditions);
  const subscriptions: readonly Disposable[] = [
    changed,
    languages.registerCodeLensProvider(countFiles, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: async (document) => (await files.get()).lenses(document),
    }),
    languages.registerCodeActionsProvider(
      countFiles,
      { provideCodeActions: async (document, range) => (await files.get()).quickFixes(document, range) },
      { providedCodeActionKinds: [CodeActionKind.QuickFix] },
    ),
    sessions.onChange(async () => (await files.there())?.reset()),
    { dispose: async () => (await files.there())?.dispose() },
    ...registerSessionCommands(parts, {
      "weaveThreads.runCountFile": async (file: unknown) => (await files.get()).run(file),
      "weaveThreads.cancelCountFile": async (file: unknown) => (await files.get()).cancel(file),
      "weaveThreads.showCountFileCalls": async (file: unknown) => (await files.get()).showCalls(file),
      "weaveThreads.newCountFile": () => newCountFile(),
    }),
  ];
  return { newCountFile, subscriptions };
}
