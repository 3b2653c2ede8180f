import type { Disposable } from "vscode";
import { Lazy } from "../../core/async/lazy.ts";
import { pseudonymsKey } from "../../core/privacy/mask.ts";
import { configuredPrivacy, onSettingsChange, writePrivacy } from "../../vscode/storage/settings.ts";
import { inBackground, registerCommands } from "../../vscode/ui/commands.ts";
import type { FeatureParts } from "../app.ts";

/** Privacy mode, and the first session: nothing is shown before it is known whether the mode is on. */
export function registerPrivacy(parts: FeatureParts): Disposable[] {
  const { sessions, context, log } = parts;
  const mode = new Lazy(async () => new (await import("./privacyMode.ts")).PrivacyMode(parts));
  const follow = async () => {
    if (configuredPrivacy()) await (await mode.get()).set(true);
    else await (await mode.there())?.set(false);
  };
  const start = async () => {
    const isLeft = context.workspaceState.get<unknown>(pseudonymsKey) !== undefined;
    if (configuredPrivacy() || isLeft) await (await mode.get()).set(configuredPrivacy());
    await sessions.read();
  };
  inBackground(start(), log);
  return [
    onSettingsChange(() => inBackground(follow(), log)),
    { dispose: async () => (await mode.there())?.dispose() },
    ...registerCommands(parts, { "weaveThreads.togglePrivacyMode": () => writePrivacy(!configuredPrivacy()) }),
  ];
}
