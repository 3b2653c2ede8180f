import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { project, settledRows, signIn } from "./steps.ts";

const editor = installedEditor();
const service = interposed();

/** In pixels: the usual width of a side bar. */
const usualWidth = 300;

/** The visible rows of threads: their label, and whether the sorted value can be read. */
const measured = `[...document.querySelectorAll(".part.sidebar .pane .monaco-list-row[aria-level='1']")].flatMap((row) => {
  const text = row.querySelector(".label-description")?.firstChild;
  const label = row.querySelector(".label-name")?.textContent ?? "";
  const name = row.getAttribute("aria-label");
  const first = text?.textContent.split(" · ")[0] ?? "";
  if (first === "" || row.querySelector(".codicon-ellipsis") !== null) return [];
  const range = document.createRange();
  range.setStart(text, 0);
  range.setEnd(text, first.length);
  const seen = row.querySelector(".monaco-icon-label-container").getBoundingClientRect();
  return [{ label, name, first, isWhole: range.getBoundingClientRect().right <= seen.right + 0.5 }];
})`;

interface Measured {
  readonly label: string;
  readonly name: string;
  readonly first: string;
  readonly isWhole: boolean;
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

const orders = ["last_updated", "start_time", "turn_count", "p50_turn_duration_ms", "p99_turn_duration_ms"];

test("at 300 px a row says what its thread is about, and its sorted value can be read in every order", async (t) => {
  const settings = { "weaveThreads.threadLabel": "firstMessage", "weaveThreads.defaultTimeRange": "all" };
  await editor.inWindow(t, { settings }, async (window) => {
    const host = await window.host();
    // All threads are new.
    await host.run(async ({ context }, key: string) => context.workspaceState.update(key, 1), `seen/${project}`);
    const view = await signIn(window, service);
    await settledRows(view);
    const { width = 0 } = (await window.page.locator(".part.sidebar").boundingBox()) ?? {};
    if (width !== usualWidth) await window.widenSideBar(usualWidth - width);
    for (const order of orders) {
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
        assert.ok(rows.filter(({ label, name }) => !name.startsWith(`Thread ${label}`)).length > 90);
        assert.deepEqual(
          rows.filter(({ isWhole }) => !isWhole),
          [],
          order,
        );
      });
    }
  });
});
