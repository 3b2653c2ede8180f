import { type ExtensionContext, type LogOutputChannel, workspace } from "vscode";
import { Lazy } from "../../core/async/lazy.ts";
import type { Preferences } from "../storage/preferences.ts";
import { collectorSettings } from "../storage/settings.ts";
import type { LocalCollector } from "./localCollector.ts";

/**
 * The collector of this window, loaded when it is first needed. It starts unless it was stopped, and neither in
 * Restricted Mode nor in a virtual workspace.
 */
export function lazyCollector(
  context: ExtensionContext,
  preferences: Preferences,
  log: LogOutputChannel,
): Lazy<LocalCollector> {
  return new Lazy(async () => {
    const { LocalCollector } = await import("./localCollector.ts");
    const collector = new LocalCollector({
      storage: context.globalStorageUri.fsPath,
      workerFile: context.asAbsolutePath("dist/localService.mjs"),
      settings: collectorSettings,
      mayStart: () => workspace.isTrusted && !isVirtual() && preferences.isCollecting,
      log: (text) => log.info(text),
    });
    context.subscriptions.push(collector);
    return collector;
  });
}

/** Whether all folders are elsewhere: their programs do not run on this machine. */
function isVirtual(): boolean {
  const { workspaceFolders: folders = [] } = workspace;
  return folders.length > 0 && folders.every(({ uri }) => uri.scheme !== "file");
}
