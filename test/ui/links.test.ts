import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { Locator } from "playwright-core";
import * as z from "zod";
import { callsOfThread } from "../../src/core/counts/callCondition.ts";
import { type EditorLink, formatEditorLink } from "../../src/core/links/editorLink.ts";
import { threadKey } from "../../src/core/query/conversationKey.ts";
import type { LinkTarget } from "../../src/core/query/linkTarget.ts";
import { mostSearched } from "../../src/core/query/mayHoldLinks.ts";
import { parseProjectId } from "../../src/core/query/projectId.ts";
import { webAddress } from "../../src/core/session/webAddress.ts";
import { showcaseThreads } from "../../src/localService/data/showcase.ts";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { EditorTab } from "../editor/workbench/editorTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { linkMs, TerminalPanel, terminalSettings } from "../editor/workbench/terminalPanel.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { askCalls, askLines, askTurns } from "./callRows.ts";
import { runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { enterStep, project, settledRows, signIn } from "./steps.ts";
import { allTime, askThreads } from "./threadRows.ts";

const editor = installedEditor();
const service = interposed();
const { refund, planning } = showcaseThreads;

const web = "https://weave.example/app";
const settings = { ...allTime, "weaveThreads.webUrl": web };
const extension = "code-oss://weave-threads.weave-threads";
const otherProject = "northwind/code-review";
const oddThread = "#channel?thread=7&x=1";
const slashedThread = "a/b//c/../d";

function projectId(text: string) {
  const id = parseProjectId(text);
  if (id === undefined) throw new Error(`${text} is not a project`);
  return id;
}

const own = projectId(project);
const other = projectId(otherProject);

function page(target: LinkTarget): string {
  return webAddress(web, target) ?? "none";
}

const traced = z.object({ id: z.string(), trace_id: z.string() });

function linkTo(link: EditorLink): string {
  return formatEditorLink(extension, link) ?? "none";
}

function thread(id: string, turnId?: string | null, of = own): EditorLink {
  return { kind: "thread", project: of, conversation: threadKey(id), turnId: turnId ?? null };
}

/** Follows a link as VS Code does when one is clicked outside of it. */
async function follow(window: Workbench, link: string): Promise<void> {
  await window.startCommand("_workbench.open", link);
}

/** Waits until a command has copied this. */
async function copied(window: Workbench, expected: string): Promise<void> {
  const host = await window.host();
  await eventually(async () =>
    assert.equal(await host.run(async ({ vscode }) => await vscode.env.clipboard.readText()), expected),
  );
}

/**
 * Waits for the question about a web page, confirms it, and compares the page. The question itself shows the first URL of
 * the origin that was opened in the window: VS Code's opener remembers resolved URIs by origin.
 */
async function opensPage(window: Workbench, expected: string): Promise<void> {
  const context = window.page.context();
  await context.route("https://weave.example/**", (route) => route.fulfill({ body: "a page" }));
  await window.dialog.waitFor();
  const opened = context.waitForEvent("page");
  await window.dialog.press("Open");
  assert.equal((await opened).url(), expected);
  await (await opened).close();
}

async function isSelected(view: TreeView, threadId: string): Promise<void> {
  await eventually(async () => {
    const selected = (await view.rows()).find((row) => row.selected);
    assert.ok(selected?.accessibleName.startsWith(`Thread ${threadId}, `), selected?.accessibleName);
  });
}

async function isOnScreen(window: Workbench, element: Locator): Promise<void> {
  await eventually(async () => {
    const box = await element.boundingBox();
    const { height } = window.page.viewportSize() ?? { height: 0 };
    assert.ok(box !== null && box.y > 0 && box.y + box.height <= height, `it is at ${box?.y} of ${height}`);
  });
}

interface FoundLink {
  /** Counts from 1. */
  readonly line: number;
  readonly text: string;
  /** The scheme of its target: `command` for a link that the extension opens. */
  readonly scheme: string;
}

/** The links in a file of the folder, as VS Code has collected them from all extensions. */
async function linksIn(window: Workbench, folder: string, file: string): Promise<readonly FoundLink[]> {
  const host = await window.host();
  return await host.run(
    async ({ vscode }, path: string) => {
      const document = await vscode.workspace.openTextDocument(path);
      const links: readonly import("vscode").DocumentLink[] = await vscode.commands.executeCommand(
        "vscode.executeLinkProvider",
        document.uri,
        100,
      );
      return links.map(({ range, target }) => ({
        line: range.start.line + 1,
        text: document.getText(range),
        scheme: target?.scheme ?? "",
      }));
    },
    join(folder, file),
  );
}

const webThread = page({ kind: "thread", project: own, conversation: threadKey(refund) });
const refTo = (kind: "call" | "thread" | "op", id: string | undefined) => `weave:///${project}/${kind}/${id}`;

test("link commands copy web and VS Code links of rows, and open web pages after confirmation", (t) =>
  editor.inWindow(t, { settings }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const [line] = await askThreads(service, { filter: { thread_ids: [refund] } });
    await view.chooseOn(refund, "Copy VS Code Link");
    await copied(window, linkTo(thread(refund)));
    await view.toggle(refund);
    await eventually(async () => assert.ok((await view.rows()).some(({ label }) => label === "Details")));
    await view.toggle("Details");
    await eventually(async () => assert.ok((await view.rows()).some(({ label }) => label === "First turn")));
    await view.chooseOn("First turn", "Copy Link");
    await copied(window, page({ kind: "call", project: own, callId: line?.first_turn_id ?? "" }));

    await view.chooseMore("Open in Browser");
    await opensPage(window, page({ kind: "threads", project: own }));

    await runCommandById(window, "weaveThreads.openSample");
    await window.startCommand("weaveThreads.openThreadsInBrowser");
    await window.notifications.waitFor("The sample project is not available in the web app.");
    await settledRows(view);
    await window.startCommand("weaveThreads.copyEditorLink", { thread: { id: refund } });
    await copied(window, linkTo(thread(refund)));
  }));

test("a VS Code link opens its turn after signing in, and asks before it shows another project", (t) =>
  editor.inWindow(t, { settings }, async (window) => {
    const { dialog, notifications } = window;
    const thirtieth = (await askTurns(service, planning))[29]?.id ?? "";
    const view = window.view("Threads");
    const tab = new ConversationTab(window.page);
    await follow(window, linkTo(thread(planning, thirtieth)));
    await dialog.waitFor();
    await eventually(async () => assert.equal(await dialog.message(), "Sign in to open the link?"));
    const lead = `This link opens thread ${planning} in project ${project}.`;
    await eventually(async () => assert.equal(await dialog.detail(), `${lead} You are not signed in.`));
    await dialog.press("Sign In");
    for (const [index, value] of [service.url, service.password, project].entries())
      await enterStep(window, index + 1, value);
    await tab.waitFor(planning);
    await eventually(async () => assert.equal(await tab.topTurn(), 30));
    await isSelected(view, planning);
    await tab.choose(tab.turn(30), "Copy Link");
    await copied(window, page({ kind: "call", project: own, callId: thirtieth }));

    await follow(window, linkTo(thread(slashedThread, null, other)));
    await dialog.waitFor();
    await eventually(async () => assert.equal(await dialog.message(), `Show project ${otherProject} in this window?`));
    const elsewhere = `This link opens thread ${slashedThread} in project ${otherProject}.`;
    await eventually(async () => assert.equal(await dialog.detail(), `${elsewhere} This window shows ${project}.`));
    const choices = ["Cancel", "Open Sample Project", "Open in Browser", `Show ${otherProject}`];
    await eventually(async () => assert.deepEqual((await dialog.buttons()).toSorted(), choices));
    await dialog.press("Cancel");
    await eventually(async () => assert.match(await view.description(), new RegExp(project)));
    // The open conversation keeps its project, whatever the window shows.
    await runCommandById(window, "workbench.action.keepEditor");
    await follow(window, linkTo(thread(slashedThread, null, other)));
    await dialog.waitFor();
    await dialog.press(`Show ${otherProject}`);
    await tab.waitFor("a\u2215b");
    await isSelected(view, slashedThread);
    await eventually(async () => assert.match(await view.description(), new RegExp(otherProject)));
    await tab.select(planning);
    await tab.waitFor(planning);
    await window.startCommand("weaveThreads.openInBrowser");
    await opensPage(window, page({ kind: "thread", project: own, conversation: threadKey(planning) }));
    await window.startCommand("weaveThreads.copyEditorLink");
    await copied(window, linkTo(thread(planning)));

    await follow(window, linkTo(thread("no such thread", null, other)));
    await notifications.waitFor(`Thread no such thread not found in ${otherProject}.`);
    const before = service.requests.length;
    await follow(window, `${linkTo(thread(refund))}&serviceUrl=https://evil.example&key=a-secret-key`);
    await notifications.waitFor(/^Could not open the link\. The link contains an unsupported parameter, /);
    assert.equal(service.requests.length, before);
    const log = await window.output("Weave Threads");
    const rejected = log.slice(log.lastIndexOf("Rejected a link"));
    assert.match(rejected, /^Rejected a link\. The link contains an unsupported parameter/);
    assert.doesNotMatch(rejected, /a-secret-key|evil\.example/);
  }));

test("a VS Code link shares a count, and an invalid web URL is reported with its setting", (t) =>
  editor.inWindow(t, { settings: { ...allTime, "weaveThreads.webUrl": "http://weave.example" } }, async (window) => {
    const { quickInput } = window;
    const conditions = callsOfThread(oddThread);
    const link = linkTo({ kind: "count", project: own, conditions });
    await settledRows(await signIn(window, service));
    await follow(window, link);
    await quickInput.waitFor(`Count Calls · ${project}`);
    const calls = await askCalls(service, { filter: { thread_ids: [oddThread] } });
    const shown = new RegExp(`^${calls.length} calls?$`);
    await eventually(async () => assert.match((await quickInput.items())[0]?.label ?? "", shown));
    await quickInput.pick("Save Count…");
    await quickInput.waitFor("Save Count");
    await quickInput.type("shared");
    await quickInput.accept();
    await quickInput.waitFor(`Count Calls · ${project}`);
    await eventually(async () =>
      assert.equal(
        (await quickInput.items())[0]?.label,
        `shared: ${calls.length} call${calls.length === 1 ? "" : "s"}`,
      ),
    );
    await quickInput.dismiss();
    await window.view("Counts").chooseOn("shared", "Copy VS Code Link to Count");
    await copied(window, link);

    // A link to a thread opens without a web app, whatever is in its ID.
    await follow(window, linkTo(thread(oddThread)));
    await isSelected(window.view("Threads"), oddThread);
    await window.view("Threads").chooseMore("Open in Browser");
    await window.notifications.press(/Invalid web URL in the settings/, "Open Web URL Setting");
    await window.page.locator(".settings-editor").getByText("Web Url").waitFor();
  }));

test("refs in a file are links, and web app URLs too once signed in", async (t) => {
  const turnId = (await askTurns(service, planning))[29]?.id ?? "";
  const inside = (await askCalls(service, { filter: { turn_ids: [turnId] } })).filter(({ id }) => id !== turnId);
  const callId = inside.at(-1)?.id ?? "";
  const noThread = { $expr: { $eq: [{ $getField: "thread_id" }, { $literal: null }] } };
  const [lone] = await askCalls(service, { query: noThread, limit: 1 });
  const lines = [
    `call: ${refTo("call", callId)}.`,
    `<${webThread}>`,
    `"${refTo("op", "answer_customer:*")}"`,
    `alone: ${refTo("call", lone?.id)}`,
    "https://weave.example/app/other",
  ];
  const log = Array.from({ length: mostSearched.lines + 100 }, () => "a line of a log");
  log.splice(mostSearched.lines - 1, 2, refTo("thread", "last"), refTo("thread", "beyond"));
  const files = { "notes.txt": `${lines.join("\n")}\n`, "long.log": log.join("\n") };
  await editor.inWindow(t, { settings, files }, async (window, { folder }) => {
    const found = async (file: string) => (await linksIn(window, folder, file)).map((each) => Object.values(each));
    const file = new EditorTab(window.page);
    const tab = new ConversationTab(window.page);
    const expected = (webScheme: string) => [
      [1, refTo("call", callId), "command"],
      [2, webThread, webScheme],
      [3, refTo("op", "answer_customer:*"), "command"],
      [4, refTo("call", lone?.id), "command"],
      [5, "https://weave.example/app/other", "https"],
    ];
    await window.openFile("notes.txt");
    assert.deepEqual(await found("notes.txt"), expected("https"));
    assert.deepEqual(await found("long.log"), [[mostSearched.lines, refTo("thread", "last"), "command"]]);
    await window.page.locator(".detected-link").first().waitFor();
    await file.goTo(2, 30);
    assert.doesNotMatch(await file.hover(), /Weave Threads/);

    await settledRows(await signIn(window, service));
    assert.deepEqual(await found("notes.txt"), expected("command"));
    await file.goTo(2, 30);
    await eventually(async () => assert.match(await file.hover(), /Open in Browser.*Open in Weave Threads/s));
    await window.runCommand("Open Link");
    await tab.waitFor(refund);
    await isSelected(window.view("Threads"), refund);

    await window.startCommand("weaveThreads.openLink", { link: refTo("call", callId) });
    await tab.waitFor(planning);
    const marked = tab.page.locator('[aria-current="true"]');
    await marked.waitFor();
    assert.equal(await marked.getAttribute("data-focus"), callId);
    assert.ok(await tab.turn(30).locator(marked).isVisible());
    await isOnScreen(window, marked);
    await window.startCommand("weaveThreads.openLink", { link: refTo("call", turnId) });
    await marked.waitFor({ state: "detached" });
    await eventually(async () => assert.equal(await tab.topTurn(), 30));

    await window.startCommand("weaveThreads.openLink", { link: refTo("op", "answer_customer:*") });
    await window.quickInput.waitFor(`Calls to answer_customer in ${project}`);
    await window.quickInput.dismiss();
    await window.startCommand("weaveThreads.openLink", { link: refTo("call", lone?.id) });
    await tab.page.locator("h2", { hasText: /^Call$/ }).waitFor();
  });
});

test("what is pasted into Find is opened by an Enter that follows at once: IDs, refs, web and VS Code links", async (t) => {
  const turnId = (await askTurns(service, planning))[29]?.id ?? "";
  const inTrace = await askLines(service, traced, { filter: { turn_ids: [turnId] } });
  const callId = inTrace.find(({ id }) => id !== turnId)?.id ?? "";
  await editor.inWindow(t, { settings }, async (window) => {
    const { quickInput } = window;
    const view = await signIn(window, service);
    await settledRows(view);
    const tab = new ConversationTab(window.page);
    const marked = tab.page.locator('[aria-current="true"]');
    const paste = async (text: string) => {
      await window.runCommand("Weave: Find…");
      await quickInput.waitFor("Find");
      await quickInput.type(text);
      await quickInput.accept();
    };
    await paste(turnId);
    await tab.waitFor(planning);
    await eventually(async () => assert.equal(await tab.topTurn(), 30));
    await isSelected(view, planning);

    await paste(linkTo(thread(refund)));
    await tab.waitFor(refund);
    await paste(callId);
    await tab.waitFor(planning);
    await eventually(async () => assert.equal(await marked.getAttribute("data-focus"), callId));
    await paste(page({ kind: "thread", project: own, conversation: threadKey(refund) }));
    await tab.waitFor(refund);
    await isSelected(view, refund);
    await paste(inTrace[0]?.trace_id ?? "");
    await tab.waitFor(planning);

    const firstRow = (...wanted: readonly string[]) =>
      eventually(async () => {
        const [row] = await quickInput.items();
        assert.deepEqual([row?.label, row?.detail], wanted);
      });
    await paste("0".repeat(32));
    await firstRow(`Open ${"0".repeat(32)}`, `No thread, turn, call, or trace in ${project} has this ID.`);
    // Another key, and the arrow keys, lead to other rows.
    await quickInput.type(planning.slice(0, -1));
    // The rows of the ID may still be there, and an arrow key would move in them.
    await firstRow(planning, "");
    await eventually(async () => {
      if (!(await quickInput.items()).at(-1)?.active) await window.page.keyboard.press("ArrowUp");
      assert.ok((await quickInput.items()).at(-1)?.active);
    });
    await window.page.keyboard.press("Enter");
    await quickInput.waitFor(`Conversations containing “${planning.slice(0, -1)}”`);
    await quickInput.dismiss();
  });
});

test("refs and web app URLs in a terminal open in the view", async (t) => {
  const foreign = `weave:///${otherProject}/call/c`;
  const files = { "short.txt": `${refTo("thread", planning)}\n${webThread}\n${foreign}\n` };
  await editor.inWindow(t, { settings: { ...settings, ...terminalSettings }, files }, async (window) => {
    await settledRows(await signIn(window, service));
    const before = service.requests.length;
    await runCommandById(window, "workbench.action.terminal.new");
    const terminal = new TerminalPanel(window);
    await terminal.run("clear; cat short.txt");
    await terminal.follow(/\/thread\//, () =>
      window.page.locator(".tab.active .label-name", { hasText: planning }).waitFor({ timeout: linkMs }),
    );
    const tooltip = "Open in Weave Threads (“Open in Browser” is in its menu)";
    await eventually(async () => {
      await terminal.pointAt(/^https:\/\/weave/);
      await window.page.getByText(tooltip, { exact: true }).filter({ visible: true }).waitFor({ timeout: linkMs });
    });
    await terminal.follow(/code-review/, () => window.page.locator(".monaco-dialog-box").waitFor({ timeout: linkMs }));
    assert.equal(await window.dialog.message(), `Show project ${otherProject} in this window?`);
    await window.dialog.press("Cancel");
    // The shown conversation may still be loading parts of its own project.
    const early = service.requests.slice(before).filter(({ body }) => !JSON.stringify(body).includes(project));
    assert.deepEqual(early, [], "nothing is requested before the user agrees");
  });
});
