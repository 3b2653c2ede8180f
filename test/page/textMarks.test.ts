import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import { openConversation } from "./browserPage.ts";
import { type ConversationPage, said, turn } from "./conversationPage.ts";

const marked = (page: ConversationPage) =>
  page.evaluate<string[]>(`[...(CSS.highlights.get("weave-found") ?? [])].map(String)`);

const answer = (lines: number) =>
  `${"A line.\n\n".repeat(lines)}Your **return** label [for *re*turns](https://example.com): a\nRETURN LABEL, a return.\n\nlabel`;
const documents = (id: string) => said(`Return label of ${id}?`, answer(5));

test("a text in a revealed turn is marked in any case, across formatting and lines, and scrolled into view", async (t) => {
  const page = await openConversation(t, { editor: { documents } });
  await page.send({ kind: "reveal", turnId: "turn-2", find: "return label" });
  await page.show([turn(1), turn(2), turn(3)]);
  await eventually(async () => assert.deepEqual(await marked(page), ["Return label", "return label", "RETURN LABEL"]));
  const isShown = () =>
    page.evaluate<boolean>(`{
      const [first] = CSS.highlights.get("weave-found");
      const { top, bottom } = first.getBoundingClientRect();
      top >= 0 && bottom <= innerHeight;
    }`);
  await eventually(async () => assert.equal(await isShown(), true));

  await page.send({ kind: "reveal", turnId: "turn-3", find: "no such text" });
  await eventually(async () => assert.deepEqual(await marked(page), []));
  await page.send({ kind: "reveal", turnId: "turn-3", find: ").*" });
  await page.send({ kind: "reveal", turnId: "turn-3", find: "for returns" });
  await eventually(async () => assert.deepEqual(await marked(page), ["for returns"]));
  await page.send({ kind: "reveal", turnId: "turn-3" });
  await eventually(async () => assert.deepEqual(await marked(page), []));
});

test("a text far down in a long message is shown and scrolled into view", async (t) => {
  const page = await openConversation(t, { editor: { documents: () => said("Where is it?", answer(200)) } });
  await page.show([turn(1), turn(2), turn(3)]);
  await page.send({ kind: "reveal", turnId: "turn-2", find: "for returns" });
  await eventually(async () => {
    const place = await page.evaluate<number>(
      `[...(CSS.highlights.get("weave-found") ?? [])][0]?.getBoundingClientRect().top / innerHeight`,
    );
    assert.ok(place > 0 && place < 1, `${place}`);
  });
});

test("a collapsed section with the text is expanded, and no other", async (t) => {
  const contents = ["A refund?", "Yes.", "When?"];
  const messages = contents.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));
  const value = { inputs: { messages, options: { a: { b: "deep" } } }, output: "Soon." };
  const page = await openConversation(t, { editor: { documents: () => ({ kind: "shown", value }) } });
  await page.show([turn(1)]);
  const open = () =>
    page.evaluate<string[]>(`[...document.querySelectorAll("details[open]")].map((one) => one.className)`);
  await page.send({ kind: "reveal", turnId: "turn-1", find: "a refund" });
  await eventually(async () => assert.deepEqual(await marked(page), ["A refund"]));
  assert.deepEqual(await open(), ["fold history"]);
  await page.send({ kind: "reveal", turnId: "turn-1", find: "deep" });
  await eventually(async () => assert.equal((await marked(page)).length, 1));
});
