import assert from "node:assert/strict";
import { test } from "node:test";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { hiddenCommands } from "./hiddenCommand.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { settledRows, signIn } from "./steps.ts";
import { allTime, askThreads } from "./threadRows.ts";

const editor = installedEditor();
const service = interposed();

test("a thread opens as a tab whose page shows its turns", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window, profile) => {
    const [first] = await askThreads(service, { limit: 1 });
    assert.ok(first);
    const show = { command: "weaveThreads.showConversation", args: { threadId: first.thread_id } };
    const press = await hiddenCommands(window, profile, { show });
    const view = await signIn(window, service);
    await settledRows(view);
    const tab = new ConversationTab(window.page);
    await press("show");
    await tab.waitFor(first.thread_id);
    await eventually(async () => assert.ok((await tab.text()).includes(first.first_turn_id), await tab.text()));
  }));
