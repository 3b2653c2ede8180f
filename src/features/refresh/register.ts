import type { Disposable } from "vscode";
import { realClock } from "../../core/async/clock.ts";
import { Poller } from "../../core/async/poller.ts";
import { followInterval } from "../../core/project/follow.ts";
import { dataOf, isOnLoopback } from "../../core/session/session.ts";
import { configuredRefreshInterval, onSettingsChange } from "../../vscode/storage/settings.ts";
import { inBackground, logFailure, registerSessionCommands } from "../../vscode/ui/commands.ts";
import { showFault } from "../../vscode/ui/faultNotice.ts";
import { windowFocus } from "../../vscode/ui/outside.ts";
import type { Feature, Parts } from "../app.ts";

export type RefreshParts = Parts<"sessions" | "privacy" | "log", "following" | "lastSeen" | "poll" | "refreshAll">;

/** Refreshing on demand, and following: automatically. */
export function registerRefresh(parts: RefreshParts): Feature<"refresh"> {
  const { sessions, project, log } = parts;
  let chosen: boolean | null = null;
  const poller = new Poller({
    clock: realClock,
    focus: windowFocus,
    interval: () =>
      followInterval({
        chosen,
        ...configuredRefreshInterval(),
        isKnown: project.lastSeen.time !== null,
        isLoopback: sessions.session !== null && isOnLoopback(sessions.session),
        isLocal: dataOf(sessions.session) === "local",
      }),
    refresh: () => project.poll(),
    onBug: (error) => logFailure(error, log),
  });
  const notify = () => {
    project.following.value = poller.state;
  };
  notify();
  const choose = (following: boolean) => async () => {
    chosen = following;
    poller.restart();
    // New threads are not awaited for a whole interval.
    if (following) await project.poll();
  };
  const refresh = async () => {
    const { session } = sessions;
    if (session?.kind === "signedOut" && session.problem === "keyUnreadable") return sessions.read({ renewed: true });
    poller.restart();
    const fault = await project.refreshAll();
    if (fault !== null) inBackground(showFault(fault, { requested: "project" }), log);
  };
  const subscriptions: readonly Disposable[] = [
    poller,
    poller.subscribe(notify),
    sessions.onChange(() => poller.restart()),
    onSettingsChange(() => poller.restart()),
    project.lastSeen.subscribe(() => poller.update()),
    ...registerSessionCommands(parts, {
      "weaveThreads.refresh": refresh,
      "weaveThreads.follow": choose(true),
      "weaveThreads.stopFollowing": choose(false),
    }),
  ];
  return { refresh, subscriptions };
}
