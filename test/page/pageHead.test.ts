import assert from "node:assert/strict";
import { test } from "node:test";
import { threadKey } from "../../src/core/query/conversationKey.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { openConversation } from "./browserPage.ts";
import { emptyState, said, turn } from "./conversationPage.ts";

const each = (id: string) => said(`Question of ${id}`, `Answer of ${id}`);

test("a loading conversation shows the number of turns so far and can be stopped", async (t) => {
  const page = await openConversation(t, { editor: { documents: each } });
  assert.equal(await page.locator(".empty").innerText(), "Loading…");
  await page.show([], { progress: "loading" });
  await page.show([turn(1)], { progress: "loading" });
  await eventually(async () => assert.match(await page.locator(".page-line").innerText(), /1 turn so far.*Loading…/s));
  await page.frame.getByRole("button", { name: "Stop" }).click();
  await eventually(() => assert.equal(page.sent("stop").length, 1));
  await page.show([turn(1)], { progress: "stopped" });
  await eventually(async () => assert.match(await page.locator(".page-line").innerText(), /Loading stopped/));
  assert.equal(await page.frame.getByRole("button", { name: "Stop" }).isVisible(), false);
});

test("the page uses the messages and number format of the display language", async (t) => {
  const translations = {
    "Loading…": "Wird geladen…",
    Stop: "Anhalten",
    "{0} turns so far": "bisher {0} Gesprächsrunden",
  };
  const page = await openConversation(t, { display: { language: "de", translations } });
  assert.equal(await page.locator(".empty").innerText(), "Wird geladen…");
  await page.show(
    Array.from({ length: 1200 }, (_, place) => turn(place + 1)),
    { progress: "loading" },
  );
  await eventually(async () =>
    assert.match(await page.locator(".page-line").innerText(), /1\.200 Gesprächsrunden.*Anhalten/s),
  );
});

test("no turn count is shown before the first turn is loaded", async (t) => {
  const page = await openConversation(t);
  const notice = { text: "The key was refused.", actions: [] };
  const line = () => page.locator(".page-line").innerText();
  await page.show([], { progress: "loading" });
  await eventually(async () => assert.match(await line(), /^support\/4711\s+Loading…\s+Stop$/));
  for (const progress of ["complete", "stopped"] as const) {
    await page.show([], { progress, notice });
    await eventually(async () => assert.equal((await line()).trim(), "support/4711", progress));
  }
  await page.show([], { progress: "stopped" });
  await eventually(async () =>
    assert.match(await line(), /^support\/4711\s+Loading stopped\. There may be more turns\.$/),
  );
  assert.equal(await page.locator(".empty").isVisible(), false);
  await page.show([turn(1)], { progress: "stopped", notice });
  await eventually(async () => assert.match(await line(), /1 turn so far.*Loading stopped/s));
});

test("the header shows the first message with the thread ID below it, or the ID alone, and the page's context menu applies to the thread", async (t) => {
  const page = await openConversation(t);
  await page.show([], { thread: threadKey("a\u202eb") });
  await eventually(async () => assert.equal(await page.locator("h1").innerText(), "a‹U+202E›b"));
  assert.equal(await page.locator(".page-id").innerText(), "");
  await page.show([], { thread: threadKey("a\u202eb"), message: `${"long ".repeat(20)}` });
  await eventually(async () => assert.equal(await page.locator(".page-id").innerText(), "a‹U+202E›b"));
  assert.equal(await page.locator("h1").innerText(), `${"long ".repeat(15)}long…`);
  const menu: unknown = JSON.parse((await page.locator("body").getAttribute("data-vscode-context")) ?? "");
  assert.deepEqual(menu, { weaveKind: "thread", weaveThread: "a\u202eb", preventDefaultContextMenuItems: true });
  assert.match((await page.locator("h1").getAttribute("title")) ?? "", new RegExp(emptyState.project));
});

test("a conversation with turns can be opened as text", async (t) => {
  const page = await openConversation(t, { editor: { documents: each } });
  const way = page.frame.getByRole("button", { name: "Open as Text" });
  await page.show([]);
  await page.locator(".empty").waitFor();
  assert.equal(await way.isVisible(), false);
  await page.show([turn(1)]);
  await way.click();
  await eventually(() => assert.deepEqual(page.sent("transcript"), [{ kind: "transcript" }]));
});
