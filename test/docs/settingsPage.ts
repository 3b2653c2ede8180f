// docs/settings.md, made from the manifest: `npm run docs` writes it, and a unit test compares it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { type SetBy, setBy } from "../../src/core/settings/settingRules.ts";
import { projectFolder } from "../editor/paths.ts";

const property = z.object({
  default: z.json(),
  markdownDescription: z.string(),
  enum: z.array(z.string()).default([]),
  markdownEnumDescriptions: z.array(z.string()).default([]),
});
const groups = z
  .object({
    contributes: z.object({
      configuration: z.array(z.object({ title: z.string(), properties: z.record(z.string(), property) })),
    }),
  })
  .parse(read("package.json")).contributes.configuration;
const strings = z.record(z.string(), z.string()).parse(read("package.nls.json"));

const whoSets: Readonly<Record<SetBy, string>> = {
  user: "user",
  userOrMachine: "user, remote machine",
  trustedWorkspace: "user, trusted workspace",
  workspace: "user, workspace",
};

const intro = `<!-- Written by \`npm run docs\` from package.json. -->
# Settings

In the order of the Settings editor, which has the same descriptions in the display language. *Set by* says whose settings count. An account and a project that you select in a workspace take precedence there.`;

/** The text of docs/settings.md. */
export function settingsPage(): string {
  const rules = new Map<string, SetBy>(Object.entries(setBy));
  const parts = groups.map(({ title, properties }) => {
    const rows = Object.entries(properties).map(([id, { default: value, ...texts }]) => {
      const rule = rules.get(id);
      if (rule === undefined) throw new Error(`${id} has no rule.`);
      const values = texts.enum.map((one, at) => `\`${one}\`: ${text(texts.markdownEnumDescriptions[at] ?? "")}`);
      const description = [text(texts.markdownDescription), ...values].join("<br>");
      return `| \`${id}\` | ${shown(value)} | ${whoSets[rule]} | ${description} |`;
    });
    const head = "| Setting | Default | Set by | Description |\n| --- | --- | --- | --- |";
    return [`## ${text(title)}`, "", head, ...rows].join("\n");
  });
  return `${[intro, ...parts].join("\n\n")}\n`;
}

function shown(value: unknown): string {
  return value === "" || (Array.isArray(value) && value.length === 0) ? "" : `\`${String(value)}\``;
}

function text(key: string): string {
  const found = strings[key.slice(1, -1)];
  if (found === undefined) throw new Error(`package.nls.json has no ${key}.`);
  return found;
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(join(projectFolder, file), "utf8"));
}

if (process.argv[1] === import.meta.filename) writeFileSync(join(projectFolder, "docs", "settings.md"), settingsPage());
