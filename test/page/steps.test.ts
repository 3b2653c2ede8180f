import assert from "node:assert/strict";
import { test } from "node:test";
import { mostSteps, turnSteps } from "../../src/core/conversation/turnSteps.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { openConversation } from "./browserPage.ts";
import { type EditorSide, said, turn } from "./conversationPage.ts";
import { pageTexts } from "./pageTexts.ts";
import { richCalls } from "./richTurns.ts";

const found = { inputs: { order: "INV-9999" }, output: { status: "<img src=x>" } };

const steps: NonNullable<EditorSide["steps"]> = (turnId, requested) =>
  turnSteps(richCalls, turnId).map(({ kind, call }) => {
    const tool = { ...call, status: "success", exception: null } as const;
    if (call.id === "find") return { kind, call: tool, documents: { kind: "shown", value: found } };
    return { kind, call, documents: call.id === requested ? said("Which order?", "The last one.") : null };
  });

test("a turn shows its tool calls and model calls between its input and output, one line each", async (t) => {
  const page = await openConversation(t, { editor: { documents: () => said("Where is it?", "Here."), steps } });
  await page.show([turn(1)]);
  await page.locator(".step").first().waitFor();
  assert.deepEqual(await pageTexts(page, ".step > summary"), [
    "Model call gpt-5 390ms · 1,540 tokens · $0.012",
    'Tool call find_order order: "INV-9999" → status: "<img src=x>" 300ms',
    "Model call answer with gpt-5 750ms",
  ]);
  assert.match(await page.turn(1).innerText(), /Where is it\?[\s\S]*Tool call[\s\S]*Here\./);
  await page.frame.getByText("Tool call find_order").click();
  await eventually(async () => assert.deepEqual(await pageTexts(page, ".step[open] h4"), ["Arguments", "Result"]));
  assert.equal(page.sent("step").length, 0);
  await page.isQuiet();
});

test("a message and a turn are copied as Markdown, on hover and with the keyboard", async (t) => {
  const page = await openConversation(t, { editor: { documents: () => said("Where *is* it?", "Here."), steps } });
  await page.show([turn(1)]);
  const message = page.locator(".message.user");
  const copy = message.getByRole("button", { name: "Copy" });
  const opacity = () => page.evaluate("getComputedStyle(document.querySelector('.message.user .copy')).opacity");
  await page.locator(".step").first().waitFor();
  assert.equal(await opacity(), "0");
  await message.hover();
  await eventually(async () => assert.equal(await opacity(), "1"));
  await copy.click();
  await page.locator(".turn-head").getByRole("button", { name: "Copy" }).press("Enter");
  await eventually(() => assert.equal(page.sent("copy").length, 2));
  const [one, whole] = page.sent("copy").map(({ text }) => text);
  assert.equal(one, "Where *is* it?");
  const parts = [
    /^## Turn 1: answer/,
    /### user\n\nWhere \*is\* it\?/,
    /### Tool call `find_order`[\s\S]*"order": "INV-9999"/,
    /### assistant\n\nHere\.$/,
  ];
  for (const part of parts) assert.match(whole ?? "", part);
});

test("a step whose documents were not sent requests them when it is expanded, also by keyboard", async (t) => {
  const page = await openConversation(t, { editor: { documents: () => said("?", "ok"), steps } });
  await page.show([turn(1)]);
  const summary = page.locator(".step > summary").first();
  await summary.focus();
  await page.page.keyboard.press("Enter");
  await eventually(async () => assert.match(await page.locator(".step").first().innerText(), /The last one\./));
  assert.deepEqual(page.sent("step"), [{ kind: "step", turnId: "turn-1", callId: "plan-model" }]);
  assert.match(await page.evaluate("document.activeElement.textContent"), /Model call/, "the focus stays");
});

test("a tool call that the turn's messages show is not shown twice", async (t) => {
  const call = { id: "1", type: "function", function: { name: "find_order", arguments: "{}" } };
  const messages = [
    { role: "user", content: "?" },
    { role: "assistant", content: null, tool_calls: [call] },
  ];
  const documents = () => ({ kind: "shown", value: { inputs: { messages }, output: "ok" } }) as const;
  const page = await openConversation(t, { editor: { documents, steps } });
  await page.show([turn(1)]);
  await page.locator(".step").first().waitFor();
  await eventually(async () => assert.equal(await page.locator(".step").count(), 2));
  assert.equal(await page.frame.getByText("Tool call find_order").count(), 1);
});

test("a turn with more steps than are listed says so", async (t) => {
  const [call] = richCalls;
  assert.ok(call);
  const many = Array.from({ length: mostSteps + 1 }, (_, at) => ({
    ...call,
    id: `step-${at}`,
    parentId: null,
    startedAt: at,
  }));
  const page = await openConversation(t, {
    editor: {
      documents: () => said("?", "ok"),
      steps: (turnId) => turnSteps(many, turnId).map((step) => ({ ...step, documents: null })),
    },
  });
  await page.show([turn(1)]);
  await page.frame.getByText("Only the first 100 steps are listed. Expand Calls to see all.").waitFor();
  assert.equal(await page.locator(".step").count(), mostSteps);
});
