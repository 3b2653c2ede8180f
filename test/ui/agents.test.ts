import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { isOldestEditor } from "../editor/editorUnderTest.ts";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { closeComparison, waitForComparison } from "./comparison.ts";
import { runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { project, settledRows, signIn } from "./steps.ts";
import { allTime } from "./threadRows.ts";

const editor = installedEditor();
const service = interposed({ threads: 20, calls: 200, agents: 12 });
const settings = { ...allTime, "weaveThreads.threadLabel": "message" };

const coding = "The total of an invoice";

/** The IDs of the project's agent conversations that a request matches, without the extension. */
async function requested(request: object): Promise<readonly string[]> {
  const groups = z.object({ groups: z.array(z.object({ group_keys: z.object({ conversation_id: z.string() }) })) });
  const body = { project_id: project, group_by: [{ source: "column", key: "conversation_id" }], ...request };
  const answer = groups.parse(JSON.parse(await service.ask("/agents/spans/query", body)));
  return answer.groups.flatMap(({ group_keys }) => group_keys.conversation_id || []);
}

/** The text of the terminal, which is drawn on a canvas. */
async function terminalText(window: Workbench): Promise<string> {
  await runCommandById(window, "workbench.action.terminal.selectAll");
  await runCommandById(window, "workbench.action.terminal.copySelection");
  return await window.clipboard();
}

test("both kinds of conversations are listed, chosen and sorted, and a coding session is read and resumed", (t) =>
  editor.inWindow(t, { settings }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const rows = async () => (await view.rows()).filter(({ level, value }) => level === 1 && value !== "");
    const names = async () => (await rows()).map(({ accessibleName }) => accessibleName);
    const isAgents = (name: string) => /agent conversation/i.test(name);
    await eventually(async () => {
      const all = await names();
      assert.ok(all.some(isAgents) && !all.every(isAgents));
    });

    const { quickInput } = window;
    await view.press("Filter Threads…");
    await quickInput.pick("Kind");
    await quickInput.pick("Agents");
    const agents = await requested({});
    await eventually(async () => {
      const all = await names();
      assert.deepEqual([all.length, all.every(isAgents)], [agents.length, true]);
    });
    await view.press("Filter Threads…");
    await quickInput.pick("Agent Version");
    await quickInput.pick("0.4.0");
    await eventually(async () =>
      assert.deepEqual(
        (await rows()).map(({ label }) => label),
        ["Suppliers in Portugal"],
      ),
    );
    await view.select("Clear Filter");
    await eventually(async () => assert.ok((await names()).some((name) => !isAgents(name))));
    await window.runCommand("Weave: Show Errors…");
    await eventually(async () => {
      // VS Code may select none of the rows that replace others while one types.
      await quickInput.type("");
      await quickInput.type("Bash: ");
      const [first] = await quickInput.items();
      assert.deepEqual([/^\d+ spans? +Bash: /.test(first?.label ?? ""), first?.active], [true, true]);
    });
    await quickInput.accept();
    await eventually(async () => {
      const all = await names();
      assert.ok(all.length > 0 && all.length < agents.length && all.every(isAgents));
    });
    const [filter] = await view.rows();
    assert.match(filter?.accessibleName ?? "", /tool_name: Bash · error_type: \w+ · All time · errors only/);
    await view.select("Clear Filter");
    await eventually(async () => assert.ok((await names()).some((name) => !isAgents(name))));
    await view.chooseMore("Sort Threads…");
    await quickInput.pick("Errors, most first");
    await eventually(async () => assert.match((await rows())[0]?.value ?? "", /^2 errors$/));
    await view.chooseMore("Sort Threads…");
    await quickInput.pick("Last updated, newest first");
    await eventually(async () => assert.ok((await names()).some((name) => !isAgents(name))));

    const row = (await rows()).find(({ label }) => label.startsWith(coding))?.label ?? "";
    await view.select(row);
    const tab = new ConversationTab(window.page);
    await tab.waitForTurns(2);
    const first = await tab.read(1);
    assert.match(first, /Thinking[\s\S]*Tool call Edit[\s\S]*Tool call Bash[\s\S]*Failed[\s\S]*All 14 tests pass/);
    const edit = tab.turn(1).locator("details.tool").filter({ hasText: "Tool call Edit" }).first();
    await edit.locator("summary").first().click();
    await edit.getByText("/home/ada/shop/src/invoice.ts", { exact: true }).first().waitFor();
    await edit.getByRole("button", { name: "Open Diff" }).click();
    const { left, right } = await waitForComparison(window, "invoice.ts (Edit)");
    assert.deepEqual([left, right], ["  return total * 1.19;", "  return Math.round(total * (1 + rate) * 100) / 100;"]);
    await closeComparison(window, "invoice.ts (Edit)");
    const second = await tab.read(2);
    assert.match(second, /Context compacted: 120 → 14 items[\s\S]*Sub-agent explore/);
    await tab.turn(2).getByText("Sub-agent explore").click();
    await tab.turn(2).getByText("Two places:").waitFor();
    await tab.turn(1).locator("details.calls > summary").click();
    const spans = tab.turn(1).getByRole("treeitem");
    await eventually(async () => assert.equal(await spans.count(), 10));

    // Its terminals need a module that npm cannot install.
    if (isOldestEditor) return;
    await view.chooseOn(row, "Resume in Terminal");
    await eventually(async () => {
      const text = await terminalText(window);
      assert.match(text.replaceAll(/\s/g, ""), /claude--resume5f0c1d92-7a3e-4b61-9c55-0d8e21f4a7b3$/, "typed, not run");
    });
  }));
