import { type CodeLensProvider, type Disposable, EventEmitter, type LogOutputChannel, languages } from "vscode";
import type { ProjectClient } from "../../core/projectClient.ts";
import type { Formats } from "../../core/text/format.ts";
import type { SessionStore } from "../../vscode/session/sessionStore.ts";
import { configuredCodeLens, onSettingsChange } from "../../vscode/storage/settings.ts";
import { registerCommands } from "../../vscode/ui/commands.ts";
import type { App, Feature } from "../app.ts";

export interface OpCodeParts {
  readonly app: App;
  readonly sessions: SessionStore;
  /** The service and project of this window; null if there is none. */
  readonly target: () => ProjectClient | null;
  readonly formats: Formats;
  readonly log: LogOutputChannel;
}

export const opLanguageIds = ["python", "typescript", "typescriptreact", "javascript", "javascriptreact"];

/** Navigation between calls and op definitions. Its code is loaded with the first use. */
export function registerOpNavigation(parts: OpCodeParts): Feature<"goToOpDefinition" | "showOpCalls"> {
  const { sessions, target, log } = parts;
  const code = () => import("./opCode.ts");
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
    ),
  ];
  return {
    goToOpDefinition: async (op) => (await code()).goToOpCode({ op }, parts),
    showOpCalls: async (op) => (await code()).showOpCalls({ op }, parts),
    subscriptions,
  };
}
