import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { calendarEdges, intervals } from "../../src/core/overview/activity.ts";
import { opName } from "../../src/core/query/call.ts";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { OverviewTab } from "../editor/workbench/overviewTab.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { askLines } from "./callRows.ts";
import { callIdsIn, countsRows, keepCountsTree } from "./countCallRows.ts";
import { runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { project, settledRows, signIn } from "./steps.ts";
import { allTime } from "./threadRows.ts";

const editor = installedEditor();
const service = interposed();
const callLine = z.object({
  id: z.string(),
  op_name: z.string(),
  thread_id: z.nullish(z.string()),
  turn_id: z.nullish(z.string()),
  started_at: z.string(),
  exception: z.nullish(z.string()),
});
const threadLine = z.object({
  thread_id: z.string(),
  turn_count: z.number(),
  start_time: z.string(),
  last_updated: z.string(),
});

type CallLine = z.infer<typeof callLine>;

/** All calls of the project, the latest first, and its threads, without the extension. */
async function askAll() {
  const sort_by = ["started_at", "id"].map((field) => ({ field, direction: "desc" }));
  const calls = await askLines(service, callLine, { columns: Object.keys(callLine.shape), sort_by });
  const lines = (await service.ask("/threads/stream_query", { project_id: project })).split("\n");
  return { calls, threads: lines.filter((line) => line !== "").map((line) => threadLine.parse(JSON.parse(line))) };
}

/** Waits until the first count has this name, this number of calls, and the latest of these calls. */
async function showsCalls(window: Workbench, name: RegExp, calls: readonly CallLine[]): Promise<void> {
  assert.notEqual(calls.length, 0);
  const view = window.view("Counts");
  await eventually(async () => {
    const [first] = await countsRows(window);
    assert.match(first?.label ?? "", name);
    assert.match(first?.value ?? "", new RegExp(`^${calls.length.toLocaleString("en")} calls?$`));
    assert.deepEqual(
      first && callIdsIn(first),
      calls.slice(0, 50).map(({ id }) => id),
    );
    // The row takes the focus, which a key that is pressed before would lose.
    assert.match((await view.focusedRow())?.label ?? "", name);
    assert.ok(await view.hasFocus());
  });
}

test("Show Errors lists failed calls by op and exception, and shows the calls of the selected one", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    await keepCountsTree(window);
    const view = await signIn(window, service);
    await settledRows(view);
    const { calls } = await askAll();
    const failed = calls.filter(({ exception }) => exception);
    const refunds = calls.filter(({ op_name }) => opName(op_name) === "issue_refund");
    const timeouts = refunds.filter(({ exception }) => exception?.includes('"PaymentGatewayTimeout"'));

    await window.runCommand("Weave: Show Errors…");
    await window.quickInput.waitFor(`Errors in ${project} · ${failed.length} failed calls · All time`);
    const name = "issue_refund: PaymentGatewayTimeout";
    await window.quickInput.type(name);
    const count = timeouts.length === 1 ? "1 call" : `${timeouts.length} calls`;
    const share = Math.round((1000 * timeouts.length) / refunds.length) / 10;
    await eventually(async () => {
      const [item] = await window.quickInput.items();
      assert.equal(item?.label, `${count}  ${name}`);
      assert.match(item.description, new RegExp(`^${share}% · last .* ago$`));
    });
    await window.quickInput.accept();
    await showsCalls(window, /^issue_refund.*Timeout$/, timeouts);
  }));

test("the numbers and bars of the overview show their calls in the Counts view", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    await keepCountsTree(window);
    await settledRows(await signIn(window, service));
    const { calls, threads } = await askAll();
    await runCommandById(window, "weaveThreads.openOverview");
    const tab = new OverviewTab(window.page);
    await tab.waitFor();
    const { page } = tab;
    const errors = page.locator(".errors");
    const failed = calls.filter(({ exception }) => exception);
    const refunds = calls.filter(({ op_name }) => opName(op_name) === "issue_refund");
    const timeouts = refunds.filter(({ exception }) => exception?.includes('"PaymentGatewayTimeout"'));
    const [latest] = timeouts;
    assert.ok(latest?.thread_id);
    const row = errors.locator("tr").filter({ hasText: "PaymentGatewayTimeout" }).filter({ hasText: "issue_refund" });
    const share = Math.round((1000 * timeouts.length) / refunds.length) / 10;
    const ofCalls = refunds.length === 1 ? "1 call" : `${refunds.length} calls`;
    await eventually(async () => assert.equal(await row.locator("td").nth(2).innerText(), `${share}% of ${ofCalls}`));
    await row.getByRole("button", { name: /^\d+, Show the failed calls/ }).click();
    await showsCalls(window, /^issue_refund.*Timeout$/, timeouts);
    await errors.getByRole("button", { name: `${failed.length} failed calls` }).click();
    await showsCalls(window, /^status is error$/, failed);
    await page.getByRole("button", { name: `${calls.length.toLocaleString("en")}, Show the calls` }).click();
    await showsCalls(window, /^All Calls$/, calls);

    const pressFirst = async (chart: string) => {
      const plot = page.locator(`[data-chart="${chart}"] .plot`);
      for (const key of ["Home", "Enter"]) await plot.press(key);
    };
    const ofThreads = (some: typeof threads) => {
      const ids = new Set(some.map(({ thread_id }) => thread_id));
      return calls.filter(({ thread_id }) => thread_id && ids.has(thread_id));
    };
    await pressFirst("turnCounts");
    const single = threads.filter(({ turn_count }) => turn_count === 1);
    await showsCalls(window, /^Turns per thread: 1$/, ofThreads(single));
    await pressFirst("activity");
    const times = threads.flatMap(({ start_time, last_updated }) => [start_time, last_updated].map(Date.parse));
    const [first, last] = [Math.min(...times), Math.max(...times)];
    const interval = intervals.find(({ length }) => (last - first) / length <= 58);
    const [from = 0, before = 0] = calendarEdges(interval ?? assert.fail(), first, last);
    const started = calls.filter(({ started_at: at }) => Date.parse(at) >= from && Date.parse(at) < before);
    await showsCalls(window, /\w/, started);

    const isFailedTurn = ({ id, turn_id, exception }: (typeof calls)[number]) => id === turn_id && exception !== null;
    const wide = intervals.find(({ length }) => (last - first) / length <= 12);
    const edges = [...calendarEdges(wide ?? assert.fail(), first, last)];
    const startedIn =
      (bin: number) =>
      ({ started_at: at }: { readonly started_at: string }) =>
        Date.parse(at) >= (edges[bin] ?? 0) && Date.parse(at) < (edges[bin + 1] ?? 0);
    const bin = edges.findIndex((_, at) => calls.filter(startedIn(at)).some(isFailedTurn));
    const plot = page.locator('[data-chart="failedTurns"] .plot');
    for (const key of ["Home", ...Array.from({ length: bin }, () => "ArrowRight"), "Enter"]) await plot.press(key);
    await showsCalls(window, /^Failed turns: /, calls.filter(startedIn(bin)).filter(isFailedTurn));

    await row.getByRole("button", { name: `Open the conversation of ${latest.thread_id}` }).click();
    await new ConversationTab(window.page).waitFor(latest.thread_id);
  }));
