import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import { openConversation } from "./browserPage.ts";
import { type ConversationPage, said, turn } from "./conversationPage.ts";

const marked = (page: ConversationPage, name = "weave-find") =>
  page.evaluate<string[]>(`[...(CSS.highlights.get("${name}") ?? [])].map(String)`);

/** Whether the current match is on the screen, below the head. */
const isInView = (page: ConversationPage) =>
  page.evaluate<boolean>(`{
    const [range] = CSS.highlights.get("weave-find-current") ?? [];
    const { top, bottom } = range?.getBoundingClientRect() ?? {};
    top > 0 && bottom <= innerHeight;
  }`);

const count = (page: ConversationPage) => page.locator(".find-count").innerText();
const currentTurn = (page: ConversationPage) =>
  page.evaluate<string>(
    `[...(CSS.highlights.get("weave-find-current") ?? [])][0]?.startContainer.parentElement.closest("article").ariaLabel`,
  );

const answer = (lines: number, last: string) => `${"A line.\n\n".repeat(lines)}${last}`;

async function openFind(page: ConversationPage, text: string): Promise<void> {
  await page.focus();
  await page.page.keyboard.press("Control+f");
  await page.page.keyboard.type(text);
}

test("Ctrl+F finds text in all loaded turns, also where it is not drawn, and Escape removes the marks", async (t) => {
  const documents = (id: string) =>
    said(`Where is ${id}?`, answer(40, id === "turn-2" ? "jk <b>Needle</b>" : "needle"));
  const page = await openConversation(t, { editor: { documents } });
  await page.show(Array.from({ length: 44 }, (_, at) => turn(at + 1)));
  await page.locator('article[aria-busy="false"]').first().waitFor();
  await openFind(page, "needle");
  await eventually(async () => {
    const [, loaded] = /^1 of (\d+)$/.exec(await count(page)) ?? [];
    assert.ok(Number(loaded) > 1 && Number(loaded) < 44, loaded);
  });
  await eventually(async () => assert.equal(await isInView(page), true));

  const rest = page.frame.getByRole("button", { name: "Load and search the rest" });
  await rest.click();
  await eventually(async () => assert.equal(await count(page), "1 of 44"));
  assert.equal(await rest.isVisible(), false);
  assert.ok(page.watched.length < 44, "only the turns near the screen are drawn");

  const input = page.frame.getByRole("textbox", { name: "Find in page" });
  await input.focus();
  await page.page.keyboard.press("Shift+Enter");
  await eventually(async () => {
    assert.deepEqual([await count(page), await currentTurn(page)], ["44 of 44", "Turn 44"]);
    assert.equal(await isInView(page), true);
  });
  await page.page.keyboard.press("Enter");
  await page.page.keyboard.press("Enter");
  await eventually(async () => {
    assert.deepEqual([await count(page), await currentTurn(page)], ["2 of 44", "Turn 2"]);
    assert.equal(await isInView(page), true);
  });
  assert.ok((await marked(page)).includes("Needle"));

  await page.page.keyboard.press("Escape");
  await eventually(async () =>
    assert.deepEqual([await marked(page), await marked(page, "weave-find-current")], [[], []]),
  );
  assert.equal(await page.locator(".find-box").isVisible(), false);
  await page.isQuiet();
});

test("keys in the find box do not move through the turns, and its buttons go to the next and previous match", async (t) => {
  const page = await openConversation(t, { editor: { documents: (id) => said(`jk ${id}`, "jk") } });
  await page.show([turn(1), turn(2)]);
  await page.locator('article[aria-busy="false"]').nth(1).waitFor();
  await page.focus();
  await page.page.keyboard.press("j");
  await page.page.keyboard.press("Control+f");
  await openFind(page, "jk");
  await eventually(async () => assert.equal(await count(page), "1 of 4"));
  assert.equal(await page.evaluate("document.activeElement.value"), "jk");
  await page.frame.getByRole("button", { name: "Next Match" }).click();
  await eventually(async () => assert.equal(await count(page), "2 of 4"));
  await page.frame.getByRole("button", { name: "Previous Match" }).click();
  await eventually(async () => assert.equal(await count(page), "1 of 4"));
  await page.frame.getByRole("textbox").fill("no such text");
  await eventually(async () => assert.equal(await count(page), "No results"));
  await page.frame.getByRole("button", { name: "Close" }).click();
  assert.equal(await page.locator(".find-box").isVisible(), false);
  assert.equal(await page.evaluate("document.activeElement.ariaLabel"), "Turn 1", "the focus is where it was");
});

test("the steps of a turn are searched, between its input and its output", async (t) => {
  const documents = { kind: "shown", value: { inputs: { order: "INV-7" }, output: "an order" } } as const;
  const call = { ...turn(1), id: "find", op: "find_order" };
  const editor = {
    documents: () => said("My order?", "The order."),
    steps: () => [{ kind: "tool", call, documents }] as const,
  };
  const page = await openConversation(t, { editor });
  await page.show([turn(1)]);
  await page.locator(".step").waitFor();
  await openFind(page, "order");
  await eventually(async () => assert.equal(await count(page), "1 of 5"));
  for (const number of [2, 3, 4]) {
    await page.page.keyboard.press("Enter");
    await eventually(async () => assert.equal(await count(page), `${number} of 5`));
  }
  await eventually(async () => assert.equal(await page.locator(".step[open]").count(), 1));
});

test("a match in a collapsed section, or far down in a long message, is shown", async (t) => {
  const value = {
    inputs: { messages: [{ role: "user", content: "When?" }], options: { a: { b: "deep" } } },
    output: answer(200, "the end"),
  };
  const page = await openConversation(t, { editor: { documents: () => ({ kind: "shown", value }) } });
  await page.show([turn(1)]);
  await page.locator('article[aria-busy="false"]').waitFor();
  await openFind(page, "deep");
  await eventually(async () => assert.deepEqual(await marked(page, "weave-find-current"), ["deep"]));
  await page.frame.getByRole("textbox").fill("the end");
  await eventually(async () => {
    assert.deepEqual([await count(page), await marked(page, "weave-find-current")], ["1 of 1", ["the end"]]);
    assert.equal(await isInView(page), true);
  });
});
