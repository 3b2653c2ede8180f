import { type CodeLensProvider, type Disposable, EventEmitter, languages, type TextDocument, window } from "vscode";
import { Lazy } from "../../core/async/lazy.ts";
import { configuredCodeLens, onSettingsChange } from "../../vscode/storage/settings.ts";
import { registerSessionCommands } from "../../vscode/ui/commands.ts";
import type { Feature, Parts } from "../app.ts";

export type OpNavigationParts = Parts<
  "app" | "sessions" | "privacy" | "target" | "formats" | "log" | "ending",
  "refreshables" | "defaultFilter"
>;

export const opLanguageIds = ["python", "typescript", "typescriptreact", "javascript", "javascriptreact"];

/** Numbers above ops, and navigation between calls and op definitions. Its code is loaded with the first use. */
export function registerOpNavigation(
  parts: OpNavigationParts,
): Feature<"goToOpDefinition" | "showOpCalls" | "opCode" | "findOps" | "knownSources" | "openSource"> {
  const { sessions, target, formats, ending } = parts;
  const code = () => import("./opCode.ts");
  const files = () => import("./sourceFile.ts");
  const changed = new EventEmitter<void>();
  const redraw = () => changed.fire();
  const lenses = new Lazy(async () => new (await import("./opLenses.ts")).OpLenses(parts, redraw));
  const isShown = (document: TextDocument) => target() !== null && configuredCodeLens(document.uri).mode !== "off";
  const provider: CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: async (document) => (isShown(document) ? (await lenses.get()).provide(document) : []),
    resolveCodeLens: async (lens) => (await lenses.get()).resolve(lens),
  };
  const selector = opLanguageIds.map((language) => ({ language }));
  const subscriptions: readonly Disposable[] = [
    changed,
    { dispose: async () => (await lenses.there())?.dispose() },
    sessions.onChange(async () => {
      (await lenses.there())?.reset();
      redraw();
    }),
    onSettingsChange(redraw),
    languages.registerCodeLensProvider(selector, provider),
    languages.registerHoverProvider(selector, {
      provideHover: async (document, position) => {
        const client = target();
        return client !== null && isShown(document)
          ? (await lenses.get()).hover(document, position, client)
          : undefined;
      },
    }),
    ...registerSessionCommands(parts, {
      "weaveThreads.goToOpCode": async (given: unknown) => (await code()).goToOpCode(given, parts),
      "weaveThreads.showOpCalls": async (given: unknown) => (await code()).showOpCalls(given, parts),
      "weaveThreads.countOpCalls": async (given: unknown) => (await code()).countOpCalls(given, parts),
      "weaveThreads.showOpNumbers": async () => (await code()).showNumbers(window.activeTextEditor?.document.uri),
    }),
  ];
  return {
    goToOpDefinition: async (op) => (await code()).goToOpCode({ op }, parts),
    opCode: async (op) => (await import("./goToCode.ts")).opCode(op, formats),
    showOpCalls: async (op) => (await code()).showOpCalls({ op }, parts),
    findOps: async (found, signal) => (await import("./workspaceOps.ts")).findOps(found, signal),
    knownSources: async (paths) => (await files()).knownSources(paths, ending),
    openSource: async (place) => (await files()).openSource(place, ending),
    subscriptions,
  };
}
