import assert from "node:assert/strict";
import { test } from "node:test";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { settledRows, waitForStatus } from "./steps.ts";

const editor = installedEditor();

test("in German, the views, the status bar, commands, documents and pages are in German", (t) =>
  editor.inWindow(t, { fresh: { language: "de" } }, async (window) => {
    const view = await window.openView("Weave-Threads", "Threads");
    await view.waitForWelcome(/Melden Sie sich an/);
    await waitForStatus(window, "Weave: Anmelden");
    await view.pressWelcomeButton("Beispielprojekt öffnen");
    await settledRows(view);
    await waitForStatus(window, "9000 Calls");
    const label = await eventually(async () => {
      const row = (await view.rows()).find(({ accessibleName }) => accessibleName.startsWith("Thread "));
      const spoken = /^Thread \S+, Fehler, aktualisiert vor \d+ (?:Sek|Min|Std)\., \d+ Turns, p50 /;
      assert.match(row?.accessibleName ?? "", spoken);
      return row?.label ?? "";
    });

    await runCommandById(window, "weaveThreads.showAccessibilityHelp");
    await eventually(async () => {
      const text = await window.editorText();
      assert.match(text, /^# Weave-Threads: Hilfe zur Barrierefreiheit\n/);
      assert.match(text, /^- Weave: Anmelden…$/m);
    });

    await view.select(label);
    const tab = new ConversationTab(window.page);
    await tab.waitFor(label);
    await tab.turn(1).getByRole("button", { name: "Weitere Aktionen…" }).waitFor();
  }));
