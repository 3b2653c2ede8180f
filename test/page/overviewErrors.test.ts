import assert from "node:assert/strict";
import { test } from "node:test";
import type { ErrorRow } from "../../src/core/errors/errorRow.ts";
import { timeText } from "../../src/core/errors/errorText.ts";
import type { ErrorFigures } from "../../src/core/overview/overviewProtocol.ts";
import { threadKey } from "../../src/core/query/conversationKey.ts";
import { createFormats } from "../../src/core/text/format.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { noon, type OverviewPage, openOverview, someThreads } from "./overviewPage.ts";

process.env.TZ = "UTC";
const hour = 3_600_000;
const formats = createFormats("en-US");
const [since, until] = [timeText(noon - 40 * hour, formats), timeText(noon - hour, formats)];
const op = (name: string) => `weave:///northwind/support-assistant/op/${name}:*`;
const place = (threadId: string, at = 1) => ({
  conversation: threadKey(threadId),
  turnId: `${threadId}/${at}`,
  callId: `call-${at}`,
});

const timeout: ErrorRow = {
  op: op("issue_refund"),
  type: "PaymentGatewayTimeout",
  headline: "PaymentGatewayTimeout: no answer from payments.northwind.example within 8 s",
  count: 12,
  isExact: true,
  opCalls: 400,
  first: noon - 40 * hour,
  last: noon - hour,
  conversations: [place("support/4001"), place("support/4002"), place("support/4003")],
  conversationCount: 5,
};
const outside: ErrorRow = {
  ...timeout,
  op: "process_item",
  type: "",
  headline: "",
  count: 1,
  opCalls: null,
  conversations: [],
  conversationCount: 0,
};

const shown = (rows: readonly ErrorRow[], rest: Partial<Extract<ErrorFigures, { kind: "shown" }>> = {}) => {
  const covered = { read: 13, reach: "all", total: 13, counting: false } as const;
  return { errors: { kind: "shown", ...covered, rows, groups: rows.length, problem: "", ...rest } } as const;
};

const section = (page: OverviewPage) => page.locator(".errors");
const cells = async (page: OverviewPage) => {
  const rows = await section(page).locator("tbody tr").all();
  return Promise.all(rows.map((row) => row.locator("th, td").allInnerTexts()));
};

test("errors are listed with count, share, times and conversations", async (t) => {
  const page = await openOverview(t, { width: 1200 });
  await page.show(someThreads(20), shown([timeout, outside]));
  assert.equal(await section(page).locator("h2").innerText(), "Errors");
  assert.equal(await section(page).locator(".covered").innerText(), "13 failed calls");
  assert.deepEqual(await cells(page), [
    [
      "issue_refund",
      "PaymentGatewayTimeout",
      "12",
      "3% of 400 calls",
      since,
      until,
      "support/4001\nsupport/4002\nsupport/4003\n2 more…",
    ],
    ["process_item", "unknown", "1", "unknown", since, until, "no thread"],
  ]);
  assert.equal(await page.locator('[title^="PaymentGatewayTimeout: no answer"]').innerText(), "PaymentGatewayTimeout");
  const last = page.locator(`td [title="${formats.dateTime(timeout.last)}"]`).first();
  assert.equal(await last.innerText(), until);
  await page.isQuiet();
});

test("a conversation opens at the failed call, and each number shows its calls, also with the keyboard", async (t) => {
  const page = await openOverview(t);
  await page.show(someThreads(20), shown([timeout]));
  const buttons = section(page).locator("tbody").getByRole("button");
  await buttons.first().focus();
  await page.page.keyboard.press("Enter");
  await page.page.keyboard.press("Tab");
  await page.page.keyboard.press("Enter");
  // The same errors again: the focus stays.
  await page.show([], shown([timeout]), { kept: 20 });
  await page.page.keyboard.press("Tab");
  await page.page.keyboard.press("Enter");
  await section(page).getByRole("button", { name: "2 more…" }).click();
  await section(page).getByRole("button", { name: "13 failed calls" }).click();
  const ofRow = { kind: "showCalls", of: { kind: "error", op: timeout.op, type: timeout.type } } as const;
  const ofAll = { kind: "showCalls", of: { kind: "failed" } } as const;
  await eventually(() => assert.deepEqual(page.sent("showCalls"), [ofRow, ofRow, ofAll]));
  assert.deepEqual(page.sent("openConversation"), [
    { kind: "openConversation", ...place("support/4001") },
    { kind: "openConversation", ...place("support/4002") },
  ]);
  assert.equal(
    await buttons.first().getAttribute("aria-label"),
    "12, Show the failed calls of issue_refund: PaymentGatewayTimeout",
  );
});

test("the section appears only with errors, and says what is missing", async (t) => {
  const page = await openOverview(t);
  const part = { ...timeout, isExact: false };
  for (const [state, visible, covered, notes] of [
    [{ errors: { kind: "loading" } }, false, "", ""],
    [shown([], { read: 0, total: 0 }), false, "", ""],
    [
      shown([{ ...part, opCalls: null }], { reach: "some", total: null, counting: true }),
      true,
      "13 failed calls so far",
      "",
    ],
    [
      shown([part, outside], { read: 1000, reach: "latest", total: 5230, groups: 60 }),
      true,
      "Latest 1,000 of 5,230 failed calls",
      "The 2 most frequent of 60 errors are listed.",
    ],
    [shown([timeout], { problem: "Rate limited." }), true, "13 failed calls", "Rate limited."],
    [{ errors: { kind: "failed", text: "The service is busy." } }, true, "", "The service is busy."],
  ] as const) {
    await page.show(someThreads(20), state);
    assert.equal(await section(page).isVisible(), visible);
    assert.equal(await section(page).locator(".covered").innerText(), covered);
    assert.equal(await section(page).locator(".note:not(.covered)").innerText(), notes);
  }
  assert.equal(await section(page).locator("table").count(), 0);
  await page.show(someThreads(20), shown([part], { read: 1000, reach: "latest", total: 5230 }));
  assert.deepEqual((await cells(page))[0]?.slice(2, 5), [
    "12 of the latest 1,000",
    "3% or more of 400 calls",
    `${since} or earlier`,
  ]);
});

test("errors are listed without threads, and the focus in them stays when threads arrive", async (t) => {
  const page = await openOverview(t);
  await page.show([], shown([timeout]));
  assert.equal(
    await page.locator(".empty").innerText(),
    "No threads match the filter: Last 7 days. 12,345 calls started in this time range.",
  );
  assert.equal((await cells(page)).length, 1);
  const others = page.locator(".content > :not(.errors)");
  assert.deepEqual(await others.evaluateAll((parts) => parts.map((part) => part.checkVisibility())), [
    false,
    false,
    false,
    false,
  ]);
  const focused = () => page.evaluate<string>("document.activeElement.dataset.focus");
  await section(page).locator("tbody").getByRole("button").first().focus();
  // Another filter: first nothing, then errors, then threads.
  await page.show([], { errors: { kind: "loading" }, progress: "loading" });
  assert.equal(await section(page).isVisible(), false);
  await page.show([], { ...shown([timeout]), progress: "loading" });
  assert.equal(await focused(), "calls/0");
  await page.show(someThreads(20), shown([timeout]));
  assert.equal(await focused(), "calls/0");
  assert.equal(await page.locator(".tiles").isVisible(), true);
  await page.show([], shown([], { read: 0, total: 0 }));
  assert.equal(await page.locator(".content").isVisible(), false);
});

test("untrusted text in errors is never interpreted as markup, and hidden characters are made visible", async (t) => {
  const page = await openOverview(t);
  await page.evaluate("window.alert = () => violations.push('alert')");
  const texts = ["<img src=x onerror=alert(1)>", "</table></section><h1>out</h1>", "a\u202eb\u0000", "__proto__"];
  const rows = texts.map((text): ErrorRow => {
    const conversations = [{ conversation: threadKey(text), turnId: text, callId: text }];
    return { ...timeout, op: text, type: text, headline: text, conversations, conversationCount: 1 };
  });
  await page.show(someThreads(20), shown(rows, { problem: texts.join(" ") }));
  assert.deepEqual(
    (await cells(page)).map(([name, type, , , , , threads]) => [name, type, threads]),
    ["<img src=x onerror=alert(1)>", "</table></section><h1>out</h1>", "a‹U+202E›b‹U+0000›", "__proto__"].map(
      (text) => [text, text, text],
    ),
  );
  assert.equal(await page.locator("img, .errors h1").count(), 0);
  const titles = await page.evaluate<string>(
    "[...document.querySelectorAll('.errors *')].map((one) => one.title + one.ariaLabel).join()",
  );
  assert.doesNotMatch(titles, /\p{Cc}|\p{Default_Ignorable_Code_Point}/u);
  await section(page).locator("tbody").getByRole("button").nth(1).click();
  await eventually(() =>
    assert.deepEqual(page.sent("openConversation"), [
      { kind: "openConversation", conversation: { kind: "thread", id: texts[0] }, turnId: texts[0], callId: texts[0] },
    ]),
  );
  await page.isQuiet();
});

test("the table of errors fits 600 pixels with its conversations, in rows of one or two lines", async (t) => {
  const page = await openOverview(t, { width: 600 });
  const long = { ...timeout, op: "x".repeat(300), type: "Y".repeat(80), isExact: false };
  await page.show(someThreads(20), shown([timeout, outside, long], { read: 1000, reach: "latest", total: 5230 }));
  const box = await section(page).locator("td:last-child .places").first().boundingBox();
  assert.ok(box !== null && box.x + box.width <= 600);
  const [wide, ...lines] = await page.evaluate<readonly number[]>(`(() => {
    const table = document.querySelector(".error-table");
    const rows = [...table.querySelectorAll("tbody tr")];
    const line = parseFloat(getComputedStyle(table).lineHeight) || 20;
    return [table.scrollWidth - table.clientWidth, ...rows.map((row) => row.clientHeight / line)];
  })()`);
  assert.ok(wide === 0 && lines.every((count) => count < 3), `${wide} too wide, ${lines} lines`);
  await page.page.setViewportSize({ width: 300, height: 700 });
  // Charts are drawn again after the width has changed.
  await eventually(async () => assert.ok((await page.evaluate<number>("document.documentElement.scrollWidth")) <= 300));
});
