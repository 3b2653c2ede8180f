import { type Disposable, workspace } from "vscode";
import { dataOf } from "../../core/session/session.ts";
import { inBackground, registerCommands } from "../../vscode/ui/commands.ts";
import type { FeatureParts } from "../app.ts";

/** The local collector: on until it is stopped, and followed while this window shows it. */
export function registerCollector(parts: FeatureParts): Disposable[] {
  const { sessions, preferences, log } = parts;
  const load = () => import("./collectorFeature.ts");
  const shown: Disposable[] = [];
  const resume = () => {
    if (preferences.isCollecting && workspace.isTrusted)
      inBackground(
        load().then(({ startCollector }) => startCollector(parts)),
        log,
      );
  };
  resume();
  return [
    workspace.onDidGrantWorkspaceTrust(resume),
    sessions.onChange((session) => {
      for (const each of shown.splice(0)) each.dispose();
      if (dataOf(session) !== "local") return;
      inBackground(
        load().then(async ({ showCollector }) => void shown.push(...(await showCollector(parts)))),
        log,
      );
    }),
    { dispose: () => shown.forEach((each) => void each.dispose()) },
    ...registerCommands(parts, {
      "weaveThreads.localCollector": async (action) => (await load()).chooseAction(parts, action),
    }),
  ];
}
