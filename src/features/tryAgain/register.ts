import { type Disposable, EventEmitter, type Uri, workspace } from "vscode";
import { Lazy } from "../../core/async/lazy.ts";
import { attemptScheme } from "../../vscode/page/tabs.ts";
import { registerSessionCommands } from "../../vscode/ui/commands.ts";
import type { Parts } from "../app.ts";

export type TryAgainParts = Parts<"attempts" | "sessions" | "privacy" | "target" | "formats" | "log" | "ending">;

/** Sends the messages of a model call again, to a model of VS Code. Its code is loaded with the first use. */
export function registerTryAgain(parts: TryAgainParts): readonly Disposable[] {
  const changes = new EventEmitter<Uri>();
  const loaded = new Lazy(async () => new (await import("./drafts.ts")).Drafts(parts, changes));
  return [
    workspace.registerTextDocumentContentProvider(attemptScheme, {
      onDidChange: changes.event,
      provideTextDocumentContent: async (uri) => (await loaded.get()).text(uri),
    }),
    ...registerSessionCommands(parts, {
      "weaveThreads.tryAgain": async (given: unknown) => (await loaded.get()).open(given),
      "weaveThreads.runDraft": async (given: unknown) => (await loaded.get()).run(given),
    }),
  ];
}
