// Takes the pictures of the walkthrough: one of each step in each kind of theme, as VS Code shows that of the user's.
import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Editor } from "./editor.ts";
import { boxAtTop, type Clip, labeled, leave, refundRow, take } from "./picture.ts";
import { shownThreads } from "./shownThreads.ts";
import { ConversationTab } from "./workbench/conversationTab.ts";
import { eventually } from "./workbench/eventually.ts";
import type { Workbench } from "./workbench/workbench.ts";

/** The end of a picture's name, the theme, and the class that the window has in it. */
const themes = [
  ["dark", "Dark Modern", "vs-dark"],
  ["light", "Light Modern", "vs"],
  ["hc", "Dark High Contrast", "hc-black"],
  ["hc-light", "Light High Contrast", "hc-light"],
] as const;

const size = { width: 760, height: 460 };
const narrow = { width: 640, height: 482 };

const scrollToEnd = (element: { scrollIntoView(options: object): void }) => element.scrollIntoView({ block: "end" });

/** Takes the picture of a step in each theme. `show` is called before each. */
async function inEachTheme(window: Workbench, step: string, show: () => Promise<Clip>): Promise<void> {
  const { page, quickInput } = window;
  for (const [name, label, className] of themes) {
    await window.runCommand("Preferences: Color Theme");
    await quickInput.type(label);
    await quickInput.pick(label);
    await page.locator(`.monaco-workbench.${className}`).waitFor();
    const clip = await show();
    await leave(page);
    await take(page, `walkthrough/${step}-${name}`, clip);
    if (step === "sign-in") await quickInput.dismiss();
  }
}

export async function pictureWalkthrough(editor: Editor): Promise<void> {
  await pictureSignIn(editor);
  await using profile = await editor.newProfile({ "weaveThreads.serviceUrl": "sample:" });
  const window = await profile.open();
  const { page } = window;
  const view = await shownThreads(window);
  await page.setViewportSize(size);
  await labeled(view);
  await window.widenSideBar(120);
  await inEachTheme(window, "sample", async () => ({ x: 49, y: 68, width: 420, height: 182 }));

  await view.select(await refundRow(view));
  const tab = new ConversationTab(page);
  await tab.waitFor("refund-INV-2093");
  await tab.read(1);
  await tab.turn(1).locator("details.calls > summary").click();
  await tab.turn(1).getByRole("treeitem").nth(5).waitFor();
  await window.runCommand("View: Toggle Primary Side Bar Visibility");
  await page.setViewportSize(narrow);
  await tab.turn(1).locator("details.calls").evaluate(scrollToEnd);
  await inEachTheme(window, "conversation", async () => ({ x: 56, y: 74, width: 576, height: 372 }));
}

/** The first box of signing in, with a key that was found. */
async function pictureSignIn(editor: Editor): Promise<void> {
  await using profile = await editor.newProfile({});
  const netrc = join(profile.home, ".netrc");
  await writeFile(netrc, `machine api.wandb.ai login ada password ${"0123456789".repeat(4)}\n`, { mode: 0o600 });
  const window = await profile.open();
  await window.page.setViewportSize(size);
  await window.openView("Weave Threads", "Threads");
  await inEachTheme(window, "sign-in", async () => {
    await window.runCommand("Weave: Sign In…");
    await eventually(async () => assert.ok((await window.quickInput.items()).length > 2));
    return await boxAtTop(window.page);
  });
  await rm(netrc);
}

/** The program in its terminal and its conversations, in a window that shows them. */
export async function pictureCollectorStep(window: Workbench): Promise<void> {
  await window.page.setViewportSize({ width: 906, height: 400 });
  await window.runCommand("View: Toggle Maximized Panel");
  await inEachTheme(window, "collector", async () => ({ x: 49, y: 38, width: 848, height: 160 }));
}
