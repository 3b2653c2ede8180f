import { type Disposable, window } from "vscode";
import { Lazy } from "../../core/async/lazy.ts";
import { allTabs, isOwnTab } from "../../vscode/page/tabs.ts";
import { configuredPrivacy, onSettingsChange, writeSetting } from "../../vscode/storage/settings.ts";
import { inBackground, registerCommands } from "../../vscode/ui/commands.ts";
import type { Parts } from "../app.ts";

export type PrivacyParts = Parts<"sessions" | "privacy" | "requests" | "log">;

/** Privacy mode, and the first session: nothing is shown before it is known whether the mode is on. */
export function registerPrivacy(parts: PrivacyParts): Disposable[] {
  const { sessions, privacy, log } = parts;
  const mode = new Lazy(async () => new (await import("./privacyMode.ts")).PrivacyMode(parts));
  const follow = async () => {
    if (configuredPrivacy()) await (await mode.get()).set(true);
    else await (await mode.there())?.set(false);
  };
  const start = async () => {
    await follow();
    await sessions.read();
  };
  // VS Code restores tabs, and opens closed ones again.
  const close = async () => {
    if (allTabs().some(isOwnTab)) await (await import("./strayTabs.ts")).closeStrayTabs(privacy.value);
  };
  inBackground(start().finally(close), log);
  return [
    window.tabGroups.onDidChangeTabs(() => inBackground(close(), log)),
    // A tab may have been opened during the switch.
    privacy.subscribe(() => inBackground(close(), log)),
    onSettingsChange(() => inBackground(follow(), log)),
    { dispose: async () => (await mode.there())?.dispose() },
    ...registerCommands(parts, {
      "weaveThreads.togglePrivacyMode": () =>
        writeSetting("weaveThreads.privacyMode", configuredPrivacy() ? undefined : true),
    }),
  ];
}
