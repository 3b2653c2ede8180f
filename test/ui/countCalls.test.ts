import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import * as z from "zod";
import { allCalls, type CallConditions } from "../../src/core/counts/callCondition.ts";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering, hanging, type Misbehavior } from "../fault/interposedService.ts";
import { askLines } from "./callRows.ts";
import { type CountsRow, callIdsIn, countsRows, keepCountsTree } from "./countCallRows.ts";
import { pressLens, runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { showsRow, storeCounts } from "./savedCountRows.ts";
import { project, signIn, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed();
const callsPath = "/calls/stream_query";

const callLine = z.object({
  id: z.string(),
  op_name: z.string(),
  started_at: z.string(),
  thread_id: z.nullable(z.string()),
  turn_id: z.nullable(z.string()),
  parent_id: z.nullable(z.string()),
  trace_id: z.string(),
  exception: z.nullable(z.string()),
});

type CallLine = z.infer<typeof callLine>;

const failed: CallConditions = { ...allCalls, conditions: [{ kind: "status", anyOf: ["error"] }] };
/** All calls of the project, the latest first, without the extension and without a condition. */
async function askAll(): Promise<readonly CallLine[]> {
  const calls = await askLines(service, callLine, { columns: Object.keys(callLine.shape) });
  return calls.toSorted((a, b) => compare(b.started_at, a.started_at) || compare(b.id, a.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function named(calls: readonly CallLine[], op: string): readonly CallLine[] {
  return calls.filter(({ op_name }) => op_name.startsWith(`weave:///${project}/op/${op}:`));
}

/** Takes steps in a window that is signed in, whose rows of counts are kept. */
async function signedIn(
  t: TestContext,
  steps: (window: Workbench, calls: readonly CallLine[]) => Promise<void>,
  files: Readonly<Record<string, string>> = {},
): Promise<void> {
  const calls = await askAll();
  await editor.inWindow(t, { files }, async (window) => {
    await storeCounts(window, { failed, limited: { ...failed, limit: 7 } });
    await keepCountsTree(window);
    await signIn(window, service);
    await waitForStatus(window, /calls$/);
    await steps(window, calls);
  });
}

/** The first count, once its calls are loaded. */
async function expanded(window: Workbench, name: string): Promise<CountsRow> {
  return await eventually(async () => {
    const [first] = await countsRows(window);
    assert.equal(first?.label, name);
    assert.ok(first.rows.length > 0);
    assert.ok(first.rows.every(({ label }) => label !== "Loading calls…"));
    return first;
  });
}

const idsOf = (calls: readonly CallLine[]) => calls.map(({ id }) => id);

test("a saved count expands into its latest calls, 50 at a time and within its limit", (t) =>
  signedIn(t, async (window, calls) => {
    const wrong = calls.filter(({ exception }) => exception !== null);
    assert.ok(wrong.length > 100);
    await runCommandById(window, "weaveThreads.showCalls", { id: "failed" });
    const first = await expanded(window, "failed");
    assert.deepEqual(callIdsIn(first), idsOf(wrong.slice(0, 50)));
    assert.equal(first.rows.at(-1)?.label, "Load more");
    for (const [index, { thread_id }] of wrong.slice(0, 50).entries())
      assert.equal(first.rows[index]?.kind, thread_id === null ? "call.error" : "call.thread.error");
    for (const [pages, shown] of [
      [2, 100],
      [3, wrong.length],
    ] as const) {
      await runCommandById(window, "weaveThreads.loadMoreCalls", { countId: "failed" });
      await eventually(async () => {
        const [row] = await countsRows(window);
        assert.ok(row !== undefined);
        assert.deepEqual(callIdsIn(row), idsOf(wrong.slice(0, shown)));
        assert.equal(row.rows.at(-1)?.label === "Load more", pages === 2);
      });
    }

    await runCommandById(window, "weaveThreads.moveCountUp", { id: "limited" });
    await runCommandById(window, "weaveThreads.showCalls", { id: "limited" });
    const limited = await expanded(window, "limited");
    assert.deepEqual([callIdsIn(limited), limited.rows.length], [idsOf(wrong.slice(0, 7)), 7]);
  }));

test("the calls of a count are loaded with it, only while it is expanded and visible; a failure is shown with Retry", (t) =>
  signedIn(t, async (window, calls) => {
    const wrong = calls.filter(({ exception }) => exception !== null);
    await runCommandById(window, "weaveThreads.showCalls", { id: "failed" });
    await expanded(window, "failed");
    const before = service.requests.length;
    await runCommandById(window, "weaveThreads.refreshCount", { id: "failed" });
    const lists = () =>
      service.requests.slice(before).filter(({ body }) => JSON.stringify(body).includes('"limit":51')).length;
    await eventually(async () => {
      await countsRows(window);
      assert.equal(lists(), 1);
    });
    misbehaveAtCalls(answering(500, {}));
    await runCommandById(window, "weaveThreads.refreshCount", { id: "failed" });
    await eventually(async () => {
      const [row] = await countsRows(window);
      assert.equal(row?.rows.at(-1)?.label, "Not refreshed. Retry");
      assert.equal(row.rows.length, 51);
    });
    service.misbehave(null);
    await runCommandById(window, "weaveThreads.retryCalls", { countId: "failed" });
    assert.deepEqual(callIdsIn(await expanded(window, "failed")), idsOf(wrong.slice(0, 50)));

    for (const command of ["list.collapse", "workbench.view.explorer"]) {
      await runCommandById(window, "weaveThreads.showCalls", { id: "failed" });
      const { misbehavior, gone } = hanging();
      misbehaveAtCalls(misbehavior);
      const requested = service.requests.length;
      await runCommandById(window, "weaveThreads.refreshCount", { id: "failed" });
      await eventually(() => assert.ok(service.requests.slice(requested).some(({ path }) => path === callsPath)));
      await runCommandById(window, command);
      await gone;
      service.misbehave(null);
    }
  }));

function misbehaveAtCalls(misbehavior: Misbehavior): void {
  service.misbehave((incoming, outgoing, held) => {
    if (held.path === callsPath) misbehavior(incoming, outgoing, held);
    else held.pass();
  });
}

test("the status bar, a count file and conditions lead to their calls, which can be removed", (t) =>
  signedIn(
    t,
    async (window, calls) => {
      // From the tooltip of the status item.
      await runCommandById(window, "weaveThreads.showCalls");
      assert.deepEqual(callIdsIn(await expanded(window, "All Calls")), idsOf(calls.slice(0, 50)));

      const host = await window.host();
      await host.run(async ({ vscode }) => {
        const [folder] = vscode.workspace.workspaceFolders ?? [];
        if (folder === undefined) throw new Error("The window shows no folder.");
        await vscode.commands.executeCommand("vscode.open", vscode.Uri.joinPath(folder.uri, "jobs.weave-count.json"));
      });
      await runCommandById(window, "weaveThreads.runCountFile");
      await pressLens(window, "Show Calls");
      const jobs = named(calls, "summarize_day");
      const ofFile = await expanded(window, "jobs");
      assert.deepEqual([ofFile.kind, callIdsIn(ofFile)], ["count.temporary", idsOf(jobs.slice(0, 50))]);
      assert.equal(ofFile.value, `${jobs.length} calls`);

      const view = window.view("Counts");
      await eventually(async () => assert.equal((await view.focusedRow())?.label, "jobs"));
      const id = ofFile.id.slice("count/".length);
      await window.startCommand("weaveThreads.setThreshold", { id });
      await window.notifications.waitFor("Save the count first.");
      await window.startCommand("weaveThreads.saveCount", { id });
      await window.quickInput.waitFor("Save Count");
      await window.quickInput.accept();
      // Saved, it is the last.
      const labels = async () => (await countsRows(window)).map(({ label }) => label);
      await eventually(async () => assert.deepEqual(await labels(), ["All Calls", "failed", "limited", "jobs"]));
      const [all, , , saved] = await countsRows(window);
      assert.equal(saved?.kind, "count");
      await runCommandById(window, "weaveThreads.removeCount", { id: all?.id.slice("count/".length) });
      await eventually(async () => assert.deepEqual(await labels(), ["failed", "limited", "jobs"]));
    },
    {
      "jobs.weave-count.json": JSON.stringify({ filter: { op_names: [`weave:///${project}/op/summarize_day:*`] } }),
    },
  ));

test("the count box shows calls in the Counts view; one opens its conversation, or a page outside threads", (t) =>
  signedIn(t, async (window, calls) => {
    const { quickInput } = window;
    await window.startCommand("weaveThreads.countCalls");
    await quickInput.pick("Calls to an Op…");
    await quickInput.waitFor("Op");
    await quickInput.type("summarize_day");
    await quickInput.accept();
    const jobs = named(calls, "summarize_day");
    await eventually(async () => assert.equal((await quickInput.items())[0]?.label, `${jobs.length} calls`));
    await quickInput.pick("Show Calls");
    const view = window.view("Counts");
    await showsRow(view, "op is summarize_day", new RegExp(`^${jobs.length} calls`));
    await view.chooseAt(1, "Open Call");
    const tab = new ConversationTab(window.page);
    await tab.waitFor("summarize_day");
    await eventually(async () => {
      assert.equal(await tab.page.locator("h1").innerText(), "summarize_day");
      assert.equal(await tab.page.locator("h2").innerText(), "Call");
    });
    await tab.page.locator("details.calls > summary").click();
    const inside = calls.filter(({ trace_id }) => trace_id === jobs[0]?.trace_id);
    await eventually(async () => assert.equal(await tab.page.getByRole("treeitem").count(), inside.length));

    // Expanded again, it has rows that VS Code does not request again.
    await view.toggle("op is summarize_day");
    const { id = "" } = (await countsRows(window))[0] ?? {};
    assert.equal(await revealsOf(window, "weaveThreads.showCalls", { id: id.slice("count/".length) }), 1);
    await view.toggle("op is summarize_day");
    await view.chooseOn("failed", "Show Calls");
    const wrong = calls.filter(({ exception }) => exception !== null);
    const at = wrong.findIndex(({ id, thread_id, turn_id }) => thread_id !== null && id !== turn_id);
    await focusRow(window, view, "failed", at + 1);
    await window.page.keyboard.press("Enter");
    await tab.waitFor(wrong[at]?.thread_id ?? "");
    await tab.page.locator('[role="treeitem"][aria-current="true"]').waitFor();
    assert.equal(await view.hasFocus(), true);
    await window.page.keyboard.press("Enter");
    await eventually(async () => assert.equal(await view.hasFocus(), false));
  }));

/** How often a command reveals a row of the Counts view. */
async function revealsOf(window: Workbench, command: string, row: object): Promise<number> {
  const host = await window.host();
  return await host.run(
    async ({ vscode, views }, [id, given]: readonly [string, object]) => {
      const view = views.get("weaveThreads.counts");
      if (view === undefined) throw new Error("There is no Counts view.");
      const { reveal } = view;
      let count = 0;
      Reflect.set(view, "reveal", (...args: readonly unknown[]) => {
        count += 1;
        return Reflect.apply(reveal, view, args);
      });
      await vscode.commands.executeCommand(id, given);
      Reflect.set(view, "reveal", reveal);
      return count;
    },
    [command, row] as const,
  );
}

/**
 * Moves the focus to the call at this position below an expanded count; 1 is the first. The view may take the focus
 * back to the count until it knows that the row is expanded, and rows that arrive meanwhile move the others.
 */
async function focusRow({ page }: Workbench, view: TreeView, label: string, position: number): Promise<void> {
  await eventually(async () => {
    const rows = await view.rows();
    const focused = await view.focusedRow();
    const count = rows.find(({ label: shown }) => shown === label)?.index ?? Number.NaN;
    // Only rows on screen are known.
    if (Number.isNaN(count)) await view.scrollToTop();
    assert.equal(rows.find(({ index }) => index === count + 1)?.level, 2);
    // The list gets the focus after the row.
    assert.ok(await view.hasFocus());
    const left = count + position - (focused?.index ?? 0);
    for (let step = 0; step < Math.abs(left); step++) await page.keyboard.press(left > 0 ? "ArrowDown" : "ArrowUp");
    assert.equal(left, 0);
  });
}
