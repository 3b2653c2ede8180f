import type { ExtensionContext } from "vscode";
import { accessibilityHelp } from "../../core/accessibilityHelp.ts";
import * as z from "../../zod.ts";

/** What the help needs of the manifest, whose titles are in the display language. */
const manifest = z.object({
  contributes: z.object({
    commands: z.array(z.object({ command: z.string(), title: z.string(), category: z.string() })),
    menus: z.object({ commandPalette: z.array(z.object({ command: z.string(), when: z.string() })) }),
  }),
});

/** The keys and commands as Markdown. */
export function help({ extension }: Pick<ExtensionContext, "extension">): string {
  const { commands, menus } = manifest.parse(extension.packageJSON).contributes;
  const hidden = new Set(menus.commandPalette.flatMap(({ command, when }) => (when === "false" ? [command] : [])));
  const titles = commands.flatMap(({ command, title, category }) =>
    hidden.has(command) ? [] : [`${category}: ${title}`],
  );
  return accessibilityHelp(titles.toSorted((one, other) => one.localeCompare(other)));
}
