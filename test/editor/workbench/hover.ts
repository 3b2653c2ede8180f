import type { Locator, Page } from "playwright-core";
import { shownText } from "./shownText.ts";

/** What the editor shows when the pointer rests on something. */
export async function hoverText(page: Page, target: Locator): Promise<string> {
  await page.mouse.move(0, 0);
  const hover = page.locator(".monaco-hover.workbench-hover").filter({ visible: true });
  await hover.waitFor({ state: "hidden" });
  await target.hover();
  await hover.waitFor();
  return await shownText(hover);
}
