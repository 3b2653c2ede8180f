import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import { openConversation } from "./browserPage.ts";
import { type ConversationPage, said, turn } from "./conversationPage.ts";

/** Answers of different heights. */
const documents = (id: string) => said(`Question of ${id}`, "A line.\n\n".repeat(1 + (Number(id.slice(5)) % 7) * 3));
const turns = (count: number) => Array.from({ length: count }, (_, at) => turn(at + 1));

/** The distance of a turn from the page header. */
const below = (page: ConversationPage, number: number) =>
  page.evaluate<number>(`Math.round(document.querySelectorAll("article")[${number - 1}].getBoundingClientRect().top
    - document.querySelector(".page-head").getBoundingClientRect().bottom)`);

const focusedTurn = (page: ConversationPage) =>
  page.evaluate<string>("document.activeElement.closest('article')?.ariaLabel ?? document.activeElement.localName");

async function isAt(page: ConversationPage, number: number, offset = 0): Promise<void> {
  await eventually(async () =>
    assert.ok(Math.abs((await below(page, number)) + offset) <= 2, `${await below(page, number)}`),
  );
}

test("a revealed turn is at the top and stays there, and is focused when the page gets the focus", async (t) => {
  const page = await openConversation(t, { editor: { documents } });
  await page.show(turns(300));
  await page.page.evaluate("document.activeElement.blur()");
  await page.send({ kind: "reveal", turnId: "turn-150" });
  await page.turn(150).locator(".message").first().waitFor();
  await isAt(page, 150);
  assert.equal(await page.page.evaluate("document.activeElement.tagName"), "BODY");
  await page.focus();
  assert.equal(await focusedTurn(page), "Turn 150");
});

test("a turn revealed before it is loaded is focused once it is loaded", async (t) => {
  const page = await openConversation(t, { editor: { documents } });
  await page.show(turns(10), { progress: "loading" });
  await page.send({ kind: "reveal", turnId: "turn-40" });
  await page.show(turns(80));
  await isAt(page, 40);
  await page.focus();
  assert.equal(await focusedTurn(page), "Turn 40");
});

test("resizing the page keeps the scroll position, and later scrolling is not reverted", async (t) => {
  const text = "Words that fill a line. ".repeat(60);
  const page = await openConversation(t, { editor: { documents: (id) => said(`Question of ${id}`, text) } });
  await page.show(turns(100));
  await page.send({ kind: "reveal", turnId: "turn-30" });
  await page.turn(30).locator(".message").first().waitFor();
  await isAt(page, 30);
  await page.focus();
  await page.page.keyboard.press("Shift");
  await page.evaluate("scrollBy(0, 40)");
  await eventually(async () =>
    assert.match(await page.evaluate<string>("sessionStorage.getItem('state')"), /"offset":(39|40|41)\b/),
  );
  for (const width of [400, 320, 1200]) {
    await page.page.setViewportSize({ width, height: 600 });
    await isAt(page, 30, 40);
  }
  // Like Find, which scrolls to a match while other turns change their heights.
  await eventually(async () => {
    const top = await page.evaluate<number>(`new Promise((done) => {
      scrollTo(0, 0);
      const [turn] = document.querySelectorAll("article");
      turn.style.paddingBottom = turn.style.paddingBottom === "40px" ? "" : "40px";
      requestAnimationFrame(() => requestAnimationFrame(() => done(scrollY)));
    })`);
    assert.equal(top, 0, "the page lets go once it has settled");
  });
});

test("keyboard shortcuts move the focus between turns", async (t) => {
  const page = await openConversation(t, { editor: { documents } });
  await page.show(turns(30));
  await page.turn(1).locator(".message").first().waitFor();
  await page.focus();
  for (const [key, number] of [
    ["j", 1],
    ["j", 2],
    ["Alt+ArrowDown", 3],
    ["j", 4],
    ["k", 3],
    ["Alt+ArrowUp", 2],
  ] as const) {
    await page.page.keyboard.press(key);
    assert.equal(await focusedTurn(page), `Turn ${number}`);
    await isAt(page, number);
  }
  await page.page.keyboard.press("Control+j");
  assert.equal(await focusedTurn(page), "Turn 2", "other keys are the editor's");
});

test("Tab reaches buttons, collapsed sections and links in page order, with a visible outline", async (t) => {
  const value = {
    inputs: {
      messages: [{ role: "user", content: "See [this](https://example.com) and\n\n```\ncode\n```" }],
      model: "m",
    },
    output: null,
  };
  const page = await openConversation(t, { editor: { documents: () => ({ kind: "shown", value }) } });
  await page.show([turn(1)], { progress: "loading" });
  await page.locator(".message").waitFor();
  await page.focus();
  const reached: string[] = [];
  for (let step = 0; step < 12; step += 1) {
    await page.page.keyboard.press("Tab");
    const [name, outline] = await page.evaluate<[string, string]>(
      "[document.activeElement.textContent || document.activeElement.ariaLabel, getComputedStyle(document.activeElement).outlineStyle]",
    );
    if (await page.evaluate("document.activeElement === document.body")) break;
    reached.push(name);
    assert.notEqual(outline, "none", name);
  }
  for (const name of ["Stop", "answer_customer", "⋯", "this", "Copy", "Details", "Calls"]) {
    assert.ok(reached.includes(name), `${name} of ${reached.join(", ")}`);
  }
  assert.deepEqual(
    reached.filter((name) => name === "Stop" || name === "this" || name === "Calls"),
    ["Stop", "this", "Calls"],
  );
});

test("reloading the page restores the scroll position and expanded sections", async (t) => {
  const value = {
    inputs: { messages: [{ role: "user", content: "Q" }], options: { a: { b: 1 } } },
    output: { choices: [{ message: { role: "assistant", content: "A line.\n\n".repeat(30) } }] },
  };
  const page = await openConversation(t, {
    editor: { documents: () => ({ kind: "shown", value }), calls: () => ({ kind: "shown", value: [turn(60)] }) },
  });
  await page.show(turns(100));
  await page.send({ kind: "reveal", turnId: "turn-60" });
  await page.turn(60).locator(".rest > summary").click();
  await page.turn(60).locator(".json-fold > summary").first().click();
  await page.turn(60).locator(".calls > summary").click();
  await page.turn(60).locator("[role=treeitem]").waitFor();
  await page.evaluate("scrollBy(0, 120)");
  const offset = -(await below(page, 60));
  await eventually(async () => {
    const kept = JSON.parse(await page.evaluate<string>("sessionStorage.getItem('state')"));
    assert.equal(kept.at.turnId, "turn-60");
    assert.ok(Math.abs(kept.at.offset - offset) <= 2);
  });
  await page.reload();
  await page.show(turns(100));
  await page.turn(60).locator(".message").first().waitFor();
  await isAt(page, 60, offset);
  assert.equal(await page.turn(60).locator("details[open]").count(), 3);
  await page.turn(60).locator("[role=treeitem]").waitFor();
  await page.reload();
  await page.show(turns(30), { progress: "loading" });
  await page.show(turns(100));
  await isAt(page, 60, offset);
});

test("a turn's outline leaves space around its text and fits a narrow page", async (t) => {
  const page = await openConversation(t, { editor: { documents }, width: 480 });
  await page.show(turns(3));
  await page.turn(2).locator(".message").first().waitFor();
  const [left = 0, right = 0, outside = 0] = await page.evaluate<number[]>(`{
    const turn = document.querySelectorAll("article")[1].getBoundingClientRect();
    const body = document.querySelectorAll(".turn-body")[1].getBoundingClientRect();
    [body.left - turn.left, turn.right - body.right, Math.max(-turn.left, turn.right - document.documentElement.clientWidth)];
  }`);
  assert.ok(left >= 6 && right >= 6 && outside <= 0, `${left} ${right} ${outside}`);
});

const oddStates: readonly unknown[] = [null, 3, [], { at: 3, toggled: "x" }, { at: { turnId: 1 }, toggled: [1, "a"] }];
test("invalid stored state does not prevent the page from loading", async (t) => {
  const page = await openConversation(t, { editor: { documents } });
  for (const state of oddStates) {
    await page.evaluate(`sessionStorage.setItem("state", ${JSON.stringify(JSON.stringify(state))})`);
    await page.reload();
    await page.show(turns(3));
    await page.turn(3).locator(".message").first().waitFor();
  }
  await page.isQuiet();
});
