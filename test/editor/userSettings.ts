import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Values of a `settings.json` by setting ID. */
export type UserSettings = Readonly<Record<string, unknown>>;

/** Disables the welcome page, suggestions and automatic network requests. */
export const quietSettings: UserSettings = {
  "chat.disableAIFeatures": true,
  "extensions.autoCheckUpdates": false,
  // VS Code replaces `false`, in every window: writes that would collide with those of another window.
  "extensions.autoUpdate": "off",
  "extensions.ignoreRecommendations": true,
  "git.enabled": false,
  "remote.autoForwardPorts": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "workbench.enableExperiments": false,
  "workbench.reduceMotion": "on",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
};

/** Writes the user settings, merged with the quiet ones; a window reads them when it opens. */
export async function writeUserSettings(userData: string, settings: UserSettings): Promise<void> {
  const folder = join(userData, "User");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "settings.json"), JSON.stringify({ ...quietSettings, ...settings }, undefined, 2));
}
