import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import { openConversation } from "./browserPage.ts";
import { type ConversationPage, said, turn } from "./conversationPage.ts";

const turns = Array.from({ length: 2000 }, (_, at) => turn(at + 1));
const documents = (id: string) => said(`Question of ${id}`, `Answer of ${id}.\n\n`.repeat(20));

const drawn = (page: ConversationPage) => page.locator(".message").count();
const elements = (page: ConversationPage) => page.evaluate<number>("document.querySelectorAll('*').length");

test("of 2,000 turns, only those near the viewport are rendered and watched", async (t) => {
  const page = await openConversation(t, { editor: { documents } });
  await page.show(turns);
  await page.turn(1).locator(".message").first().waitFor();
  assert.equal(await page.locator("h2").count(), 2000, "each has its heading, for those who read by headings");
  for (const number of [1, 700, 2000, 1200]) {
    await page.evaluate(`document.querySelectorAll("article")[${number - 1}].scrollIntoView()`);
    await page.turn(number).locator(".message").first().waitFor();
    await eventually(async () => {
      assert.ok(page.watched.includes(`turn-${number}`));
      assert.ok(page.watched.length < 60, `${page.watched.length} watched`);
      const count = await drawn(page);
      assert.ok(count > 0 && count <= 2 * page.watched.length, `${count} messages of ${page.watched.length} turns`);
      assert.ok((await elements(page)) < 12_000);
    });
    assert.match((await page.turn(number).textContent()) ?? "", new RegExp(`Answer of turn-${number}\\.`));
  }
  await page.isQuiet();
});

test("turns just outside the viewport are rendered, even in a cross-origin frame", async (t) => {
  const page = await openConversation(t, { editor: { documents } });
  await page.show(turns);
  await page.turn(1).locator(".message").first().waitFor();
  await page.evaluate(`document.querySelectorAll("article")[999].scrollIntoView()`);
  await eventually(async () => {
    const [above = 0, beneath = 0] = await page.evaluate<[number, number]>(`(() => {
      const drawn = [...document.querySelectorAll("article:has(.message)")].map((one) => one.getBoundingClientRect());
      return [-Math.min(...drawn.map(({ top }) => top)), Math.max(...drawn.map(({ bottom }) => bottom)) - innerHeight];
    })()`);
    assert.ok(above > 700 && beneath > 700, `${above} above, ${beneath} beneath`);
  });
});

test("a turn keeps its height while out of view, and is rendered again when near the viewport", async (t) => {
  const page = await openConversation(t, { editor: { documents } });
  await page.show(turns.slice(0, 200));
  await page.turn(2).locator(".message").first().waitFor();
  const height = () =>
    page.evaluate<number>("Math.round(document.querySelectorAll('article')[1].getBoundingClientRect().height)");
  await page.evaluate("scrollTo(0, 300)");
  await eventually(async () => assert.ok((await height()) > 500));
  const before = await height();
  await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
  await eventually(async () => assert.equal(await page.turn(2).locator(".message").count(), 0));
  assert.equal(await height(), before);
  for (let times = 0; times < 3; times += 1) {
    await page.evaluate(
      "scrollTo(0, 300); setTimeout(() => scrollTo(0, 90_000), 30); setTimeout(() => scrollTo(0, 300), 60)",
    );
  }
  await page.turn(2).locator(".message").first().waitFor();
  await eventually(async () => assert.equal(await height(), before));
});

test("a large turn is rendered again without being loaded again", async (t) => {
  const notified: string[] = [];
  const large = turns.slice(0, 100).with(1, turn(2, { storedBytes: 20_000_000 }));
  const once = (id: string) => {
    if (notified.includes(id) && id === "turn-2") return undefined;
    notified.push(id);
    return documents(id);
  };
  const page = await openConversation(t, { editor: { documents: once } });
  await page.show(large);
  await page.turn(2).locator(".message").first().waitFor();
  await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
  await eventually(async () => assert.equal(await page.turn(2).locator(".message").count(), 0));
  await page.evaluate("scrollTo(0, 0)");
  await eventually(async () => assert.match((await page.turn(2).textContent()) ?? "", /Answer of turn-2\./));
  assert.equal(notified.filter((id) => id === "turn-2").length, 1);
});

test("a turn with the focus or a selection stays rendered when scrolled out of view", async (t) => {
  const page = await openConversation(t, { editor: { documents } });
  await page.show(turns.slice(0, 300));
  await page.turn(1).locator(".op").focus();
  await page.turn(2).locator(".message p").first().waitFor();
  await page.evaluate(
    "getSelection().selectAllChildren(document.querySelectorAll('article')[1].querySelector('.message p'))",
  );
  await page.evaluate("scrollTo({ top: 60_000 })");
  await eventually(() => assert.ok(page.watched.some((id) => Number(id.slice(5)) > 100)));
  await eventually(async () => assert.equal(await page.turn(4).locator(".message").count(), 0));
  assert.ok((await page.turn(1).locator(".message").count()) > 0);
  assert.equal(await page.evaluate("getSelection().toString().trim()"), "Question of turn-2");
});
