import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Values of a `settings.json`, by setting id. */
export type UserSettings = Readonly<Record<string, unknown>>;

/** No welcome page, no suggestions, nothing that goes to the network by itself. */
export const quietSettings: UserSettings = {
  "chat.disableAIFeatures": true,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
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

/** Writes the user's settings, on top of the quiet ones; a window reads them when it opens. */
export async function writeUserSettings(userData: string, settings: UserSettings): Promise<void> {
  const folder = join(userData, "User");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "settings.json"), JSON.stringify({ ...quietSettings, ...settings }, undefined, 2));
}
