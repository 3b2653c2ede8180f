import type { ExtensionContext } from "vscode";
import { accessibilityHelp } from "../../core/project/accessibilityHelp.ts";
import * as z from "../../zod.ts";

/** A text of the manifest. VS Code keeps the English beside a translated title. */
const text = z.pipe(
  z.union([z.string(), z.object({ value: z.string() })]),
  z.transform((given) => (typeof given === "string" ? given : given.value)),
);

const manifest = z.object({
  contributes: z.object({
    commands: z.array(z.object({ command: z.string(), title: text, category: text })),
    menus: z.object({ commandPalette: z.array(z.object({ command: z.string(), when: z.string() })) }),
  }),
});

/** The keys, and the commands of the Command Palette, as Markdown. */
export function help({
  extension,
}: {
  readonly extension: Pick<ExtensionContext["extension"], "packageJSON">;
}): string {
  const { commands, menus } = manifest.parse(extension.packageJSON).contributes;
  const hidden = new Set(menus.commandPalette.flatMap(({ command, when }) => (when === "false" ? [command] : [])));
  const titles = commands.flatMap(({ command, title, category }) =>
    hidden.has(command) ? [] : [`${category}: ${title}`],
  );
  return accessibilityHelp(titles.toSorted((one, other) => one.localeCompare(other)));
}
