import assert from "node:assert/strict";
import { test } from "node:test";
import { createFormats } from "../../src/core/text/format.ts";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { EditorTab } from "../editor/workbench/editorTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { besidesErrors, hiddenCommands, project, signIn, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed();
const formats = createFormats("en");

const files: Readonly<Record<string, string>> = {
  "support/agent.py": [
    '"""The assistant."""',
    "import weave",
    "",
    "# @weave.op",
    "def helper(): ...",
    "",
    "class Assistant(weave.Model):",
    "    @weave.op",
    "    async def triage_ticket(self, text: str):",
    "        return text",
    "",
    "@retried",
    '@weave.op(call_display_name="Answer")',
    "def answer_customer(messages):",
    "    return helper()",
    "",
  ].join("\n"),
  "support/triage.py": "from weave import op\n\n@op\ndef triage_ticket(text):\n    return text\n",
  "web/triage.ts": [
    "import * as weave from 'weave';",
    "",
    "export const traced = weave.op(triage_ticket);",
    "function triage_ticket(text: string) {",
    "  return text;",
    "}",
    "export const rare = weave.op(() => 1, { name: 'never_called' });",
  ].join("\n"),
  "node_modules/other/triage.js": "const weave = require('weave');\nweave.op(function triage_ticket() {});\n",
};

const goTo = (op: string) => ({ command: "weaveThreads.goToOpCode", args: { op } });

test("a call leads to the function of its op, and a function to the calls of its op and their conversation", async (t) => {
  await editor.inWindow(t, { files }, async (window) => {
    const press = hiddenCommands(window, {
      one: goTo(`weave:///${project}/op/answer_customer:abc`),
      several: goTo(`weave:///${project}/op/triage_ticket:abc`),
      method: goTo("Assistant.triage_ticket"),
      library: goTo("openai.chat.completions.create"),
    });
    const tab = new EditorTab(window.page);

    await eventually(async () => {
      await press("one");
      await window.page.locator('.tab.active[data-resource-name="agent.py"]').waitFor({ timeout: 2000 });
    });
    await tab.waitFor("agent.py");
    await eventually(async () => assert.match(await tab.cursor(), /^Ln 14, Col 5$/));
    // Signed out, there are no calls to lead to.
    assert.deepEqual(await tab.codeLenses(), []);

    await press("several");
    await window.quickInput.waitFor("Definitions of Op triage_ticket");
    const found = (await window.quickInput.items()).map(({ label, description, detail }) => [
      label,
      description,
      detail,
    ]);
    assert.deepEqual(found.toSorted(), [
      ["triage_ticket", "support/triage.py:4", "def triage_ticket(text):"],
      ["triage_ticket", "web/triage.ts:4", "function triage_ticket(text: string) {"],
    ]);
    await window.quickInput.type("web");
    await window.quickInput.accept();
    await tab.waitFor("triage.ts");
    await eventually(async () => assert.match(await tab.cursor(), /^Ln 4, Col 10$/));

    await press("method");
    await tab.waitFor("agent.py");
    await eventually(async () => assert.match(await tab.cursor(), /^Ln 9, Col 15$/));

    await press("library");
    const none = /Op openai\.chat\.completions\.create is not defined in the workspace/;
    await window.notifications.press(none, "Search in Files");
    await eventually(async () =>
      assert.equal(await window.page.locator(".search-view .search-widget textarea").first().inputValue(), "create"),
    );

    await signIn(window, service);
    await waitForStatus(window, /calls$/);
    await eventually(async () => assert.deepEqual(await tab.codeLenses(), ["Show Weave calls", "Show Weave calls"]));
    await window.runCommand("View: Keep Editor");
    const asked = besidesErrors(service.requests).filter(({ path }) => path === "/calls/stream_query").length;
    await window.page.locator(".codelens-decoration a").nth(1).click();
    await window.quickInput.waitFor(`Calls to answer_customer in ${project}`);
    const [latest] = (
      await service.ask("/calls/stream_query", {
        project_id: project,
        filter: { op_names: [`weave:///${project}/op/answer_customer:*`] },
        sort_by: [{ field: "started_at", direction: "desc" }],
        limit: 1,
      })
    )
      .split("\n")
      .map((line) => JSON.parse(line || "null"));
    const when = formats.dateTime(Date.parse(latest.started_at));
    await eventually(async () => {
      const [count, first] = await window.quickInput.items();
      assert.equal(count?.label, "Count Calls to answer_customer…");
      assert.equal(first?.label.replaceAll("\u202f", " "), when.replaceAll("\u202f", " "));
      assert.ok(first?.description.endsWith(`thread ${latest.thread_id}`), first?.description);
    });
    assert.equal(
      besidesErrors(service.requests).filter(({ path }) => path === "/calls/stream_query").length,
      asked + 1,
    );
    await window.quickInput.accept();
    const conversation = new ConversationTab(window.page);
    await conversation.waitFor(latest.thread_id);
    // It takes the focus to the call's turn in the end.
    await conversation.page.locator("article.turn:focus").waitFor();

    await window.runCommand("View: Close Editor");
    await tab.waitFor("agent.py");
    await tab.goTo(15, 8);
    await window.runCommand("Weave: Show Op Calls…");
    await window.quickInput.waitFor(`Calls to answer_customer in ${project}`);
    await window.quickInput.pick("Count Calls to answer_customer…");
    await window.quickInput.waitFor(`Count Calls · ${project}`);
    await window.quickInput.dismiss();

    await window.openFile("web/triage.ts");
    await tab.waitFor("triage.ts");
    await eventually(async () => assert.equal((await tab.codeLenses()).length, 2));
    await window.page.locator(".codelens-decoration a").nth(1).click();
    await eventually(async () => {
      const [, none] = await window.quickInput.items();
      assert.equal(none?.label, "No calls to never_called in this project.");
    });
    await window.quickInput.dismiss();
  });
});
