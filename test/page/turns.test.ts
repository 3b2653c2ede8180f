import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import { browserPage } from "./browserPage.ts";
import { said, turn } from "./conversationPage.ts";

const open = browserPage();

test("turns stand in the order they were given in, with what was said in each", async (t) => {
  const page = await open(t, { editor: { documents: (id) => said(`Question of ${id}`, `Answer of ${id}`) } });
  await page.show([turn(1), turn(2), turn(3)]);
  await eventually(async () => {
    const texts = await page.locator(".message").allInnerTexts();
    assert.deepEqual(
      texts.map((text) => text.replace(/\s+/g, " ").trim()),
      ["1", "2", "3"].flatMap((n) => [`User Question of turn-${n}`, `Assistant Answer of turn-${n}`]),
    );
  });
  assert.deepEqual(await page.locator("h2").allInnerTexts(), ["Turn 1", "Turn 2", "Turn 3"]);
  await page.isQuiet();
});
