import assert from "node:assert/strict";
import { test } from "node:test";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { webviewPage } from "../editor/workbench/webviewPage.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { settledRows, signIn } from "./steps.ts";

const editor = installedEditor();
const service = interposed();

const walkthrough = "weave-threads.weave-threads#start";

/** Waits until these steps of the open walkthrough, and no others, are complete. */
async function completed(window: Workbench, ...expected: readonly string[]): Promise<void> {
  await window.startCommand("workbench.action.openWalkthrough", walkthrough);
  const steps = window.page.locator('.getting-started-step[aria-checked="true"]');
  await eventually(async () => {
    const ids = await Promise.all((await steps.all()).map((step) => step.getAttribute("data-step-id")));
    assert.deepEqual(
      ids,
      expected.map((id) => `${walkthrough}#${id}`),
    );
  });
}

test("each step of the walkthrough is completed by what it shows", (t) =>
  // VS Code stores per profile which steps are complete.
  editor.inWindow(t, { fresh: {} }, async (window) => {
    await completed(window);
    const view = await window.openView("Weave Threads", "Threads");
    await window.page.getByRole("button", { name: "Open Sample Project" }).last().click();
    await settledRows(view);
    await completed(window, "sample");

    const [row] = await view.rows();
    await view.select(row?.label ?? "");
    await new ConversationTab(window.page).waitFor(row?.label ?? "");
    await completed(window, "sample", "conversation");

    await settledRows(await signIn(window, service));
    await completed(window, "sample", "signIn", "conversation");
  }));

test("the walkthrough shows a picture of each step, and Open Guide there and in the view's menu shows the guide", (t) =>
  editor.inWindow(t, { fresh: {} }, async (window) => {
    const { page } = window;
    const guide = async () => {
      const shown = webviewPage(page);
      await shown.locator("h1", { hasText: "Guide" }).waitFor();
      assert.ok(await shown.locator('a[href="#local-collector"]').count());
      assert.equal(await shown.locator("img").count(), 0);
      await window.startCommand("workbench.action.closeAllEditors");
    };
    await window.startCommand("workbench.action.openWalkthrough", walkthrough);
    for (const [step, picture] of [
      ["sample", "Threads in the side bar, with the failed ones marked"],
      ["signIn", "The first box of signing in, with a key that was found"],
      ["conversation", "A conversation with messages and the calls of a turn"],
      ["collector", "A program in a terminal, and its conversations in the side bar"],
    ] as const) {
      await page.locator(`.getting-started-step[data-step-id="${walkthrough}#${step}"]`).first().click();
      const image = page.getByRole("img", { name: picture });
      await image.waitFor();
      // It has no width if it could not be loaded.
      const width = (shown: { readonly naturalWidth: number }) => shown.naturalWidth;
      await eventually(async () => assert.ok((await image.evaluate(width)) > 200, picture));
    }
    await page.getByRole("button", { name: "Open Guide" }).click();
    await guide();
    const view = await window.openView("Weave Threads", "Threads");
    await view.chooseMore("Open Guide");
    await guide();
  }));
