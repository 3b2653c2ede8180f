import assert from "node:assert/strict";
import { test } from "node:test";
import { CodeLens, commands, env, Hover, lm, Position, TabInputCustom, Uri, window, workspace } from "vscode";
import * as z from "zod";
import { Observable } from "../../src/core/async/observable.ts";
import * as countSchemas from "../../src/core/counts/countSchemas.ts";
import { createMask, type Mask } from "../../src/core/privacy/mask.ts";
import { sampleProjects } from "../../src/core/query/projectId.ts";
import { showcaseThreads } from "../../src/localService/data/showcase.ts";
import { askSaveTarget } from "../../src/vscode/files/exportFile.ts";
import { Preferences } from "../../src/vscode/storage/preferences.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { sharedMap } from "../unit/vscode/storage/sharedMap.ts";
import { extension, set } from "./installed.ts";

const root = extension.extensionPath;
const [project] = sampleProjects;
const { refund } = showcaseThreads;
const originals = [refund, ...project.split("/")];

const allTabs = () => window.tabGroups.all.flatMap(({ tabs }) => tabs);

/** The labels and URIs of the conversation tabs. */
const conversations = () =>
  allTabs().flatMap(({ label, input }) =>
    input instanceof TabInputCustom ? [`${label} ${decodeURIComponent(String(input.uri))}`] : [],
  );

function assertHidden(text: string): void {
  assert.deepEqual(
    originals.filter((original) => text.includes(original)),
    [],
    text,
  );
}

test("privacy mode", async (t) => {
  t.after(async () => {
    for (const name of ["privacyMode", "defaultTimeRange", "codeLens"]) await set(name, undefined);
    await commands.executeCommand("workbench.action.closeAllEditors");
    await commands.executeCommand("weaveThreads.signOut");
  });
  await set("defaultTimeRange", "all");
  await set("codeLens", "counts");
  await commands.executeCommand("weaveThreads.openSample");
  await commands.executeCommand("weaveThreads.openConversation", { threadId: refund });
  const input = await eventually(async () => {
    const [tab] = allTabs();
    assert.ok(tab?.input instanceof TabInputCustom);
    return tab.input;
  });
  await set("privacyMode", true);
  const closed = () => eventually(async () => assert.deepEqual(conversations(), []));
  await closed();

  await t.test("a tab from before is closed when it is opened again, and another file stays", async () => {
    await window.showTextDocument(await workspace.openTextDocument(Uri.file(`${root}/README.md`)), { preview: false });
    await commands.executeCommand("vscode.openWith", input.uri, input.viewType);
    await closed();
    assert.equal(allTabs().length, 1);
  });

  await t.test("what is above an op, and a hover, name no project", async () => {
    const document = await workspace.openTextDocument(Uri.file(`${root}/test/corpus/support_agent.py`));
    await window.showTextDocument(document);
    await eventually(async () => {
      const lenses: unknown = await commands.executeCommand("vscode.executeCodeLensProvider", document.uri, 100);
      const above = JSON.stringify(z.array(z.instanceof(CodeLens)).parse(lenses));
      assert.match(above, /"title":"1,\d{3} calls · .*entity-\w{8}/);
      assertHidden(above);
      const found: unknown = await commands.executeCommand(
        "vscode.executeHoverProvider",
        document.uri,
        new Position(46, 12),
      );
      const hovers = z.array(z.instanceof(Hover)).parse(found);
      const text = hovers
        .flatMap(({ contents }) => contents.map((content) => (typeof content === "string" ? content : content.value)))
        .join("\n")
        .replaceAll("\\", "");
      assert.match(text, /answer_customer: 1,\d{3} calls/);
      assert.match(text, /Op: weave:\/\/\/entity-\w{8}\/project-\w{8}\/op\/answer_customer:\*/);
      assert.match(text, /latest ref-/);
      assertHidden(decodeURIComponent(text));
    });
  });

  await t.test("what is copied has pseudonyms", async () => {
    await commands.executeCommand("weaveThreads.threads.focus");
    await commands.executeCommand("list.focusFirst");
    await commands.executeCommand("list.select");
    const copied = (command: string, shown: RegExp, ...given: readonly object[]) =>
      eventually(async () => {
        await commands.executeCommand(command, ...given);
        const text = await env.clipboard.readText();
        assert.match(text, shown);
        assertHidden(text);
        return text;
      });
    const json = /"(?:thread|conversation)_id": ?"(?:thread|agent)-\w{8}"/;
    // The first row is of either kind.
    const id = await eventually(async () => {
      const [thread] = /thread-\w{8}/.exec(await copied("weaveThreads.copyThreadJson", json)) ?? [];
      if (thread === undefined)
        for (const step of ["focusDown", "select"]) await commands.executeCommand(`list.${step}`);
      return thread ?? assert.fail("a conversation of an agent");
    });
    await copied("weaveThreads.copyValue", /^call-\w{8}$/, { kind: "detail", thread: { id }, fact: "firstTurn" });
    await commands.executeCommand("weaveThreads.openConversation", { threadId: id });
    await eventually(() => assert.match(conversations().join(), new RegExp(`^${id} .*entity-\\w{8}`)));
    assertHidden(conversations().join());
  });

  await t.test("exported calls have pseudonyms, as has the name of their file", async () => {
    await env.clipboard.writeText("");
    await commands.executeCommand("weaveThreads.showCalls");
    // The extension host learns later which row is selected; until then, a command asks to select one.
    await eventually(async () => {
      await commands.executeCommand("weaveThreads.copyCount");
      assert.match(await env.clipboard.readText(), /^\d+$/);
    });
    const ended = commands.executeCommand("weaveThreads.exportCalls");
    await eventually(async () => {
      await commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      const [file] = await workspace.findFiles("calls-entity-*-project-*.csv");
      assert.ok(file);
      const text = Buffer.from(await workspace.fs.readFile(file)).toString();
      assert.match(text, /call-\w{8}/);
      assertHidden(text);
    });
    await ended;
  });

  await t.test("diagnostics are redacted", async () => {
    await commands.executeCommand("weaveThreads.showDiagnostics");
    const text = window.activeTextEditor?.document.getText() ?? "";
    assert.match(text, /^# Weave Threads: diagnostics\nProjects, hosts and users are redacted/);
    assertHidden(text);
  });

  await t.test("agents get nothing", async () => {
    const ask = async () => lm.invokeTool("weave_count_calls", { input: {}, toolInvocationToken: undefined });
    await assert.rejects(ask(), /privacy mode/);
  });

  await t.test("a refused command copies and opens nothing", async () => {
    const mask = createMask();
    const all = z.array(z.object({ command: z.string() })).parse(extension.packageJSON.contributes.commands);
    const refused = all.map(({ command }) => command).filter((command) => mask.refuses(command));
    assert.ok(refused.length > 20);
    await env.clipboard.writeText("before");
    const uris = () => allTabs().map(({ input }) => String(Object(input).uri));
    const before = uris();
    for (const command of refused) {
      const run = commands.executeCommand(command, { threadId: refund, turnId: "t", callId: "c", op: "answer" });
      await Promise.race([
        run,
        // One that asks for something does not end by itself.
        new Promise((_, reject) => void setTimeout(reject, 40_000, new Error(`${command} is not refused`)).unref()),
      ]);
    }
    assert.equal(await env.clipboard.readText(), "before");
    assert.deepEqual(uris(), before);
  });

  await t.test("a tab from the mode is closed after it", async () => {
    assert.equal(conversations().length, 1);
    await set("privacyMode", false);
    await eventually(async () => assert.deepEqual(conversations(), []));
  });
});

test("a save dialog says that the file has pseudonyms, and ends if privacy mode is switched meanwhile", async (t) => {
  const values = new Map<string, unknown>();
  const memento = {
    keys: () => [...values.keys()],
    get: (key: string) => values.get(key),
    update: async (key: string, value: unknown) => void values.set(key, value),
  };
  const state = { globalState: { ...memento, setKeysForSync: () => undefined }, workspaceState: memento };
  const { showSaveDialog, showInformationMessage } = window;
  t.after(() => void Object.assign(window, { showSaveDialog, showInformationMessage }));
  const titles: unknown[] = [];
  const notified: unknown[] = [];
  const file = Uri.file("/a.csv");
  const question = { title: "Export Threads", name: "a.csv", filters: { CSV: ["csv"] } };
  Reflect.set(window, "showInformationMessage", async (text: string) => void notified.push(text));
  Reflect.set(window, "showSaveDialog", async ({ title }: { readonly title: string }) => {
    titles.push(title);
    return file;
  });
  for (const mask of [null, createMask()]) {
    const privacy = new Observable<Mask | null>(mask);
    const preferences = new Preferences(state, sharedMap(), async () => countSchemas, privacy);
    assert.equal(await askSaveTarget({ ...question, preferences }), file);
    const ask = window.showSaveDialog;
    Reflect.set(window, "showSaveDialog", async () => {
      privacy.value = mask === null ? createMask() : null;
      return file;
    });
    assert.equal(await askSaveTarget({ ...question, preferences }), undefined);
    Reflect.set(window, "showSaveDialog", ask);
  }
  assert.deepEqual(titles, ["Export Threads", "Export Threads with pseudonyms"]);
  assert.deepEqual(notified, Array(2).fill("Export canceled: privacy mode was switched."));
});
