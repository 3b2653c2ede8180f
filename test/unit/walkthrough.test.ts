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
  media: z.object({
    image: z.object({ dark: z.string(), light: z.string(), hc: z.string(), hcLight: z.string() }),
    altText: z.string(),
  }),
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
  test(`the step ${id} has a button of a command, ends with what it names, and has a picture for each kind of theme`, () => {
    const text = strings[description.slice(1, -1)] ?? "";
    assert.match(text, /\n\[[^\]]+\]\(command:[^)]+\)$/);
    for (const [, command = ""] of text.matchAll(/\(command:(weaveThreads\.\w+)[?)]/g))
      assert.ok(known.has(command), command);
    const [event] = completionEvents;
    assert.ok(event.startsWith("onContext:") || known.has(event.replace("onCommand:", "")), event);
    const pictures = Object.values(media.image).map((file) => readFileSync(join(projectFolder, file)));
    assert.equal(new Set(pictures.map((picture) => picture.toString("base64"))).size, 4);
    for (const picture of pictures) {
      assert.equal(picture.toString("latin1", 8, 12), "WEBP");
      assert.ok(picture.length > 1000 && picture.length < 12_000, `${picture.length} bytes`);
    }
  });
}
