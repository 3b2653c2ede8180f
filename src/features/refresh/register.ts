import { type Disposable, window } from "vscode";
import { Poller } from "../../core/async/poller.ts";
import { configuredRefreshInterval, onSettingsChange } from "../../vscode/storage/settings.ts";
import { inBackground, registerCommands, reportFailure } from "../../vscode/ui/commands.ts";
import { showFault } from "../../vscode/ui/faultNotice.ts";
import type { Feature, FeatureParts } from "../app.ts";

/** Refreshing on demand, and automatically if the settings say so. */
export function registerRefresh({ sessions, project, log }: FeatureParts): Feature<"refresh"> {
  const poller = new Poller(
    {
      clock: { now: () => performance.now(), after },
      interval: configuredRefreshInterval,
      refresh: () => project.poll(),
      onBug: (error) => reportFailure(error, log),
    },
    window.state.focused,
  );
  const refresh = async () => {
    poller.restart();
    const fault = await project.refreshAll();
    if (fault !== null) inBackground(showFault(fault, { asked: "threads" }), log);
  };
  const subscriptions: readonly Disposable[] = [
    poller,
    window.onDidChangeWindowState(({ focused }) => poller.setFocused(focused)),
    sessions.onChange(() => poller.restart()),
    onSettingsChange(() => poller.restart()),
    ...registerCommands({ "weaveThreads.refresh": refresh }, log),
  ];
  return { refresh, subscriptions };
}

function after(milliseconds: number, task: () => void): Disposable {
  const timer = setTimeout(task, milliseconds);
  return { dispose: () => clearTimeout(timer) };
}
