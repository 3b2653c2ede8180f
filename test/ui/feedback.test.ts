import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { showcaseThreads } from "../../src/localService/data/showcase.ts";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { project, settledRows, signIn } from "./steps.ts";
import { allTime } from "./threadRows.ts";

const editor = installedEditor();
const service = interposed();
const rowsSchema = z.object({
  result: z.array(
    z.object({ id: z.string(), weave_ref: z.string(), feedback_type: z.string(), wb_user_id: z.string() }),
  ),
});

/** What was written in this project by the tests. */
async function written(): Promise<readonly z.infer<typeof rowsSchema>["result"][number][]> {
  const { result } = rowsSchema.parse(JSON.parse(await service.ask("/feedback/query", { project_id: project })));
  return result.filter(({ wb_user_id }) => wb_user_id === "local");
}

/** Requests for feedback by this field. */
const queries = (field: "id" | "weave_ref") =>
  service.requests.filter(({ path, body }) => {
    return path === "/feedback/query" && JSON.stringify(body).includes(`{"$in":[{"$getField":"${field}"}`);
  }).length;

test("reactions and notes are read, added from the page and from a row, and undone", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const { refund } = showcaseThreads;
    await view.select(refund);
    const tab = new ConversationTab(window.page);
    await tab.waitFor(refund);
    const turn = tab.turn(1);
    await tab.read(1);
    await eventually(async () => assert.ok(queries("weave_ref") > 0));

    await tab.choose(turn, "Add Reaction…");
    assert.equal(await window.dialog.detail(), `Reactions and notes are visible to everybody in ${project}.`);
    await window.dialog.press("Continue");
    await window.quickInput.pick("👎");
    const marks = turn.locator(".feedback > li").filter({ hasText: " you, " });
    await eventually(async () => assert.match((await marks.allInnerTexts()).join("|"), /👎 you, .+ Undo/));
    assert.equal((await written()).length, 1);

    // The answer to the note is lost: it is found by its ID.
    let lost = 0;
    service.misbehave((_incoming, outgoing, { path, body, pass }) => {
      if (path !== "/feedback/create" || lost > 0) return pass();
      lost += 1;
      void service.ask(path, Object(body)).then(() => outgoing.destroy());
    });
    await tab.choose(turn, "Add Note…");
    await window.quickInput.type("Quotes the old policy.");
    await eventually(async () => assert.equal(await window.quickInput.message(), "22 of 1,024 characters"));
    await window.quickInput.accept();
    await eventually(async () =>
      assert.match((await marks.allInnerTexts()).join("|"), /Quotes the old policy\. you, /),
    );
    assert.deepEqual([lost, (await written()).length], [1, 2]);

    // A note that is refused stays in the box.
    service.misbehave((_incoming, outgoing, { path, pass }) => {
      if (path !== "/feedback/create") return pass();
      outgoing.writeHead(403, { "content-type": "application/json" });
      outgoing.end(JSON.stringify({ reason: "Read-only key" }));
    });
    await tab.choose(turn, "Add Note…");
    await window.quickInput.type("Second note");
    await window.quickInput.accept();
    await eventually(async () =>
      assert.match(await window.quickInput.message(), /You cannot add feedback to this project. "?Read-only key/),
    );
    assert.equal(await window.quickInput.value(), "Second note");
    service.misbehave(null);
    await window.quickInput.accept();
    await eventually(async () => assert.equal(await marks.count(), 3));

    await marks.nth(0).getByRole("button", { name: "Undo" }).click();
    await eventually(async () => assert.equal(await marks.count(), 2));
    assert.deepEqual(
      (await written()).map(({ feedback_type }) => feedback_type),
      ["wandb.note.1", "wandb.note.1"],
    );
    await eventually(async () => assert.match(await view.tooltip(refund), /Feedback: .*2 notes/));
    assert.equal(queries("id"), 2, "what failed is looked for before it is sent again");
    assert.ok(queries("weave_ref") < (await tab.turnCount()), "the turns in view share a request");

    const named = async () => (await view.rows()).filter(({ level, value }) => level === 1 && value !== "");
    const all = (await named()).length;
    await tab.choose(turn, "Add Reaction…");
    await window.quickInput.pick("👎");
    await eventually(async () => assert.equal(await marks.count(), 3));
    await view.press("Filter Threads…");
    await window.quickInput.pick("Thumbs Down");
    await eventually(async () => {
      const rows = await named();
      assert.ok(rows.length < all && rows.some(({ label }) => label === refund), rows.map(({ label }) => label).join());
    });
    assert.match((await view.rows())[0]?.accessibleName ?? "", /Clear Filter.*thumbs down/);
    await view.select("Clear Filter");
    await eventually(async () => assert.equal((await named()).length, all));

    await view.toggle(refund);
    const row = await eventually(async () => {
      const inside = (await view.rows()).find(({ level, label }) => level === 2 && label.startsWith("Yes please!"));
      assert.ok(inside, "the turns are listed");
      return inside.label;
    });
    await view.chooseOn(row, "Add Reaction…");
    await window.quickInput.type("🦊");
    await window.quickInput.pick("🦊");
    await window.notifications.waitFor("Reaction added.");
    assert.equal((await written()).length, 4);
    await window.notifications.press("Reaction added.", "Undo");
    await eventually(async () => assert.equal((await written()).length, 3));

    await view.chooseOn(row, "Add Note…");
    await window.quickInput.type("Too late");
    await runCommandById(window, "weaveThreads.signOut");
    await window.quickInput.accept();
    await window.notifications.waitFor("The list has changed. Try again.");
    assert.equal((await written()).length, 3);
  }));
