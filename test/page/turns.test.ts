import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import type { PageElement } from "../editor/workbench/pageElement.ts";
import { openConversation } from "./browserPage.ts";
import { noon, said, turn } from "./conversationPage.ts";
import { pageTexts } from "./pageTexts.ts";

const each = (id: string) => said(`Question of ${id}`, `Answer of ${id}`);

test("turns are shown in the given order, with their messages", async (t) => {
  const page = await openConversation(t, { editor: { documents: each } });
  await page.show([turn(1), turn(2), turn(3)]);
  await eventually(async () =>
    assert.deepEqual(
      await pageTexts(page, ".message"),
      [1, 2, 3].flatMap((n) => [`User Question of turn-${n}`, `Assistant Answer of turn-${n}`]),
    ),
  );
  assert.deepEqual(await page.locator("h2").allInnerTexts(), ["Turn 1", "Turn 2", "Turn 3"]);
  await page.isQuiet();
});

test("a turn's header shows its status, start time, duration, op, tokens and cost", async (t) => {
  const page = await openConversation(t, { editor: { documents: each } });
  const usage = [
    { model: "gpt-5", promptTokens: 1200, completionTokens: 34, totalTokens: 1234, cost: 0.0123 },
    { model: "small", promptTokens: null, completionTokens: 6, totalTokens: null, cost: null },
  ];
  await page.show([
    turn(1, { usage }),
    turn(2, { status: "error", op: "bare_name" }),
    turn(3, { status: "descendant_error", displayName: "Third" }),
    turn(4, { status: "running", endedAt: null }),
  ]);
  const heads = page.locator(".turn-head");
  await eventually(async () =>
    assert.deepEqual(await pageTexts(page, ".turn-head"), [
      "Turn 1 ✓ Success 59m ago 1.5s answer_customer 1,240 tokens · at least $0.012 ⋯",
      "Turn 2 ✕ Error 58m ago 1.5s bare_name ⋯",
      "Turn 3 ! Failed call inside 57m ago 1.5s Third ⋯",
      "Turn 4 … Running 56m ago running for 56m answer_customer ⋯",
    ]),
  );
  assert.equal(await heads.nth(0).locator("time").getAttribute("datetime"), "2026-11-03T11:01:00.000Z");
  assert.match(
    (await heads.nth(0).locator("time").getAttribute("title")) ?? "",
    /Nov 3, 2026, 11:01:00 AM\nEnded .*11:01:01/,
  );
  assert.equal(
    await heads.nth(0).locator(".usage").getAttribute("title"),
    "gpt-5: 1,200 in, 34 out\nsmall: unknown in, 6 out\nNo price: small",
  );
  assert.deepEqual(await pageTexts(page, ".figures"), ["4 turns 4.5s 1,240 tokens at least $0.012"]);
});

test("turns that appear after the list was complete are marked as new, and the page says that it follows", async (t) => {
  const page = await openConversation(t, { editor: { documents: (id) => said(id, "ok") } });
  const heads = () => page.locator(".turn-head").allInnerTexts();
  const marked = async () => (await heads()).map((head) => /\bNew\b/.test(head));
  await page.show([turn(1)], { progress: "loading" });
  await page.show([turn(1), turn(2)]);
  await page.show([turn(1), turn(2), turn(3)], { following: "on" });
  await page.turn(3).locator(".message").first().waitFor();
  assert.deepEqual(await marked(), [false, false, true]);
  assert.match(await page.locator(".figures").innerText(), /following/);
  await page.show([turn(1), turn(2), turn(3)], { following: "paused" });
  await eventually(async () => assert.match(await page.locator(".figures").innerText(), /follow paused/));
});

test("a call outside threads is shown alone, with the menu of a call", async (t) => {
  const outside = { conversation: null, turnId: null } as const;
  const job = turn(1, { ...outside, op: "label_issues", status: "error", exception: "KeyError: 1" });
  const item = turn(2, { ...outside, parentId: job.id });
  const calls = () => ({ kind: "shown", value: [job, item] }) as const;
  const page = await openConversation(t, { editor: { documents: each, calls } });
  await page.show([job], { thread: null, call: "label_issues" });
  await page.turn(1).locator(".exception").waitFor();
  assert.equal(await page.locator("h1").innerText(), "label_issues");
  assert.deepEqual(await pageTexts(page, ".turn-head"), ["Call ✕ Error 59m ago 1.5s label_issues ⋯"]);
  assert.equal(await page.locator(".figures").innerText(), "");
  assert.equal(await page.frame.getByRole("button", { name: "Open as Text" }).isVisible(), false);
  await page.locator("details.calls > summary").click();
  await page.locator("[role=treeitem]").nth(1).waitFor();
  const menus = await page
    .locator("[data-vscode-context]")
    .evaluateAll((all: readonly PageElement[]) =>
      all.map((one) => JSON.parse(one.getAttribute("data-vscode-context") ?? "")),
    );
  const menu = { weaveKind: "call", weaveThread: null, weaveTurn: job.id, preventDefaultContextMenuItems: true };
  const model = { weaveModel: false };
  assert.deepEqual(menus, [
    { preventDefaultContextMenuItems: true },
    { ...menu, weaveCall: job.id, weaveOp: job.op, weaveFailed: true, ...model },
    { ...menu, weaveCall: job.id, weaveOp: job.op, weaveFailed: true, ...model },
    { ...menu, weaveCall: item.id, weaveOp: item.op, weaveFailed: false, ...model },
  ]);
});

test("a running turn's duration updates without new data", async (t) => {
  const page = await openConversation(t);
  await page.show([turn(1, { status: "running", endedAt: null, startedAt: noon - 2000 })]);
  const shown = page.locator(".turn-head .duration");
  await eventually(async () => assert.match(await shown.innerText(), /^running for [2-9]/));
  const first = await shown.innerText();
  await eventually(async () => assert.notEqual(await shown.innerText(), first));
});

test("the op name goes to its definition, and More Actions opens the turn's context menu", async (t) => {
  const page = await openConversation(t, { editor: { documents: each } });
  await page.show([turn(1), turn(2)]);
  await page.turn(2).locator(".op").click();
  await eventually(() => assert.deepEqual(page.sent("code"), [{ kind: "code", op: turn(2).op }]));
  await page.evaluate(`addEventListener("contextmenu", (event) => {
    const parts = event.composedPath().filter((part) => part.dataset?.vscodeContext);
    window.menu = Object.assign({}, ...parts.map((part) => JSON.parse(part.dataset.vscodeContext)).reverse());
  })`);
  await page.turn(2).getByRole("button", { name: "More Actions…" }).click();
  const menu = await page.evaluate("menu");
  const { op, conversation } = turn(2);
  const about = { weaveKind: "turn", weaveThread: conversation?.id, weaveTurn: "turn-2", weaveOp: op };
  const expected = { ...about, preventDefaultContextMenuItems: true };
  assert.deepEqual(menu, expected);
  await page.evaluate(
    "getSelection().selectAllChildren(document.querySelectorAll('article')[1].querySelector('.message p'))",
  );
  await page.turn(2).locator(".message p").first().click({ button: "right" });
  assert.deepEqual(await page.evaluate("menu"), { ...expected, weaveText: "Question of turn-2" }, "it can be copied");
});

const silent: readonly (readonly [what: string, changes: Parameters<typeof turn>[1], note: string])[] = [
  ["a running turn", { status: "running", endedAt: null }, "No output yet. The call is still running."],
  ["a failed turn", { status: "error", exception: "KeyError: 1" }, "No output. The call failed."],
  ["a finished turn", {}, "No output."],
];
for (const [what, changes, note] of silent) {
  test(`${what} without output shows a note`, async (t) => {
    const value = { inputs: { question: "Anyone?" }, output: null };
    const page = await openConversation(t, { editor: { documents: () => ({ kind: "shown", value }) } });
    await page.show([turn(1, changes)]);
    await eventually(async () => assert.deepEqual(await pageTexts(page, ".note:not(.empty)"), [note]));
  });
}

test("documents that the service did not store are reported as too large", async (t) => {
  const lost = { _weave: { error: "<EXCEEDS_LIMITS>" } };
  const editor = { documents: () => ({ kind: "shown", value: { inputs: lost, output: lost } }) as const };
  const page = await openConversation(t, { editor });
  await page.show([turn(1)]);
  const notified = "Too large; not stored by the service.";
  await eventually(async () => assert.deepEqual(await pageTexts(page, ".turn-body .note"), [notified, notified]));
});

const exceptions: readonly (readonly [what: string, exception: string, line: string, rest: string])[] = [
  [
    "a traceback",
    'Traceback (most recent call last):\n  File "a.py", line 1\nKeyError: 1',
    "KeyError: 1",
    "Traceback (most",
  ],
  [
    "SDK JSON",
    JSON.stringify({
      type: "KeyError",
      message: "'id'",
      traceback: [{ filename: "a.py", line_number: 8, function_name: "f", text: "x[id]" }],
    }),
    "KeyError: 'id'",
    "Traceback (most recent call last): File",
  ],
  ["other JSON", '{"type":"A","message":["x"],"traceback":"str"}', "A", '{"type":"A","message":["x"]'],
];
for (const [what, exception, line, rest] of exceptions) {
  test(`an exception given as ${what} shows its error and expands to the rest`, async (t) => {
    const page = await openConversation(t, { editor: { documents: each } });
    await page.show([turn(1, { status: "error", exception })]);
    await eventually(async () => assert.deepEqual(await pageTexts(page, ".exception-line"), [line]));
    await page.locator(".trace > summary").click();
    await eventually(async () => assert.ok((await pageTexts(page, ".trace pre"))[0]?.startsWith(rest)));
  });
}

test("an empty thread shows a note, and a thread that failed to load shows the error and its actions", async (t) => {
  const page = await openConversation(t);
  await page.show([]);
  await eventually(async () => assert.equal(await page.locator(".empty").innerText(), "This thread has no turns."));
  const actions = [
    { title: "Retry", action: "retry" },
    { title: "Sign In", action: "signIn" },
  ];
  await page.show([], { notice: { text: "The key was\u202e refused.", actions } });
  await eventually(async () =>
    assert.equal(await page.frame.getByRole("alert").locator("p").innerText(), "! The key was‹U+202E› refused."),
  );
  assert.equal(await page.locator(".empty").isVisible(), false);
  for (const { title } of actions) await page.frame.getByRole("button", { name: title }).click();
  await eventually(() =>
    assert.deepEqual(
      page.sent("action").map(({ action }) => action),
      ["retry", "signIn"],
    ),
  );
});
