import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import { openConversation } from "./browserPage.ts";
import { said, turn } from "./conversationPage.ts";
import { openTurn } from "./openTurn.ts";
import { pageTexts } from "./pageTexts.ts";

const value = (answer: string) => {
  const state = said("?", answer);
  assert.ok(state.kind === "shown");
  return state.value;
};

const words = Array.from({ length: 2_000 }, (_, at) => `word${at}`).join(" ");

test("a long text is truncated and shows its length; Show all expands it", async (t) => {
  const text = words.replaceAll(/9 /g, "9\n\n").replace("word1999", "**word1999**");
  const page = await openTurn(t, value(text));
  const shown = page.locator(".message.assistant");
  assert.ok((await shown.innerText()).length < 5_000);
  assert.ok(!(await shown.innerText()).includes("word1999"));
  await shown.getByRole("button", { name: `Show all (${text.length.toLocaleString("en")} characters)` }).click();
  await eventually(async () => assert.equal((await pageTexts(page, ".message.assistant"))[0], `Assistant ${words}`));
  assert.deepEqual(await pageTexts(page, ".message.assistant strong"), ["word1999"]);
  assert.equal(await page.evaluate("document.activeElement.className"), "long", "the focus stays where it was");
});

const endless: readonly (readonly [what: string, text: string])[] = [
  ["emphasis", "_a_".repeat(90_000)],
  ["nested quotes", "> ".repeat(140_000)],
];
for (const [what, text] of endless) {
  test(`a long line of only ${what} is shown as plain text, with a note`, async (t) => {
    const page = await openTurn(t, value(`**before**\n${text}\n\n**after**`));
    await page.locator("button.cut").click();
    await eventually(async () =>
      assert.deepEqual(await pageTexts(page, ".message.assistant strong"), ["before", "after"]),
    );
    assert.equal((await pageTexts(page, ".message.assistant .plain"))[0], text.trim());
    assert.match((await pageTexts(page, ".message.assistant .note"))[0] ?? "", /^Shown as plain text/);
  });
}

test("a long text of complex lines is rendered in steps without blocking the page", async (t) => {
  const text = `${"_a_".repeat(1_300)}\n\n`.repeat(70);
  const page = await openTurn(t, value(text));
  await page.evaluate(`{
    window.answered = [];
    const answer = () => {
      const drawn = document.querySelectorAll(".pieces > .markdown").length;
      if (answered.at(-1) !== drawn) answered.push(drawn);
      if (drawn < 70) setTimeout(answer);
    };
    document.querySelector("button.cut").click();
    answer();
  }`);
  await eventually(async () => assert.equal(await page.locator(".pieces > .markdown").count(), 70));
  assert.ok((await page.evaluate<number[]>("answered")).length > 3);
});

test("a text of many lines is truncated; one slightly over the length limit is not", async (t) => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`).join("\n");
  const messages = [
    { role: "user", content: lines(300) },
    { role: "user", content: `${"x".repeat(4_100)} end` },
  ];
  const page = await openTurn(t, { inputs: { messages }, output: "ok" });
  assert.deepEqual(await pageTexts(page, "button.cut"), [
    `Show all (${lines(300).length.toLocaleString("en")} characters)`,
  ]);
  assert.match((await pageTexts(page, ".message.user"))[1] ?? "", /^User x+ end$/);
});

test("a truncated code block is closed, and the text after it is rendered when expanded", async (t) => {
  const page = await openTurn(t, value(`\`\`\`python\n${"x = 1\n".repeat(200)}\`\`\`\n\n**after**`));
  assert.equal(await page.locator(".message.assistant .code").count(), 1);
  await page.locator("button.cut").click();
  await eventually(async () => assert.deepEqual(await pageTexts(page, ".message.assistant strong"), ["after"]));
});

test("a text that is too long to show opens as a document", async (t) => {
  const page = await openTurn(t, value("y".repeat(400_000)));
  assert.match(
    (await pageTexts(page, "p.cut"))[0] ?? "",
    /^Too long to show here \(400,000 characters\)\. Open as Document$/,
  );
  await page.locator("p.cut button").click();
  await eventually(() => assert.deepEqual(page.sent("open"), [{ kind: "open", callId: "turn-1", document: "output" }]));
});

test("a long string in JSON is truncated, can be expanded, and stays so after a reload", async (t) => {
  const page = await openTurn(t, { inputs: { limit: 1, note: words }, output: null });
  const note = page.locator(".json-row").nth(1);
  assert.ok((await note.innerText()).length < 900);
  await note.getByRole("button").click();
  const isWhole = () =>
    eventually(async () => assert.equal((await pageTexts(page, ".json-row"))[1], `note: "${words}"`));
  await isWhole();
  await page.reload();
  await page.show([turn(1)]);
  await isWhole();
});

test("a JSON list of 100,000 items renders 100 items at a time, and none while collapsed", async (t) => {
  const page = await openTurn(t, {
    inputs: { list: Array.from({ length: 100_000 }, (_, at) => at) },
    output: null,
  });
  const rows = page.locator(".json-fold .json-row");
  assert.deepEqual(await pageTexts(page, ".json summary"), [
    "list: [ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, … ] 100,000 items",
  ]);
  assert.equal(await rows.count(), 0);
  await page.locator(".json summary").click();
  await eventually(async () => assert.equal(await rows.count(), 100));
  await page.frame.getByRole("button", { name: "Show 100 more" }).click();
  await eventually(async () => assert.equal(await rows.count(), 200));
  assert.equal(
    await page.evaluate("document.activeElement.textContent"),
    "100: 100",
    "the focus is on the first of them",
  );
  assert.equal((await rows.nth(199).innerText()).trim(), "199: 199");
});

test("JSON expands level by level, and Copy copies all of it", async (t) => {
  const inputs = { deep: { list: [{ name: "x" }], ["__proto__"]: { own: 1 } } };
  const page = await openTurn(t, { inputs, output: null });
  for (const name of ["deep", "list", "0"]) {
    await page
      .locator(".json summary")
      .filter({ hasText: new RegExp(`^${name}`) })
      .click();
  }
  await eventually(async () =>
    assert.match((await pageTexts(page, ".json"))[0] ?? "", /deep: 2? ?.*list: .*0: .*name: "x"/),
  );
  await page.locator(".json-bar").getByRole("button", { name: "Copy" }).click();
  await eventually(() =>
    assert.deepEqual(page.sent("copy"), [{ kind: "copy", text: JSON.stringify(inputs, null, 2) }]),
  );
});

test("very deeply nested values are shown, and Copy opens them as a document", async (t) => {
  const page = await openConversation(t);
  await page.show([turn(1)]);
  await page.locator("article .waiting").waitFor();
  await page.evaluate(`{
    let deep = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    const documents = { kind: "shown", value: { inputs: { deep }, output: null } };
    dispatchEvent(new MessageEvent("message", { origin, data: { kind: "documents", turnId: "turn-1", state: documents } }));
  }`);
  await page.locator(".json-bar").getByRole("button", { name: "Copy" }).click();
  await eventually(() => assert.deepEqual(page.sent("open"), [{ kind: "open", callId: "turn-1", document: "inputs" }]));
  await page.isQuiet();
});
