import assert from "node:assert/strict";
import { test } from "node:test";
import { commands, window } from "vscode";
import { type BoxItem, boxItem, drawPage } from "../../src/features/counts/boxPage.ts";
import { eventually } from "../editor/workbench/eventually.ts";

/** A page with the rows of these conditions. */
const page = (...conditions: readonly number[]) => ({
  busy: false,
  back: true,
  placeholder: "",
  items: conditions.map((index) => boxItem({ label: `condition ${index}`, action: { kind: "edit", index } })),
});

test("the count box keeps the row that the user has moved to when a page is updated, and not on another page", async (t) => {
  const pick = window.createQuickPick<BoxItem>();
  t.after(() => pick.dispose());
  const isActive = (index: number) =>
    eventually(() =>
      assert.deepEqual(
        pick.activeItems.map(({ action }) => action),
        [{ kind: "edit", index }],
      ),
    );
  drawPage(pick, page(1, 2, 3), true);
  pick.show();
  await isActive(1);
  await commands.executeCommand("workbench.action.quickOpenSelectNext");
  await isActive(2);
  drawPage(pick, page(0, 1, 2, 3), false);
  // The extension host sends new rows with its next timer: during this request, so before the command.
  await commands.getCommands();
  await commands.executeCommand("workbench.action.quickOpenSelectNext");
  await isActive(3);
  drawPage(pick, page(1, 2, 3), true);
  await isActive(1);
});
