import assert from "node:assert/strict";
import { test } from "node:test";
import type { TurnDocuments } from "../../src/core/conversation/protocol.ts";
import { turnSteps } from "../../src/core/conversation/turnSteps.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { formatRows } from "../unit/core/messages/formatRows.ts";
import { openConversation } from "./browserPage.ts";
import { said, turn } from "./conversationPage.ts";
import { pageTexts } from "./pageTexts.ts";

const shown = (value: TurnDocuments) => ({ kind: "shown", value }) as const;

test("each format is drawn as its messages: speakers, texts, and JSON only where no reader knows a part", async (t) => {
  const documents = (turnId: string) => {
    const [, inputs = null, output = null] = formatRows[Number(turnId.slice("turn-".length)) - 1] ?? [];
    return shown({ inputs, output });
  };
  const page = await openConversation(t, { editor: { documents } });
  await page.show(formatRows.map((_, at) => turn(at + 1)));
  for (const [at, [what, , , , lines]] of formatRows.entries()) {
    const body = page.turn(at + 1);
    await body.scrollIntoViewIfNeeded();
    await eventually(async () => assert.notEqual(await body.locator(".turn-body").innerText(), ""));
    const unfolded = lines.filter((line) => !/^[<=] /.test(line)).map((line) => line.replace(/^> /, ""));
    const words = (await body.innerText()).replace(/\s+/g, " ");
    for (const line of unfolded.filter((each) => !each.includes("<"))) {
      const text = line.slice(line.indexOf(": ") + 2).replace(/\s+/g, " ");
      assert.ok(words.includes(text), `${what}: “${text}” is not in “${words}”`);
    }
    const trees = await body.locator(".message .json").count();
    assert.equal(trees, unfolded.filter((line) => line.includes("<json ")).length, what);
  }
  await page.isQuiet();
});

test("a turn without messages requests its first and last model call, and says what they were given and responded", async (t) => {
  const usage = [{ model: "gpt-5", promptTokens: 100, completionTokens: 20, totalTokens: 120, cost: null }];
  const inside = (id: string, startedAt: number) =>
    turn(1, { id, op: id, parentId: "turn-1", usage, startedAt: turn(1).startedAt + startedAt });
  const calls = [turn(1), inside("first", 10), inside("middle", 20), inside("last", 30)];
  const asked = new Map([
    ["first", said("Where is my order?", "Let me look.")],
    ["last", said("It is shipped, says the tool.", "It is on its way.")],
  ]);
  const requested = new Set<string>();
  const page = await openConversation(t, {
    editor: {
      documents: () => shown({ inputs: { "app.user": "u7", "app.page": "start" }, output: null }),
      steps: (turnId, callId) => {
        if (callId !== null) requested.add(callId);
        return turnSteps(calls, turnId).map((step) => ({
          ...step,
          documents: requested.has(step.call.id) ? (asked.get(step.call.id) ?? null) : null,
        }));
      },
    },
  });
  await page.show([turn(1)]);
  await eventually(async () => {
    assert.deepEqual(await pageTexts(page, ".message"), ["User Where is my order?", "Assistant It is on its way."]);
  });
  assert.deepEqual(requested, new Set(["first", "last"]));
  assert.match((await pageTexts(page, ".turn-head"))[0] ?? "", /360 tokens/);
  await page.locator(".rest > summary").click();
  await eventually(async () =>
    assert.match((await pageTexts(page, ".rest .fold-content"))[0] ?? "", /app\.user: "u7"/),
  );
});
