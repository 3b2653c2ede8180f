import { type Disposable, workspace } from "vscode";
import { Lazy } from "../../core/async/lazy.ts";
import { dataOf } from "../../core/session/session.ts";
import { inBackground, registerCommands, unattended } from "../../vscode/ui/commands.ts";
import type { Parts } from "../app.ts";

export type CollectorParts = Parts<
  "app" | "sessions" | "collector" | "preferences" | "privacy" | "formats" | "context" | "log",
  "following" | "poll" | "threads"
>;

/** The local collector: on until it is stopped, and followed while this window shows it. */
export function registerCollector(parts: CollectorParts): Disposable[] {
  const { sessions, preferences, context, log } = parts;
  const load = () => import("./collectorFeature.ts");
  const shown: Disposable[] = [];
  const injecting = new Lazy(async () => {
    context.subscriptions.push((await import("./debugInjection.ts")).registerDebugInjection(parts));
  });
  let isShown = false;
  const show = async () => {
    const made = await (await load()).showCollector(parts);
    await injecting.get();
    if (isShown && shown.length === 0) shown.push(...made);
    else for (const each of made) each.dispose();
  };
  const start = async () => (await load()).startCollector(parts);
  const resume = () => {
    // The picker says why it cannot run.
    if (preferences.collecting.value && workspace.isTrusted) unattended(start(), log);
  };
  const hide = () => {
    isShown = false;
    for (const each of shown.splice(0)) each.dispose();
  };
  resume();
  return [
    workspace.onDidGrantWorkspaceTrust(resume),
    sessions.onChange((session) => {
      if (dataOf(session) !== "local") hide();
      else if (!isShown) {
        isShown = true;
        inBackground(show(), log);
      }
    }),
    { dispose: hide },
    ...registerCommands(parts, {
      "weaveThreads.localCollector": async (action) => (await load()).chooseAction(parts, action),
    }),
  ];
}
