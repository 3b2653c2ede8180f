import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Profile } from "../editor/editor.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";

/** A command that the palette does not offer, and its argument. */
export interface HiddenCommand {
  readonly command: string;
  readonly args: unknown;
}

/**
 * Gives each command a key of this profile's own, and presses that of the one named. The window is opened anew: it reads
 * keys when it opens.
 */
export async function hiddenCommands<Name extends string>(
  window: Workbench,
  profile: Profile,
  named: Readonly<Record<Name, HiddenCommand>>,
): Promise<(name: Name) => Promise<void>> {
  const names = Object.keys(named);
  const bindings = Object.values<HiddenCommand>(named).map((one, place) => ({ key: `ctrl+alt+f${place + 1}`, ...one }));
  await writeFile(join(profile.userData, "User", "keybindings.json"), JSON.stringify(bindings));
  await window.reload();
  return (name) => window.page.keyboard.press(`Control+Alt+F${names.indexOf(name) + 1}`);
}
