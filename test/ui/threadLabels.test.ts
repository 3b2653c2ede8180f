import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { project, settledRows, signIn } from "./steps.ts";

const editor = installedEditor();
const service = interposed();

/** The visible rows of threads: their label, and whether the sorted value and 36 characters after it can be read. */
const measured = `[...document.querySelectorAll(".part.sidebar .pane .monaco-list-row[aria-level='1']")].flatMap((row) => {
  const text = row.querySelector(".label-name")?.firstChild;
  const label = text?.textContent ?? "";
  if (row.querySelector(".codicon-ellipsis") !== null) return [];
  const right = row.querySelector(".monaco-icon-label-container").getBoundingClientRect().right + 0.5;
  const isSeen = (end) => {
    const range = document.createRange();
    range.setStart(text, 0);
    range.setEnd(text, Math.min(end, text.length));
    return range.getBoundingClientRect().right <= right;
  };
  const value = label.split("  ")[0].length;
  return [{ label, name: row.getAttribute("aria-label"), isWhole: isSeen(value), isApart: isSeen(value + 38) }];
})`;

interface Measured {
  readonly label: string;
  readonly name: string;
  readonly isWhole: boolean;
  readonly isApart: boolean;
}

async function measuredRows({ page }: Workbench): Promise<readonly Measured[]> {
  const found = new Map<string, Measured>();
  const list = page.locator(".part.sidebar .monaco-list").first();
  await list.press("Home");
  // Page Down first moves to the last visible row, and only then scrolls.
  for (let still = 0; still < 3; await list.press("PageDown")) {
    const count = found.size;
    for (const row of await page.evaluate<readonly Measured[]>(measured)) found.set(row.name, row);
    still = found.size > count ? 0 : still + 1;
  }
  return [...found.values()];
}

const orders = [
  ["p50_turn_duration_ms", 240],
  ["p99_turn_duration_ms", 240],
  ["turn_count", 300],
  ["start_time", 300],
  ["last_updated", 420],
] as const;

test("the sorted value can be read at every width, rows are told apart at 420 px, and the list's find marks words of labels", async (t) => {
  const settings = { "weaveThreads.threadLabel": "firstMessage", "weaveThreads.defaultTimeRange": "all" };
  await editor.inWindow(t, { settings }, async (window) => {
    const { page } = window;
    const host = await window.host();
    // All threads are new.
    await host.run(async ({ context }, key: string) => context.workspaceState.update(key, 1), `seen/${project}`);
    const view = await signIn(window, service);
    await settledRows(view);
    for (const [order, width] of orders) {
      const { width: now = 0 } = (await page.locator(".part.sidebar").boundingBox()) ?? {};
      if (width !== now) await window.widenSideBar(width - now);
      await host.run(
        async ({ vscode }, sort: string) =>
          vscode.workspace
            .getConfiguration()
            .update("weaveThreads.defaultSort", sort, vscode.ConfigurationTarget.Global),
        `${order}:desc`,
      );
      await settledRows(view);
      await eventually(async () => {
        const rows = await measuredRows(window);
        assert.ok(rows.length >= 100);
        assert.ok(rows.every(({ name }) => /, new, /.test(name)));
        assert.ok(rows.filter(({ name }) => !name.startsWith("Thread ")).length > 90);
        const cut = rows.filter(({ isWhole, isApart }) => !isWhole || (width >= 420 && !isApart));
        assert.deepEqual(cut, [], order);
      });
    }
    const [first] = await view.rows();
    const word =
      first?.label
        .slice(0, 80)
        .match(/\w{4,}/g)
        ?.at(-1) ?? assert.fail("no word");
    await page.locator(".part.sidebar .monaco-list").first().focus();
    await runCommandById(window, "list.find");
    await page.keyboard.type(word);
    const marks = page.locator(".part.sidebar .monaco-list-row .monaco-highlighted-label .highlight");
    await eventually(async () => {
      const texts = await marks.allTextContents();
      assert.ok(
        texts.some((text) => text.toLowerCase() === word.toLowerCase()),
        `${word}: ${texts}`,
      );
    });
    await page.keyboard.press("Escape");
    await window.widenSideBar(300 - 420);
  });
});
