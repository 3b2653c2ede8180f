import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { isList, isObject, type Json } from "../../src/core/text/json.ts";
import { showcaseThreads } from "../../src/localService/data/showcase.ts";
import { isOldestEditor } from "../editor/editorUnderTest.ts";
import { freshFolder } from "../editor/freshFolder.ts";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { OverviewTab } from "../editor/workbench/overviewTab.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { askTurns } from "./callRows.ts";
import { answerSaveDialog, runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { recordCalls, recorded } from "./recordedCalls.ts";
import { countId, project, settledRows, signIn, waitForStatus } from "./steps.ts";
import { allTime, askThreads, byId } from "./threadRows.ts";

const { refund } = showcaseThreads;
const editor = installedEditor();
const service = interposed();
const privacyId = "weaveThreads.privacy";
const privateText = "Weave: Private";

/** The texts in a document that only it has: words of programs are short. */
function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return value.length > 30 ? [value.slice(0, 30)] : [];
  if (isList(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** The labels and URIs of all tabs. */
async function tabs(window: Workbench): Promise<string> {
  const host = await window.host();
  return await host.run(({ vscode }) =>
    vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .map(({ label, input }) => {
        const uris = ["uri", "original", "modified"].flatMap((name) => Object(input)[name] ?? []);
        return [label, ...uris.map((uri) => decodeURIComponent(String(uri)))].join(" ");
      })
      .join("\n"),
  );
}

/** The texts of all visible text editors. */
async function visibleText(window: Workbench): Promise<string> {
  const host = await window.host();
  return await host.run(({ vscode }) =>
    vscode.window.visibleTextEditors.map(({ document }) => document.getText()).join("\n"),
  );
}

test("privacy mode hides what is on screen, in tabs, exports and the log, and shows it again", (t) =>
  editor.inWindow(
    t,
    { settings: { ...allTime, "weaveThreads.threadLabel": "firstMessage" }, files: {} },
    async (window) => {
      await using _recording = await recordCalls(window);
      const view = await signIn(window, service);
      await settledRows(view);
      await waitForStatus(window, /calls$/);
      const threads = await askThreads(service, { sort_by: [{ field: "last_updated", direction: "desc" }, byId] });
      const turns = await askTurns(service, refund);
      const [first] = turns;
      assert.ok(first);
      const originals = [
        ...project.split("/"),
        ...threads.flatMap(({ thread_id, first_turn_id }) => [thread_id, first_turn_id]),
        ...turns.flatMap(({ id, inputs = null, output = null }) => [id, ...textsIn(inputs), ...textsIn(output)]),
      ].filter((original) => original.trim().length > 5);
      const assertHidden = (text: string, where: string) => {
        const shown = originals.filter((original) => text.includes(original));
        assert.deepEqual(
          shown,
          [],
          `${where}: ${shown.map((one) => text.slice(Math.max(0, text.indexOf(one) - 300), text.indexOf(one) + 200))}`,
        );
      };

      const conversation = new ConversationTab(window.page);
      await window.startCommand("weaveThreads.openConversation", { threadId: refund });
      await conversation.waitFor(refund);
      const heading = async () => [
        await conversation.page.locator("h1").innerText(),
        await conversation.page.locator(".page-id").innerText(),
      ];
      const [label = ""] = (await view.rows()).map((row) => row.label.replace(/^\S+ {2}/, ""));
      await eventually(async () => assert.deepEqual(await heading(), [label, refund]));
      await runCommandById(window, "weaveThreads.openInputs", { turnId: first.id, op: "answer_customer" });
      await runCommandById(window, "weaveThreads.showDiagnostics");
      const before = await tabs(window);
      assert.ok(before.includes(refund) && before.includes(first.id) && before.includes("diagnostics"));
      // The oldest editor keeps the ID as the title.
      assert.equal(before.includes(label), !isOldestEditor);

      await window.runCommand("Weave: Toggle Privacy Mode");
      const sign = window.statusItem(privacyId);
      await sign.waitFor();
      assert.equal((await sign.text()).trim(), privateText);
      assert.equal(await tabs(window), "");
      await settledRows(view);
      const rows = await eventually(async () => {
        const all = await view.rows();
        assert.match(all[0]?.label ?? "", /^message, \d+/);
        return all;
      });
      assertHidden(JSON.stringify(rows), "rows");
      assertHidden(await view.tooltip(rows[0]?.label ?? ""), "tooltip");
      assertHidden(await view.description(), "description");
      const status = window.statusItem(countId);
      await waitForStatus(window, /calls$/);
      const statusTip = await status.tooltip();
      assert.match(statusTip, /entity-\w{8}\/project-\w{8}[\s\S]*This window: \d+ requests/);
      assertHidden(`${statusTip} ${await status.accessibleName()}`, "status item");

      // All tooltips and spoken labels, also of what is not pointed at.
      await eventually(async () => {
        const { rows: texts, tooltips } = await recorded(window);
        assert.match(texts, /thread-\w{8}[\s\S]*\nTurn message/);
        assertHidden(`${texts} ${tooltips}`, "tooltips and spoken labels");
      });

      await window.startCommand("weaveThreads.showErrors");
      await window.quickInput.waitFor(/^Errors in entity-\w{8}\/project-\w{8} · \d+ failed/);
      const errors = await eventually(async () => {
        const items = JSON.stringify(await window.quickInput.items());
        assert.match(items, /Error/);
        return items;
      });
      assertHidden(`${await window.quickInput.title()} ${errors}`, "errors");
      await window.quickInput.dismiss();
      await window.startCommand("weaveThreads.countCalls");
      await window.quickInput.waitFor(/^Count Calls · entity-\w{8}\/project-\w{8}/);
      assertHidden(JSON.stringify(await window.quickInput.items()), "count box");
      await window.quickInput.dismiss();

      await window.startCommand("weaveThreads.copyThreadId");
      await window.notifications.waitFor("Not available in privacy mode.");

      await using folder = await freshFolder("privacy");
      const file = join(folder.path, "threads.jsonl");
      await answerSaveDialog(window, file);
      await window.startCommand("weaveThreads.exportThreads");
      await window.quickInput.pick("JSON Lines");
      const ids = await eventually(async () => {
        const text = await readFile(file, "utf8");
        assert.match(text, /^\{"thread_id":"thread-\w{8}"/);
        const lines = text.trimEnd().split("\n");
        assert.equal(lines.length, threads.length);
        assertHidden(text, "export");
        return lines.map((line): string => JSON.parse(line).thread_id);
      });

      const threadId = ids[threads.findIndex(({ thread_id }) => thread_id === refund)] ?? "";
      await window.startCommand("weaveThreads.openConversation", { threadId });
      await conversation.waitFor(threadId);
      await conversation.waitForTurns(turns.length);
      const page = await eventually(async () => {
        const text = await conversation.read(1);
        assert.match(text, /message, \d+ characters/);
        return text;
      });
      assertHidden(page, "page");
      assert.match((await heading()).join(" "), /^message, \d+ characters thread-\w{8}$/);
      assertHidden(await conversation.page.locator("body").innerText(), "page");

      await window.startCommand("weaveThreads.openTranscript", { threadId });
      await eventually(async () => {
        const text = await visibleText(window);
        assert.match(text, /message, \d+ characters/);
        assertHidden(`${text} ${await tabs(window)}`, "document");
      });
      const log = await window.output("Weave Threads");
      assert.match(log, /POST \/threads\/stream_query/);
      assertHidden(log, "log");

      await window.reload();
      await sign.waitFor();
      // A window that starts again has other pseudonyms.
      await eventually(async () => assert.doesNotMatch(await tabs(window), /thread-/));

      // Not by a click: other items still move this one after a reload.
      await window.startCommand("weaveThreads.togglePrivacyMode");
      await eventually(async () => assert.equal(await sign.shown(), false));
      await eventually(async () => assert.match(await view.description(), new RegExp(project)));
    },
  ));

test("the overview is opened again without the project's name, and with it", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    await settledRows(await signIn(window, service));
    const overview = new OverviewTab(window.page);
    const shows = (name: RegExp) =>
      eventually(async () => {
        await overview.waitFor();
        const text = await overview.page.locator("body").innerText();
        assert.match(text, name);
        return text;
      });
    await window.startCommand("weaveThreads.openOverview");
    await shows(new RegExp(project));
    await window.startCommand("weaveThreads.togglePrivacyMode");
    const hidden = await shows(/entity-\w{8}\/project-\w{8}/);
    assert.ok(project.split("/").every((name) => !hidden.includes(name)));
    await window.statusItem(privacyId).click();
    await shows(new RegExp(project));
  }));
