import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import { openConversation } from "./browserPage.ts";
import { emptyState, said, turn } from "./conversationPage.ts";

const agent = {
  inputs: { messages: [{ role: "user", content: "Where is it?" }], model: "m" },
  output: { choices: [{ message: { role: "assistant", content: "A line.\n\n".repeat(12) } }] },
};
const turns = (count: number) => Array.from({ length: count }, (_, at) => turn(at + 1));

test("scroll position, expanded sections, focus and selection are kept while turns load", async (t) => {
  const page = await openConversation(t, { editor: { documents: () => ({ kind: "shown", value: agent }) } });
  await page.show(turns(20), { progress: "loading" });
  await page.turn(5).locator(".message").first().waitFor();
  await page.evaluate("document.querySelectorAll('article')[4].scrollIntoView()");
  for (const number of [4, 5, 6, 7]) await page.turn(number).locator(".message").first().waitFor();
  await page.turn(5).locator(".rest > summary").click();
  await page.evaluate(`{
    window.kept = [...document.querySelectorAll("article")].slice(3, 7);
    window.keptParts = kept.map((article) => article.querySelector(".message"));
    getSelection().selectAllChildren(kept[1].querySelector(".message.assistant p"));
  }`);
  const state = () =>
    page.evaluate(`({
      top: Math.round(kept[1].getBoundingClientRect().top),
      same: kept.every((article, at) => article === document.querySelectorAll("article")[at + 3]),
      sameParts: keptParts.every((part, at) => part === kept[at].querySelector(".message")),
      open: kept[1].querySelector(".rest").open,
      focus: document.activeElement === kept[1].querySelector(".rest > summary"),
      selection: getSelection().toString().trim(),
    })`);
  const before = await state();
  for (let count = 20; count <= 400; count += 20) await page.show(turns(count), { progress: "loading" });
  await eventually(async () => assert.match(await page.locator(".figures").innerText(), /^400 turns so far/));
  assert.deepEqual(await state(), before);
});

test("an update keeps the given number of turns and replaces the rest", async (t) => {
  const page = await openConversation(t, { editor: { documents: (id) => said(id, "ok") } });
  const ids = async () =>
    await page.evaluate<readonly string[]>(
      "[...document.querySelectorAll('article')].map((one) => one.dataset.vscodeContext.match(/turn-\\d+/)[0])",
    );
  const notify = async (kept: number, ...notified: readonly number[]) => {
    const state = { ...emptyState, turns: notified.map((number) => turn(number)) };
    await page.send({ kind: "state", state, kept });
  };
  for (const [kept, notified, all] of [
    [0, [1, 2], [1, 2]],
    [2, [4], [1, 2, 4]],
    [2, [3, 4], [1, 2, 3, 4]],
    [4, [], [1, 2, 3, 4]],
    [1, [], [1]],
  ] as const) {
    await notify(kept, ...notified);
    await eventually(async () =>
      assert.deepEqual(
        await ids(),
        all.map((number) => `turn-${number}`),
      ),
    );
  }
});

test("a turn that ends is updated in place, and other turns are not rendered again", async (t) => {
  const page = await openConversation(t, { editor: { documents: () => said("?", "") } });
  const running = turn(2, { status: "running", endedAt: null });
  await page.show([turn(1), running, turn(3)]);
  await page.turn(2).locator(".op").focus();
  await page.evaluate("window.others = [0, 2].map((at) => document.querySelectorAll('.turn-head')[at].children[1])");
  await page.show([turn(1), turn(2), turn(3)]);
  await eventually(async () => assert.match(await page.turn(2).locator(".turn-head").innerText(), /Success/));
  assert.equal(await page.evaluate("document.activeElement.className"), "op");
  assert.ok(
    await page.evaluate(
      "others.every((one, at) => one === document.querySelectorAll('.turn-head')[at * 2].children[1])",
    ),
  );
  await page.send({ kind: "documents", turnId: "turn-2", state: said("?", "The end.") });
  await eventually(async () => assert.match(await page.turn(2).innerText(), /The end\./));
});

test("inserted, removed and reordered turns are shown in the given order, without duplicates", async (t) => {
  const page = await openConversation(t, { editor: { documents: (id) => said(id, "ok") } });
  const ids = async () => await page.locator(".message.user p").allTextContents();
  await page.show([turn(2), turn(4)]);
  await eventually(async () => assert.deepEqual(await ids(), ["turn-2", "turn-4"]));
  await page.show([turn(1), turn(2), turn(3), turn(4), turn(5)]);
  await eventually(async () => assert.deepEqual(await ids(), ["turn-1", "turn-2", "turn-3", "turn-4", "turn-5"]));
  await page.show([turn(1), turn(6), turn(5), turn(2)]);
  await eventually(async () => assert.deepEqual(await ids(), ["turn-1", "turn-6", "turn-5", "turn-2"]));
  await page.show([turn(5), turn(3), turn(3)]);
  await eventually(async () => assert.deepEqual(await ids(), ["turn-5", "turn-3"]));
  assert.deepEqual(await page.locator("h2").allTextContents(), ["Turn 1", "Turn 2"]);
  await eventually(() => assert.deepEqual([...page.watched].sort(), ["turn-3", "turn-5"]));
});

test("messages stay visible while they are reloaded", async (t) => {
  const page = await openConversation(t, { editor: { documents: () => said("?", "The first.") } });
  await page.show([turn(1)]);
  await page.locator(".message.assistant").waitFor();
  await page.send({ kind: "documents", turnId: "turn-1", state: { kind: "loading" } });
  await page.send({ kind: "documents", turnId: "turn-1", state: said("?", "The second.") });
  await eventually(async () => assert.match(await page.turn(1).innerText(), /The second\./));
  assert.equal(await page.locator(".waiting").count(), 0);
});

test("Load loads a large turn, and Retry loads it again after a failure", async (t) => {
  const page = await openConversation(t, { editor: { documents: () => ({ kind: "large", bytes: 20_000_000 }) } });
  await page.show([turn(1)]);
  const body = page.locator(".turn-body");
  await eventually(async () => assert.equal((await body.innerText()).trim(), "Large turn (20 MB) Load"));
  await page.frame.getByRole("button", { name: "Load" }).click();
  await eventually(() => assert.deepEqual(page.sent("load"), [{ kind: "load", turnId: "turn-1" }]));
  await eventually(async () => assert.equal((await body.innerText()).trim(), "Loading messages…"));
  assert.equal(await page.evaluate("document.activeElement.ariaLabel"), "Turn 1");
  const notice = { text: "The connection broke.", actions: [{ title: "Retry", action: "retry" }] };
  await page.send({ kind: "documents", turnId: "turn-1", state: { kind: "failed", notice } });
  await page.frame.getByRole("button", { name: "Retry" }).click();
  await eventually(() => assert.equal(page.sent("load").length, 2));
  await page.send({ kind: "documents", turnId: "turn-1", state: said("?", "At last.") });
  await eventually(async () => assert.match(await body.innerText(), /At last\./));
});

test("updates for a turn that does not exist are ignored", async (t) => {
  const page = await openConversation(t, { editor: { documents: (id) => said(id, "ok") } });
  await page.show([turn(1)]);
  await page.send({ kind: "documents", turnId: "turn-9", state: said("stray", "stray") });
  await page.send({ kind: "calls", turnId: "turn-9", state: { kind: "shown", value: [] }, more: false });
  await page.send({ kind: "reveal", turnId: "turn-9" });
  await page.turn(1).locator(".message").first().waitFor();
  assert.ok(!(await page.locator("body").innerText()).includes("stray"));
  await page.isQuiet();
});
