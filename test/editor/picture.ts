// What the scripts that take pictures share.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { showcaseThreads } from "../../src/localService/data/showcase.ts";
import { eventually } from "./workbench/eventually.ts";
import type { TreeView } from "./workbench/treeView.ts";

/** The frames of each picture as PNGs, by its name, written after all have been taken. */
export const taken = new Map<string, Buffer[]>();

/** The size of a window with a conversation beside the list. */
export const conversation = { x: 0, y: 0, width: 1160, height: 680 };
/** Extra side bar width, in pixels, so that rows are not cut off. */
export const roomForRows = 100;

/** Waits until the first rows have their labels. */
export async function labeled(view: TreeView): Promise<void> {
  await eventually(async () => {
    const rows = (await view.rows()).filter(({ accessibleName }) => accessibleName.startsWith("Thread "));
    assert.ok(rows.length < 3);
  });
}

/** The label of the row of the refund thread. */
export async function refundRow(view: TreeView): Promise<string> {
  return await eventually(async () => {
    const rows = await view.rows();
    const row = rows.find(({ accessibleName }) => accessibleName.includes(`thread ${showcaseThreads.refund}`));
    return row?.label ?? assert.fail("The refund thread is not on screen.");
  });
}

export interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The bounds of the quick input. */
export async function boxAtTop(page: Page): Promise<Clip> {
  const box = await page.locator(".quick-input-widget").boundingBox();
  assert.ok(box);
  return box;
}

/** Moves the pointer away, so that nothing is shown because of it. */
export async function leave(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.locator(".monaco-hover:visible").waitFor({ state: "detached" });
}

/** Takes a picture of a part of the window, by default the quick input. Another of the same name is its next frame. */
export async function take(page: Page, name: string, clip?: Clip): Promise<void> {
  const png = await page.screenshot({ clip: clip ?? (await boxAtTop(page)), animations: "disabled" });
  taken.set(name, [...(taken.get(name) ?? []), png]);
}
