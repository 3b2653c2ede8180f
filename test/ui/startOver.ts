import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { projectFolder } from "../editor/paths.ts";
import type { UserSettings } from "../editor/userSettings.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";

const manifest = z
  .object({
    contributes: z.object({ configuration: z.array(z.object({ properties: z.record(z.string(), z.unknown()) })) }),
  })
  .parse(JSON.parse(readFileSync(join(projectFolder, "package.json"), "utf8")));
const ownSettings = manifest.contributes.configuration.flatMap(({ properties }) => Object.keys(properties));

/** Settings that earlier tests may have changed. */
const used = new Set(ownSettings);

/**
 * Resets a window to a new profile's state: no open editors, no stored state, these user settings, and a restarted
 * extension. The workbench keeps its layout.
 */
export async function startOver(window: Workbench, settings: UserSettings): Promise<void> {
  for (const name of Object.keys(settings)) used.add(name);
  const wanted = Object.fromEntries([...used].map((name) => [name, settings[name] ?? null]));
  await window.page.keyboard.press("Escape");
  // A hover that appears as the pointer leaves would stay.
  await window.page.mouse.move(0, 0);
  const host = await window.host();
  await host.run(async ({ vscode, context, stop, start }, values: Readonly<Record<string, unknown>>) => {
    const { commands, window: shown, workspace } = vscode;
    await commands.executeCommand("workbench.action.closeQuickOpen");
    // The oldest editor has no modal editors.
    const closeModal = "workbench.action.closeModalEditor";
    if ((await commands.getCommands()).includes(closeModal)) await commands.executeCommand(closeModal);
    // Closing an unsaved editor would prompt; only the active editor can be reverted.
    for (const document of workspace.textDocuments.filter(({ isDirty }) => isDirty)) {
      await shown.showTextDocument(document);
      await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    }
    await shown.tabGroups.close(shown.tabGroups.all.flatMap((group) => group.tabs));
    await commands.executeCommand("workbench.action.editorLayoutSingle");
    await commands.executeCommand("notifications.clearAll");
    await commands.executeCommand("workbench.action.closePanel");
    await commands.executeCommand("workbench.view.explorer");
    await stop();
    for (const state of [context.globalState, context.workspaceState]) {
      for (const key of state.keys()) await state.update(key, undefined);
    }
    process.getBuiltinModule("node:fs").rmSync(context.globalStorageUri.fsPath, { recursive: true, force: true });
    for (const key of await context.secrets.keys()) await context.secrets.delete(key);
    const set = (name: string, value: unknown) =>
      workspace.getConfiguration().update(name, value ?? undefined, vscode.ConfigurationTarget.Global);
    // Windows share the settings file, and a window reads what another one wrote only after a write of its own.
    await set("weaveThreads.network", null);
    for (const [name, value] of Object.entries(values)) {
      const now = workspace.getConfiguration().inspect(name)?.globalValue ?? null;
      if (JSON.stringify(now) !== JSON.stringify(value)) await set(name, value);
    }
    await start();
  }, wanted);
  await eventually(async () => assert.deepEqual(await window.notifications.messages(), []));
}
