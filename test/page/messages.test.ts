import assert from "node:assert/strict";
import { test } from "node:test";
import type { TurnDocuments } from "../../src/core/conversation/protocol.ts";
import type { Json } from "../../src/core/text/json.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { openTurn } from "./openTurn.ts";
import { pageTexts } from "./pageTexts.ts";

const ask = (messages: Json, output: Json = null): TurnDocuments => ({ inputs: { messages }, output });

test("a message heading shows the role, and the speaker's name or choice number if any", async (t) => {
  const choices = [{ message: { role: "assistant", content: "A" } }, { message: { role: "assistant", content: "B" } }];
  const messages = [
    { role: "system", content: "s" },
    { role: "developer", content: "d" },
    { role: "user", name: "Ann", content: "u" },
    { role: "critic\u202e", content: "c" },
  ];
  const page = await openTurn(t, ask(messages, { choices }));
  assert.deepEqual(await pageTexts(page, ".message h3"), [
    "System",
    "Developer",
    "User · Ann",
    "critic‹U+202E›",
    "Assistant · Choice 1",
    "Assistant · Choice 2",
  ]);
});

test("consecutive assistant messages of an output share one heading", async (t) => {
  const output = {
    output: ["One", "Two"].map((text) => ({
      type: "message",
      role: "assistant",
      content: [{ type: "output_text", text }],
    })),
  };
  const page = await openTurn(t, ask([{ role: "user", content: "u" }], output));
  assert.deepEqual(await pageTexts(page, ".message"), ["User u", "Assistant One", "Two"]);
});

test("tool calls are collapsed to name and first arguments, and expand to arguments and result", async (t) => {
  const calls = [
    {
      id: "a",
      type: "function",
      function: { name: "find\u200b", arguments: '{"city":"Oslo","days":3,"deep":{"x":1}}' },
    },
    { id: "b", type: "function", function: { name: "broken", arguments: '{"city":' } },
  ];
  const page = await openTurn(
    t,
    ask([
      { role: "user", content: "u" },
      { role: "assistant", content: null, tool_calls: calls },
      { role: "tool", tool_call_id: "a", content: '{"rain":true}' },
      { role: "tool", tool_call_id: "b", content: "no such city" },
      { role: "tool", tool_call_id: "gone", name: "lost", content: "an orphan" },
    ]),
  );
  const folds = page.locator("details.tool");
  assert.deepEqual(await pageTexts(page, "details.tool > summary"), [
    'Tool call find‹U+200B› city: "Oslo", days: 3, deep: {…}',
    'Tool call broken "{"city":"',
    'Result of lost "an orphan"',
  ]);
  assert.equal(await folds.nth(0).locator(".fold-content").count(), 0, "nothing is made before it is opened");
  for (const fold of await folds.all()) await fold.locator("> summary").click();
  await eventually(async () => {
    const [first = "", second = "", third = ""] = await pageTexts(page, "details.tool > .fold-content");
    assert.match(first, /^Arguments .*city: "Oslo" days: 3 deep: .* Result .*rain: true$/);
    assert.match(second, /^Arguments {"city": Result no such city$/);
    assert.equal(third, "an orphan");
  });
  assert.equal(await page.locator(".message").count(), 3, "a result that stands beside its call is not said again");
});

test("a collapsed tool call is labeled as failed if the tool failed", async (t) => {
  const page = await openTurn(
    t,
    ask([
      { role: "user", content: "u" },
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "pay", input: { amount: 3 } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "a", is_error: true, content: "refused" }] },
    ]),
  );
  assert.deepEqual(await pageTexts(page, "details.tool > summary"), ["Tool call pay amount: 3 ✕ Failed"]);
});

test("thinking is collapsed, and refusals are labeled", async (t) => {
  const content = [
    { type: "thinking", thinking: "Hm, **well**." },
    { type: "refusal", refusal: "I cannot." },
    { type: "text", text: "Done." },
  ];
  const page = await openTurn(t, ask([{ role: "user", content: "u" }], { role: "assistant", content }));
  assert.deepEqual(await pageTexts(page, ".message.assistant"), ["Assistant Thinking ✕ Refusal I cannot. Done."]);
  await page.locator(".thinking > summary").click();
  await eventually(async () => assert.deepEqual(await pageTexts(page, ".thinking strong"), ["well"]));
});

test("images, audio and files are described but not loaded", async (t) => {
  const png = `data:image/png;base64,${"A".repeat(16_000)}`;
  const content = [
    { type: "image_url", image_url: { url: png } },
    { type: "image_url", image_url: { url: "https://images.example.com/a.png" } },
    { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } },
    { type: "file", file: { filename: "bill.pdf", file_data: "data:application/pdf;base64,AAAA" } },
  ];
  const page = await openTurn(t, ask([{ role: "user", content }]));
  assert.deepEqual(await pageTexts(page, ".media"), [
    "Image (image/png), 12 kB",
    "Image: https://images.example.com/a.png",
    "Audio (audio/wav), 3 bytes",
    "File (application/pdf), 3 bytes, bill.pdf",
  ]);
  await page.isQuiet();
});

test("earlier messages are collapsed with their count, and what is not text is JSON in the turn's details", async (t) => {
  const messages = [
    { role: "system", content: "s" },
    { role: "user", content: "first" },
    { role: "assistant", content: "answer" },
    { role: "user", content: "second", id: "m4" },
  ];
  const inputs = { messages, model: "gpt-5", options: { temperature: 0.5 } };
  const page = await openTurn(t, {
    inputs,
    output: { choices: [{ message: { role: "assistant", content: "end" } }], usage: { total: 3 } },
  });
  assert.deepEqual(await pageTexts(page, ".turn-body"), ["3 earlier messages User second Assistant end"]);
  assert.deepEqual(await pageTexts(page, ".folds > * > summary"), ["Details", "Calls"]);
  const tops = await page.evaluate<number[]>(
    "[...document.querySelectorAll('.folds > *')].map((fold) => fold.getBoundingClientRect().top)",
  );
  assert.equal(new Set(tops).size, 1, "on one line");
  for (const name of ["history", "rest"]) await page.locator(`.${name} > summary`).first().click();
  await eventually(async () =>
    assert.deepEqual(await pageTexts(page, ".history .message"), ["System s", "User first", "Assistant answer"]),
  );
  await eventually(async () => {
    const [rest = ""] = await pageTexts(page, ".rest .fold-content");
    assert.match(rest, /^Inputs .*model: "gpt-5" options: { temperature: 0.5 } 1 field Output .*User .*id: "m4"$/);
  });
});

test("collapsed earlier messages show how many have tool calls", async (t) => {
  const page = await openTurn(
    t,
    ask([
      { role: "user", content: "first" },
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "pay", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "paid" }] },
      { role: "assistant", content: "Done." },
      { role: "user", content: "second" },
    ]),
  );
  assert.deepEqual(await pageTexts(page, ".history > summary"), ["4 earlier messages (2 with tool calls)"]);
});

test("inputs and output of an unknown shape are shown as JSON", async (t) => {
  const page = await openTurn(t, { inputs: { a: 1, b: [] }, output: { rows: [1, 2], none: null } });
  assert.deepEqual(await pageTexts(page, ".rest > summary"), ["Inputs", "Output"]);
  assert.deepEqual(await pageTexts(page, ".json > :not(.json-bar)"), [
    "a: 1",
    "b: []",
    "rows: [ 1, 2 ] 2 items",
    "none: null",
  ]);
});
