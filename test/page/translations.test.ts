import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { turnSteps } from "../../src/core/conversation/turnSteps.ts";
import { threadKey } from "../../src/core/query/conversationKey.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { openConversation } from "./browserPage.ts";
import type { ConversationPage } from "./conversationPage.ts";
import { noon, type OverviewPage, openOverview, someThreads } from "./overviewPage.ts";
import { cutTexts, expand, pseudo, pseudoDisplay } from "./pseudoLocale.ts";
import { richCalls, richTurns } from "./richTurns.ts";

const display = pseudoDisplay;
const notice = {
  text: pseudo("The response from trace.example.com was incomplete after 12 threads. Try again."),
  actions: [
    { title: pseudo("Retry"), action: "retry" },
    { title: pseudo("Open Request Timeout Setting"), action: "openTimeoutSetting" },
  ],
} as const;

/** Asserts that no text of the page is cut off, in tabs of several widths. */
async function isWhole(page: ConversationPage | OverviewPage, what: string): Promise<void> {
  for (const width of [300, 480, 900]) {
    await page.page.setViewportSize({ width, height: 9000 });
    await eventually(async () => assert.equal(await page.evaluate("innerWidth"), width));
    await eventually(async () => assert.deepEqual(await page.evaluate(cutTexts), [], `${what}, ${width} pixels wide`));
  }
  await page.isQuiet();
}

async function openedConversation(t: TestContext): Promise<ConversationPage> {
  const documents = (id: string) => richTurns.find(({ call }) => call.id === id)?.documents;
  return await openConversation(t, {
    display,
    editor: {
      documents,
      steps: (id) =>
        id === "turn-1"
          ? turnSteps(richCalls, id).map(({ kind, call }) => ({ kind, call, documents: documents("turn-2") ?? null }))
          : [],
      calls: () => ({ kind: "shown", value: richCalls }),
    },
  });
}

test("40 % longer texts of a conversation are not cut off, with everything expanded and the find box open", async (t) => {
  const page = await openedConversation(t);
  await isWhole(page, "while loading");
  const turns = richTurns.map(({ call }) => call);
  const failures = [{ turnId: "turn-2", callId: "find", text: pseudo("find_order: KeyError") }];
  await page.page.setViewportSize({ width: 900, height: 9000 });
  await page.show(turns, { failures, notice, progress: "stopped", following: "on" });
  await eventually(async () => assert.equal(await page.locator('article[aria-busy="false"]').count(), turns.length));
  await isWhole(page, "a whole conversation");
  await eventually(async () => assert.equal(await page.evaluate(expand), 0));
  await page.focus();
  await page.page.keyboard.press("Control+F");
  await page.page.keyboard.type("INV-2093");
  await eventually(async () => assert.match(await page.locator(".find-count").innerText(), /\d/));
  await isWhole(page, "everything expanded");
});

test("40 % longer texts of the overview are not cut off, with errors, tables, a selection and a notice", async (t) => {
  const page = await openOverview(t, { display });
  const filter = pseudo("Turns since yesterday · 3 IDs");
  await page.show([], { filter, progress: "loading" });
  await isWhole(page, "while loading");
  await page.show([], { filter, filtered: true });
  await isWhole(page, "without threads");
  const threads = someThreads(200);
  const conversations = threads
    .slice(0, 3)
    .map(({ id }) => ({ conversation: threadKey(id), turnId: `${id}/1`, callId: id }));
  const row = {
    op: "weave:///northwind/support-assistant/op/issue_refund:*",
    type: "PaymentGatewayTimeout",
    headline: "PaymentGatewayTimeout: no response",
    ...{ count: 12, isExact: false, opCalls: 400, first: noon - 7_200_000, last: noon, conversations },
    conversationCount: 5,
  };
  const errors = {
    kind: "shown",
    ...{ rows: [row, { ...row, type: "", opCalls: null }], read: 1000, total: 5230, counting: false },
    ...{ reach: "latest" as const, groups: 60, problem: notice.text },
  } as const;
  const unknown = threads.map((thread, at) =>
    at % 9 === 0 ? { ...thread, p50: at % 2 === 0 ? 0 : null, p99: null } : thread,
  );
  await page.show(unknown, { filter, errors, notice, filtered: true, progress: "stopped" });
  await page.send({ kind: "selected", conversation: threadKey(threads[1]?.id ?? "") });
  await eventually(async () => assert.equal(await page.evaluate(expand), 0));
  await page.locator("table").nth(4).waitFor();
  await isWhole(page, "with threads");

  await page.evaluate(
    `Object.assign(document.querySelector("h2").style, { overflow: "hidden", whiteSpace: "nowrap", maxWidth: "9px" }); 0`,
  );
  assert.equal((await page.evaluate<string[]>(cutTexts)).length, 1, "a cut text is found");
});
