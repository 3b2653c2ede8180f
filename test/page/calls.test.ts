import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { PartState } from "../../src/core/conversation/protocol.ts";
import type { Call } from "../../src/core/query/call.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { openConversation } from "./browserPage.ts";
import { type ConversationPage, said, turn } from "./conversationPage.ts";
import { pageTexts } from "./pageTexts.ts";
import { richCalls } from "./richTurns.ts";

/** A page with one turn and its calls expanded. */
async function openCalls(t: TestContext, calls: readonly Call[] = richCalls): Promise<ConversationPage> {
  const page = await openConversation(t, {
    height: 1000,
    editor: { documents: () => said("?", "ok"), calls: () => ({ kind: "shown", value: calls }) },
  });
  await page.show([turn(1)]);
  await page.locator(".calls > summary").click();
  await page.locator("[role=treeitem]").first().waitFor();
  return page;
}

const focusedRow = (page: ConversationPage) =>
  page.evaluate<string>("document.activeElement.querySelector('.row-name')?.textContent");

test("expanding Calls requests the calls and shows them as a tree", async (t) => {
  const page = await openCalls(t);
  assert.deepEqual(page.sent("calls"), [{ kind: "calls", turnId: "turn-1" }]);
  assert.equal(await page.locator(".calls > summary").innerText(), "Calls (5)");
  assert.deepEqual(await pageTexts(page, ".row-line"), [
    "▾answer_customer ✓ Success 1.5s 1,540 tokens · $0.012",
    "▾plan ✓ Success 450ms",
    "openai.chat.completions.create ✓ Success 390ms 1,540 tokens · $0.012",
    "find_order ✕ Error 300ms",
    "answer with gpt-5 ✓ Success 750ms",
  ]);
  const levels = await page.evaluate(
    "[...document.querySelectorAll('[role=tree] [role=treeitem]')].map((row) => row.ariaLevel)",
  );
  assert.deepEqual(levels, ["1", "2", "3", "2", "2"]);
  await page.isQuiet();
});

test("an attempt is listed under its call and opens; calls with a model call inside cannot be tried again", async (t) => {
  const page = await openCalls(t);
  const models = await page.evaluate<string[]>(
    "[...document.querySelectorAll('[role=treeitem]')].flatMap(({ dataset }) => JSON.parse(dataset.vscodeContext).weaveModel ? [dataset.focus] : [])",
  );
  const innermost = richCalls.filter(({ op }) => op.includes("openai.chat.completions.create"));
  assert.deepEqual(
    models,
    innermost.map(({ id }) => id),
  );
  const [callId = ""] = models;
  const attempts = [
    { id: "a1", callId, text: "Attempt 1: One" },
    { id: "b1", callId: "elsewhere", text: "Attempt 1: Two" },
  ];
  await page.send({ kind: "attempts", attempts });
  const attempt = page.locator(".attempts button");
  assert.equal(await attempt.innerText(), "Attempt 1: One");
  await attempt.click();
  assert.deepEqual(page.sent("attempt"), [{ kind: "attempt", id: "a1" }]);
  assert.equal(await page.locator(".row-details").count(), 0);
});

test("op names are not truncated if the row has room, and every status has a visible label", async (t) => {
  const op = "weave:///northwind/support-assistant/op/retrieve_documents_from_the_knowledge_base:1f";
  const page = await openCalls(t, [turn(1), { ...turn(1), id: "long", parentId: "turn-1", op }]);
  const cut = await page.evaluate(
    "[...document.querySelectorAll('.row-name')].filter((name) => name.scrollWidth > name.clientWidth).length",
  );
  assert.equal(cut, 0);
  assert.ok(
    await page.evaluate(
      "[...document.querySelectorAll('.row-line .word')].every((word) => word.clientWidth !== 1 && word.getBoundingClientRect().width > 20)",
    ),
  );
  const bars = await page.evaluate<number[]>(
    "[...document.querySelectorAll('.track')].map((track) => track.getBoundingClientRect().left)",
  );
  assert.equal(new Set(bars).size, 1, "the bars are in one scale");
});

test("a call's bar shows its start and duration relative to the turn", async (t) => {
  const page = await openCalls(t);
  const shares = await page.evaluate<readonly (readonly [number, number])[]>(`
    [...document.querySelectorAll(".bar")].map((bar) => {
      const [own, all] = [bar.getBoundingClientRect(), bar.parentElement.getBoundingClientRect()];
      return [(own.left - all.left) / all.width, own.width / all.width];
    })`);
  const [root] = richCalls;
  assert.ok(root);
  for (const [at, { startedAt, endedAt }] of richCalls.entries()) {
    const [from = Number.NaN, width = Number.NaN] = shares[at] ?? [];
    assert.ok(Math.abs(from - (startedAt - root.startedAt) / 1500) < 0.01, `call ${at} begins at ${from}`);
    assert.ok(Math.abs(width - ((endedAt ?? 0) - startedAt) / 1500) < 0.01, `call ${at} lasts ${width}`);
  }
});

test("an expanded row opens the call's documents and goes to its op definition", async (t) => {
  const page = await openCalls(t);
  await page.locator("[role=treeitem]").nth(3).locator(".row-name").click();
  assert.deepEqual(await pageTexts(page, ".row-details .exception-line"), ["KeyError: 'INV-9999'"]);
  const buttons = page.locator(".row-details button");
  assert.deepEqual(await pageTexts(page, ".row-details button"), [
    "Inputs",
    "Output",
    "Attributes",
    "Summary",
    "Exception",
    "Go to Op Definition",
  ]);
  for (const button of await buttons.all()) await button.click();
  await eventually(() => {
    assert.deepEqual(
      page.sent("open").map(({ callId, document }) => `${callId} ${document}`),
      ["inputs", "output", "attributes", "summary", "exception"].map((document) => `find ${document}`),
    );
    assert.deepEqual(page.sent("code"), [{ kind: "code", op: "find_order" }]);
  });
});

test("the keyboard navigates the call tree, collapses and expands calls, and opens their details", async (t) => {
  const page = await openCalls(t);
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.page.keyboard.press(key);
  };
  await page.locator(".calls > summary").focus();
  await press("Tab");
  assert.match(await focusedRow(page), /answer_customer/);
  await press("ArrowDown", "ArrowRight");
  assert.match(await focusedRow(page), /openai/, "right goes into what is open");
  await press("ArrowLeft");
  assert.match(await focusedRow(page), /plan/, "left goes to the parent");
  await press("ArrowLeft");
  assert.equal(await page.evaluate("document.activeElement.ariaExpanded"), "false");
  assert.equal(await page.locator("[role=treeitem]").count(), 4);
  await press("ArrowRight", "End");
  assert.match(await focusedRow(page), /answer with gpt-5/);
  assert.equal(await page.locator("[role=treeitem]").count(), 5);
  await press("ArrowUp", "Enter");
  assert.equal(await page.locator(".row-details").count(), 1);
  await press("Tab", "Enter");
  await eventually(() => assert.deepEqual(page.sent("open"), [{ kind: "open", callId: "find", document: "inputs" }]));
  await press("Home", "Enter", "Enter");
  assert.equal(await page.locator(".row-details").count(), 1, "Enter closes what it opened");
});

test("a row's context menu applies to its call", async (t) => {
  const page = await openCalls(t);
  const menu: unknown = JSON.parse(
    (await page.locator("[role=treeitem]").nth(3).getAttribute("data-vscode-context")) ?? "",
  );
  assert.deepEqual(menu, {
    weaveKind: "call",
    weaveCall: "find",
    weaveTurn: "turn-1",
    weaveThread: turn(1).conversation?.id,
    weaveOp: "find_order",
    weaveFailed: true,
    weaveModel: false,
    preventDefaultContextMenuItems: true,
  });
});

test("a long call list is rendered 200 rows at a time, and an incomplete list is labeled", async (t) => {
  const many = Array.from({ length: 1000 }, (_, at): Call => ({ ...turn(1), id: `c${at}`, parentId: "turn-1" }));
  const page = await openCalls(t, [turn(1), ...many]);
  assert.equal(await page.locator("[role=treeitem]").count(), 200);
  await page.frame.getByRole("button", { name: "Show 200 more" }).click();
  await eventually(async () => assert.equal(await page.locator("[role=treeitem]").count(), 400));
  assert.equal(await page.evaluate("document.activeElement.dataset.focus"), "c199");
  await page.send({ kind: "calls", turnId: "turn-1", state: { kind: "shown", value: richCalls }, more: true });
  await eventually(async () => assert.match(await page.locator(".calls").innerText(), /Not all calls are shown\.$/));
});

test("an update of the calls keeps collapsed rows and the focus", async (t) => {
  const page = await openCalls(t);
  await page.locator("[role=treeitem]").nth(1).locator(".twist").click();
  await page.send({ kind: "calls", turnId: "turn-1", state: { kind: "shown", value: richCalls }, more: true });
  await eventually(async () => assert.match(await page.locator(".calls").innerText(), /Not all calls/));
  assert.equal(await page.locator("[role=treeitem]").count(), 4);
  assert.match(await focusedRow(page), /plan/);
});

test("if loading calls fails, Retry requests them again", async (t) => {
  const answers: PartState<readonly Call[]>[] = [
    { kind: "failed", notice: { text: "Could not connect.", actions: [{ title: "Retry", action: "retry" }] } },
    { kind: "shown", value: [] },
  ];
  const page = await openConversation(t, {
    editor: { documents: () => said("?", "ok"), calls: () => answers.shift() },
  });
  await page.show([turn(1)]);
  await page.locator(".calls > summary").click();
  await page.frame.getByRole("button", { name: "Retry" }).click();
  await eventually(async () => assert.deepEqual(await pageTexts(page, ".calls .note"), ["No calls."]));
  assert.equal(page.sent("calls").length, 2);
});
