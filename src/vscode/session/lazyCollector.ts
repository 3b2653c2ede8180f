import { type ExtensionContext, type LogOutputChannel, workspace } from "vscode";
import { Lazy } from "../../core/async/lazy.ts";
import { Observable } from "../../core/async/observable.ts";
import type { CollectorState } from "../../core/collector/collectorText.ts";
import type { Preferences } from "../storage/preferences.ts";
import { collectorSettings } from "../storage/settings.ts";
import type { LocalCollector } from "./localCollector.ts";

/** The collector of this window, with its state while it is not loaded. */
export type LazyCollector = Lazy<LocalCollector> & { readonly state: Observable<CollectorState> };

/**
 * The collector of this window, loaded when it is first needed. It starts unless it was stopped, and neither in
 * Restricted Mode nor in a virtual workspace.
 */
export function lazyCollector(
  context: ExtensionContext,
  preferences: Preferences,
  log: LogOutputChannel,
): LazyCollector {
  const state = new Observable<CollectorState>({ kind: "off" });
  const lazy = new Lazy(async () => {
    const { LocalCollector } = await import("./localCollector.ts");
    const collector = new LocalCollector({
      state,
      storage: context.globalStorageUri.fsPath,
      workerFile: context.asAbsolutePath("dist/localService.mjs"),
      settings: collectorSettings,
      mayStart: () => workspace.isTrusted && !isVirtual() && preferences.collecting.value,
      log: (text) => log.info(text),
    });
    context.subscriptions.push(collector);
    return collector;
  });
  return Object.assign(lazy, { state });
}

/** Whether all folders are elsewhere: their programs do not run on this machine. */
function isVirtual(): boolean {
  const { workspaceFolders: folders = [] } = workspace;
  return folders.length > 0 && folders.every(({ uri }) => uri.scheme !== "file");
}
