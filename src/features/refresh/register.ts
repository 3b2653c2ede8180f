import { type Disposable, type LogOutputChannel, window } from "vscode";
import { Poller } from "../../core/async/poller.ts";
import type { OpenProject } from "../../core/openProject.ts";
import type { SessionStore } from "../../vscode/session/sessionStore.ts";
import { configuredRefreshInterval, onSettingsChange } from "../../vscode/storage/settings.ts";
import { inBackground, registerCommands, reportFailure } from "../../vscode/ui/commands.ts";
import { showFault } from "../../vscode/ui/faultNotice.ts";
import type { Feature } from "../app.ts";

export interface RefreshParts {
  readonly sessions: SessionStore;
  readonly project: OpenProject;
  readonly log: LogOutputChannel;
}

/** Refreshing on demand, and automatically if the settings say so. */
export function registerRefresh({ sessions, project, log }: RefreshParts): Feature<"refresh"> {
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
