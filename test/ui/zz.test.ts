import { writeFile } from "node:fs/promises";
import { test } from "node:test";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { hiddenCommands } from "./hiddenCommand.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { settledRows, signIn } from "./steps.ts";
import { allTime } from "./threadRows.ts";

const editor = installedEditor();
const service = interposed();
test("look", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window, profile) => {
    const show = (threadId: string) => ({ command: "weaveThreads.showConversation", args: { threadId } });
    const press = await hiddenCommands(window, profile, {
      a: show("refund-INV-2093"),
      b: show("odd-texts-🧵"),
      c: show("offsite-planning-2026"),
      d: show("export-large-output"),
    });
    const view = await signIn(window, service);
    await settledRows(view);
    const tab = new ConversationTab(window.page);
    for (const [name, label] of [
      ["a", "refund-INV-2093"],
      ["b", "odd-texts-🧵"],
      ["c", "offsite-planning-2026"],
      ["d", "export-large-output"],
    ] as const) {
      const t0 = performance.now();
      await press(name);
      await tab.waitFor(label);
      const t1 = performance.now();
      await tab.page.locator("article").first().waitFor();
      const t2 = performance.now();
      await new Promise((r) => setTimeout(r, 1500));
      await writeFile(`/tmp/editor-${name}.png`, await window.picture());
      console.log(name, t1 - t0, t2 - t0, (await tab.text()).slice(0, 1500));
    }
    for (const r of service.requests.slice(-14)) console.log(r.path, JSON.stringify(r.body).slice(0, 300));
  }));
