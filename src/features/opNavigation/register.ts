import { type CodeLensProvider, type Disposable, EventEmitter, languages } from "vscode";
import { configuredCodeLens, onSettingsChange } from "../../vscode/storage/settings.ts";
import { registerCommands } from "../../vscode/ui/commands.ts";
import type { Feature, FeatureParts } from "../app.ts";

export const opLanguageIds = ["python", "typescript", "typescriptreact", "javascript", "javascriptreact"];

/** Navigation between calls and op definitions. Its code is loaded with the first use. */
export function registerOpNavigation(
  parts: FeatureParts,
): Feature<"goToOpDefinition" | "showOpCalls" | "findOps" | "knownSources" | "openSource"> {
  const { sessions, target, log, ending } = parts;
  const code = () => import("./opCode.ts");
  const files = () => import("./sourceFile.ts");
  const changed = new EventEmitter<void>();
  const lenses: CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: async (document) =>
      target() !== null && configuredCodeLens(document.uri) ? (await code()).opLenses(document) : [],
  };
  const subscriptions: readonly Disposable[] = [
    changed,
    sessions.onChange(() => changed.fire()),
    onSettingsChange(() => changed.fire()),
    languages.registerCodeLensProvider(
      opLanguageIds.map((language) => ({ language })),
      lenses,
    ),
    ...registerCommands(
      {
        "weaveThreads.goToOpCode": async (given: unknown) => (await code()).goToOpCode(given, parts),
        "weaveThreads.showOpCalls": async (given: unknown) => (await code()).showOpCalls(given, parts),
      },
      log,
      sessions,
    ),
  ];
  return {
    goToOpDefinition: async (op) => (await code()).goToOpCode({ op }, parts),
    showOpCalls: async (op) => (await code()).showOpCalls({ op }, parts),
    findOps: async (found, signal) => (await import("./workspaceOps.ts")).findOps(found, signal),
    knownSources: async (paths) => (await files()).knownSources(paths, ending),
    openSource: async (place) => (await files()).openSource(place, ending),
    subscriptions,
  };
}
