import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { eventually } from "./eventually.ts";
import { textIfShown } from "./shownText.ts";

const hoverMs = 3000;

/** The hover text of an element. Retries because a redraw closes the hover. */
export async function hoverText(page: Page, target: Locator): Promise<string> {
  const hover = page.locator(".monaco-hover.workbench-hover").filter({ visible: true });
  return await eventually(async () => {
    await page.mouse.move(0, 0);
    try {
      await hover.waitFor({ state: "hidden", timeout: hoverMs });
    } finally {
      // Another hover can stay open without the pointer; this one closes it.
      await target.hover();
    }
    await hover.waitFor({ timeout: hoverMs });
    return await eventually(async () => {
      // Does not wait: a hover that a redraw has closed does not come back.
      const text = await textIfShown(hover);
      assert.ok(text !== "" && text !== "Loading...", text);
      return text;
    }, hoverMs);
  });
}
