import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as z from "zod";
import { projectFolder } from "../editor/paths.ts";

const read = (file: string) => readFileSync(join(projectFolder, file), "utf8");
const step = z.object({
  id: z.string(),
  description: z.string(),
  media: z.object({ svg: z.string(), altText: z.string() }),
  completionEvents: z.tuple([z.string()]),
});
const { contributes } = z
  .object({
    contributes: z.object({
      commands: z.array(z.object({ command: z.string() })),
      walkthroughs: z.tuple([z.object({ steps: z.array(step) })]),
    }),
  })
  .parse(JSON.parse(read("package.json")));
const strings = z.record(z.string(), z.string()).parse(JSON.parse(read("package.nls.json")));
const known = new Set(contributes.commands.map(({ command }) => command));
const [{ steps }] = contributes.walkthroughs;

test("the walkthrough has four steps", () => {
  assert.deepEqual(
    steps.map(({ id }) => id),
    ["sample", "signIn", "conversation", "collector"],
  );
});

for (const { id, description, media, completionEvents } of steps) {
  test(`the step ${id} has a button of a command, ends with what it names, and its picture has the theme's colors`, () => {
    assert.match(strings[description.slice(1, -1)] ?? "", /\n\[[^\]]+\]\(command:[^)]+\)$/);
    const [event] = completionEvents;
    assert.ok(event.startsWith("onContext:") || known.has(event.replace("onCommand:", "")), event);
    const picture = read(media.svg);
    assert.match(picture, /var\(--vscode-/);
    assert.deepEqual(picture.match(/(?:fill|stroke)="#[^"]*"/g), null);
  });
}
