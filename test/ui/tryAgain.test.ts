import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { showcaseThreads } from "../../src/localService/data/showcase.ts";
import { isOldestEditor } from "../editor/editorUnderTest.ts";
import { modelProvider, modelRequests, modelSays } from "../editor/modelProvider.ts";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { EditorTab } from "../editor/workbench/editorTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { closeComparison, waitForComparison } from "./comparison.ts";
import { activeText, runCommandById, setActiveText } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { project, settledRows, signIn } from "./steps.ts";

const provider = await modelProvider();
after(() => provider[Symbol.asyncDispose]());
const withModels = installedEditor({ extensions: [provider.vsix] });
const editor = installedEditor();
const service = interposed();
const threadId = showcaseThreads.refund;
const settings = { "chat.disableAIFeatures": false };

async function isDirtyUntitled(window: Workbench): Promise<boolean> {
  const host = await window.host();
  return await host.run(({ vscode }) => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.isUntitled === true && document.languageId === "markdown" && document.isDirty;
  });
}

test("Try Again sends the edited messages of a model call once the user agrees, and compares what arrives with the original", (t) =>
  withModels.inWindow(t, { settings, files: {} }, async (window, { userData }) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const tab = new ConversationTab(window.page);
    await window.startCommand("weaveThreads.openConversation", { threadId });
    await tab.waitFor(threadId);
    await tab.read(1);
    const step = tab.turn(1).locator(".step").filter({ hasText: "Model call" }).last();
    await tab.chooseAt(step.locator("summary").first(), "Try Again…");
    const written = await eventually(async () => {
      const text = await activeText(window);
      assert.match(text, /^# Try Again: /);
      return text;
    });
    assert.match(written, /VS Code keeps a backup of this document on disk[\s\S]*## \[options\][\s\S]*## \[system\]/);
    assert.ok(await isDirtyUntitled(window));
    const edited = written.replace(/## \[system\]\n\n[^#]*/, "## [system]\n\nSpeak French.\n\n");
    assert.notEqual(edited, written);
    await setActiveText(window, edited);

    const { dialog, quickInput } = window;
    const run = async (model: string) => {
      await new EditorTab(window.page).pressTitleButton("Run…");
      await quickInput.pick(model);
      await dialog.waitFor();
    };
    await run("Model Two");
    assert.equal(await dialog.message(), "Send these messages to Model Two (probe)?");
    assert.match(await dialog.detail(), /Messages: 1 system, .*The system prompt is sent as a user message\./s);
    assert.match(
      await dialog.detail(),
      /Tools, which are not run: .*Tokens, estimated without tools: \d00 of 10,000$/s,
    );
    await dialog.press("Cancel");
    assert.deepEqual(await modelRequests(window), []);

    await run("Model Two");
    await dialog.press("Send");
    const [request] = await eventually(async () => {
      const all = await modelRequests(window);
      assert.equal(all.length, 1);
      return all;
    });
    assert.equal(request?.model, "Two");
    const [first, second] = request?.messages ?? [];
    assert.deepEqual([first?.role, first?.content[0]?.value], [1, "Speak French."]);
    assert.match(String(second?.content[0]?.value), /charged twice/);
    assert.match(JSON.stringify(request?.options.tools), /"name":"lookup_invoice"/);

    await modelSays(window, 1, { text: "Bon" });
    const title = "Original ↔ Attempt 1: Model Two";
    await eventually(async () =>
      assert.equal((await waitForComparison(window, title)).right, "## [assistant]\n\nBon\n"),
    );
    await modelSays(window, 1, { text: "jour." }, { call: "lookup", input: { id: 7 } }, "end");
    await eventually(async () =>
      assert.match(
        (await waitForComparison(window, title)).right,
        /\nBonjour\.\n\n## \[tool call\] call_1 lookup\n[\s\S]*"id": 7/,
      ),
    );
    assert.match((await waitForComparison(window, title)).left, /^## \[assistant\]\n\n\w/);

    // It is listed under the call, and opens again.
    const attempt = (name: RegExp) => tab.turn(1).locator(".steps").getByRole("button", { name });
    const draft = () => window.page.locator(".tab .label-name", { hasText: "Try Again" }).first().click();
    await closeComparison(window, title);
    await tab.select(threadId);
    await attempt(/^Attempt 1: Model Two, \d+:\d+:\d+/).click();
    await waitForComparison(window, title);
    await closeComparison(window, title);

    // A model that does not stop is not waited for.
    await draft();
    await run("Model One");
    assert.match(await dialog.detail(), /Tokens, estimated without tools: unknown of 10,000$/);
    await dialog.press("Send");
    await waitForComparison(window, "Original ↔ Attempt 2: Model One");
    await modelSays(window, 2, { text: "So far" });
    await window.notifications.press("Waiting for Model One (probe)", "Cancel");
    // The oldest editor tells a model nothing of it once it has begun to respond.
    await eventually(async () => assert.equal((await modelRequests(window)).at(-1)?.canceled, !isOldestEditor));
    await tab.select(threadId);
    await attempt(/^Attempt 2: .*, canceled$/).waitFor();

    await draft();
    await run("Model One");
    await dialog.press("Send");
    await waitForComparison(window, "Original ↔ Attempt 3: Model One");
    await modelSays(window, 3, { error: "out of quota" });
    await window.notifications.waitFor(/Model One \(probe\) refused the request: its quota or a policy/);
    await tab.select(threadId);
    await attempt(/^Attempt 3: .*, failed$/).waitFor();

    const sign = window.statusItem("weaveThreads.privacy");
    await runCommandById(window, "weaveThreads.togglePrivacyMode");
    await sign.waitFor();
    await eventually(async () => assert.ok(!(await window.editorTabs()).some((name) => name.includes("Attempt"))));
    await runCommandById(window, "weaveThreads.tryAgain", { weaveKind: "call", weaveCall: "any" });
    await window.notifications.waitFor("Not available in privacy mode.");
    await runCommandById(window, "weaveThreads.togglePrivacyMode");
    await eventually(async () => assert.equal(await sign.shown(), false));
    await eventually(async () => assert.match(await view.description(), new RegExp(project)));
    await settledRows(view);
    await view.select(threadId);
    await tab.waitFor(threadId);
    await attempt(/^Attempt 1: /).click();
    assert.match((await waitForComparison(window, title)).right, /^Bonjour/m);
    await runCommandById(window, "weaveThreads.signOut");
    await eventually(async () => {
      const { left, right } = await waitForComparison(window, title);
      for (const side of [left, right])
        assert.match(side, /^These messages belong to another window, project or account\./);
    });
    const logs = globSync(join(userData, "logs", "**", "*Weave Threads.log"));
    assert.match(logs.map((file) => readFileSync(file, "utf8")).join(""), /\[error\] .*no tokenizer/);
  }));

test("without a chat model, Try Again says what to install", (t) =>
  editor.inWindow(t, {}, async (window) => {
    await settledRows(await signIn(window, service));
    await window.startCommand("weaveThreads.tryAgain", { weaveKind: "call", weaveCall: "any" });
    const text = await window.notifications.waitFor(/No chat model is available\. Install GitHub Copilot Chat/);
    assert.deepEqual(await window.notifications.buttons(text.slice(0, 30)), ["Find Extensions"]);
    assert.deepEqual(await window.editorTabs(), []);
  }));
