import assert from "node:assert/strict";
import { test } from "node:test";
import type { Message } from "../../src/core/messages/message.ts";
import { turnContent } from "../../src/core/messages/turnContent.ts";
import { showcaseThreads } from "../../src/localService/data/showcase.ts";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering, hanging, type Misbehavior } from "../fault/interposedService.ts";
import { askCalls, askTurns, type CallLine } from "./callRows.ts";
import { activeText, runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { enterStep, manualRequests, project, settledRows, signIn } from "./steps.ts";
import { allTime } from "./threadRows.ts";

const { refund, planning, export: exported, review } = showcaseThreads;

const editor = installedEditor();
const service = interposed();

/** Opens a conversation, at a turn if given, as other features do. */
async function show(window: Workbench, threadId: string, turnId?: string): Promise<void> {
  await window.startCommand("weaveThreads.openConversation", { threadId, ...(turnId !== undefined && { turnId }) });
}

/** Letters and digits only, because Markdown is rendered. */
function letters(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^```\w*$|^\d+\.\s/gm, "")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

const textsOf = (messages: readonly Message[]) =>
  messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "text" ? letters(part.text) : [])));

/** The texts of a turn that no earlier turn has, in order. */
function saidIn({ inputs = null, output = null }: CallLine): readonly string[] {
  const { input, output: answer } = turnContent({ inputs, output });
  return [...textsOf(input), ...textsOf(answer)].filter((text) => text !== "");
}

/** The number of requests for the turns of a thread. */
function listsOf(threadId: string): number {
  return service.requests.filter(({ body }) => JSON.stringify(body).includes(JSON.stringify([threadId]))).length;
}

async function useProject(window: Workbench, chosen: string): Promise<void> {
  const host = await window.host();
  await host.run(async ({ vscode }, name: string) => {
    await vscode.workspace.getConfiguration().update("weaveThreads.project", name, vscode.ConfigurationTarget.Global);
  }, chosen);
}

/** Closes the active conversation and opens its URI again. */
async function reopen(window: Workbench): Promise<void> {
  const host = await window.host();
  await host.run(async ({ vscode }) => {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    if (!(activeTab?.input instanceof vscode.TabInputCustom)) throw new Error("No conversation is active.");
    const { uri, viewType } = activeTab.input;
    await vscode.window.tabGroups.close(activeTab);
    await vscode.commands.executeCommand("vscode.openWith", uri, viewType);
  });
}

const words: Readonly<Record<string, string>> = {
  success: "✓ Success",
  error: "✕ Error",
  running: "… Running",
  descendant_error: "! Failed call inside",
};

/** Applies to requests for turns, and lets those for their documents, steps and failed calls through. */
function ofLists(misbehavior: Misbehavior): Misbehavior {
  return (incoming, outgoing, held) => {
    const isOther = /"call_ids"|"turn_ids"|"summary\.weave\.status"/.test(JSON.stringify(held.body));
    if (held.path !== "/calls/stream_query" || isOther) held.pass();
    else misbehavior(incoming, outgoing, held);
  };
}

/** Sends the first rows of the response, and then does something else. */
function beginning(rows: number, then: (outgoing: Parameters<Misbehavior>[1]) => void): Misbehavior {
  return async (_incoming, outgoing, { path, body }) => {
    const lines = (await service.ask(path, Object(body))).split("\n");
    outgoing.writeHead(200, { "content-type": "application/jsonl" });
    outgoing.write(`${lines.slice(0, rows).join("\n")}\n`, () => then(outgoing));
  };
}

test("a click opens a thread as a conversation with its texts, calls, menu and documents", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const tab = new ConversationTab(window.page);
    const turns = await askTurns(service, refund);
    const before = service.requests.length;
    await view.select(refund);
    await tab.waitFor(refund);
    await eventually(async () =>
      assert.equal((await view.focusedRow())?.label, refund, "a click leaves the focus in the list"),
    );
    await tab.waitForTurns(turns.length);
    for (const [index, turn] of turns.entries()) {
      const text = await tab.read(index + 1);
      const status = turn.summary?.weave.status ?? "";
      assert.ok(text.includes(words[status] ?? "no status"), `${status}: ${text}`);
      let from = 0;
      for (const said of saidIn(turn)) {
        const at = letters(text).indexOf(said, from);
        assert.ok(at >= 0, `${said} is not after ${from} in turn ${index + 1}: ${text}`);
        from = at + said.length;
      }
    }
    assert.ok(turns.flatMap(saidIn).join("").length > 1000, "the turns have texts");
    const requests = manualRequests(service.requests.slice(before)).filter(
      ({ path }) => path === "/calls/stream_query",
    );
    const bodies = requests.map(({ body }) => JSON.stringify(body));
    const which = (part: string) => bodies.filter((body) => body.includes(part)).length;
    assert.equal(which('"inputs"'), 2, "one request for the turns' documents, one for those of tools");
    assert.deepEqual([which('"turn_ids"'), which('"summary.weave.status"')], [1, 1], "steps and failed calls");
    assert.equal(bodies.length, 5, "and one for the turns");

    const paragraph = tab.turn(1).locator("p").first();
    await paragraph.dblclick();
    await tab.chooseAt(paragraph, "Copy");
    await eventually(async () => {
      const word = (await window.clipboard()).trim();
      assert.ok(word !== "" && (await paragraph.innerText()).includes(word), word);
    });
    const find = tab.page.getByRole("textbox", { name: "Find in page" });
    // The page has the focus again some time after the menu has closed.
    await eventually(async () => {
      await window.page.keyboard.press("Control+F");
      await find.waitFor({ timeout: 500 });
    });
    await find.fill("charged");
    await eventually(async () => assert.match(await tab.page.locator(".find-count").innerText(), /^1 of \d/));
    await window.page.keyboard.press("Escape");
    await find.waitFor({ state: "hidden" });

    const second = tab.turn(2);
    const calls = await askCalls(service, { filter: { turn_ids: [turns[1]?.id] } });
    assert.ok(calls.length > 2);
    await second.locator("summary", { hasText: /^Calls$/ }).click();
    const rows = second.getByRole("treeitem");
    await eventually(async () => assert.equal(await rows.count(), calls.length));
    assert.deepEqual(await tab.menuOf(second), [
      "Open Inputs",
      "Open Output",
      "Open Conversation as Text",
      "Open in Browser",
      "Go to Op Definition",
      "Ask About This Conversation",
      "Debug This Failure",
      "Select for Compare",
      "Add Reaction…",
      "Add Note…",
      "Copy Turn ID",
      "Copy as Test Case",
      "Copy Link",
      "Copy VS Code Link",
    ]);
    await tab.choose(second, "Copy Turn ID");
    await eventually(async () => assert.equal(await window.clipboard(), turns[1]?.id));
    await rows.first().press("Enter");
    await rows.first().getByRole("button", { name: "Inputs", exact: true }).click();
    await eventually(async () => assert.match(await activeText(window), /"messages": \[/));
    await eventually(async () => assert.equal((await window.editorTabs()).length, 2));
  }));

test("a conversation opens at its turn, and is there again after being hidden, moved and reloaded", (t) =>
  editor.inWindow(t, { settings: allTime, files: {} }, async (window) => {
    const turns = await askTurns(service, planning);
    const [thirtieth, third] = [turns[29]?.id ?? "", turns[2]?.id ?? ""];
    await settledRows(await signIn(window, service));
    const tab = new ConversationTab(window.page);
    const isAt = (turn: number) => eventually(async () => assert.equal(await tab.topTurn(), turn));
    await show(window, planning, third);
    await tab.waitFor(planning);
    await isAt(3);
    await show(window, planning, thirtieth);
    await isAt(30);
    assert.ok((await tab.read(30)).length > 50);

    await runCommandById(window, "workbench.action.keepEditor");
    await show(window, review);
    await tab.waitFor(review);
    // The preview tab is replaced by the next conversation.
    await show(window, refund);
    await tab.waitFor(refund);
    await tab.waitForTurns(6);
    await eventually(async () => assert.deepEqual(await window.editorTabs(), [planning, refund]));
    const documentsOf = () => service.requests.filter(({ body }) => JSON.stringify(body).includes(thirtieth)).length;
    const before = [listsOf(planning), documentsOf()];
    await runCommandById(window, "workbench.action.openPreviousRecentlyUsedEditor");
    await tab.waitFor(planning);
    await isAt(30);
    assert.ok((await tab.read(30)).length > 50);
    assert.deepEqual([listsOf(planning), documentsOf()], before, "nothing is requested again");

    await window.reload();
    await tab.waitFor(planning);
    await tab.waitForTurns(turns.length);
    await isAt(30);
    assert.ok((await tab.read(30)).length > 50);

    await runCommandById(window, "workbench.action.moveEditorToRightGroup");
    await eventually(async () => assert.equal(await window.page.locator("iframe.webview.ready:visible").count(), 2));
    await runCommandById(window, "workbench.action.closeActiveEditor");
    await tab.waitFor(refund);
    await show(window, planning, "no such turn");
    await tab.waitFor(planning);
    await eventually(async () => assert.match(await tab.notice(), /The requested turn is not listed here/));
    await show(window, planning, third);
    await isAt(3);
    await eventually(async () => assert.equal(await tab.notice(), ""));
  }));

test("a conversation loads a large turn on demand, retries, stops, and cancels its request when it closes", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    await settledRows(await signIn(window, service));
    const tab = new ConversationTab(window.page);
    const large = (await askTurns(service, exported))[1]?.id ?? "";
    const requestsOf = () =>
      service.requests.filter(({ body }) => {
        const text = JSON.stringify(body);
        return text.includes('"call_ids"') && text.includes(JSON.stringify(large));
      }).length;
    await show(window, exported);
    await tab.waitFor(exported);
    assert.match(await tab.read(2), /Large turn \(1\.\d MB\)/);
    assert.equal(requestsOf(), 0);
    await tab.press("Load");
    await tab.turn(2).locator("details.rest, .message").first().waitFor();
    assert.equal(requestsOf(), 1);

    service.misbehave(ofLists(beginning(5, (outgoing) => outgoing.destroy())));
    await show(window, planning);
    await tab.waitFor(planning);
    await eventually(async () => assert.match(await tab.notice(), /was incomplete|connection .*closed/));
    await eventually(async () => assert.equal(await tab.turnCount(), 5));
    const stopped = Promise.withResolvers<void>();
    service.misbehave(ofLists(beginning(7, (outgoing) => outgoing.on("close", stopped.resolve))));
    await tab.press("Retry");
    await eventually(async () => assert.equal(await tab.turnCount(), 7));
    await eventually(async () => assert.equal(await tab.notice(), ""));
    await tab.press("Stop");
    await stopped.promise;
    await eventually(async () =>
      assert.match(await tab.page.locator(".page-head").innerText(), /7 turns so far.*Loading stopped/s),
    );
    service.misbehave((incoming, outgoing, held) => {
      if (!JSON.stringify(held.body).includes('"call_ids"')) held.pass();
      else answering(501, { reason: "no documents today" })(incoming, outgoing, held);
    });
    await runCommandById(window, "weaveThreads.refresh");
    await tab.waitForTurns(44);
    await show(window, refund);
    await tab.waitFor(refund);
    await eventually(async () =>
      assert.match(await tab.turn(1).innerText(), /The request to .+ failed .*no documents today/s),
    );
    service.misbehave(null);
    await tab.turn(1).getByRole("button", { name: "Retry" }).click();
    await eventually(async () => assert.match(await tab.turn(1).innerText(), /charged twice/));

    const { misbehavior, requested, gone } = hanging();
    service.misbehave(ofLists(misbehavior));
    await show(window, review);
    await eventually(async () => assert.match(await tab.page.locator(".progress").innerText(), /Loading/));
    await requested;
    await runCommandById(window, "workbench.action.closeActiveEditor");
    await gone;
  }));

test("a conversation hides its content while it may not be read, and opens its links after confirmation", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const { page, dialog } = window;
    await settledRows(await signIn(window, service));
    const tab = new ConversationTab(page);
    service.misbehave(async (_incoming, outgoing, { path, body, pass }) => {
      if (path !== "/calls/stream_query" || typeof body !== "object" || body === null) return pass();
      outgoing.setHeader("content-type", "application/jsonl");
      outgoing.end(
        (await service.ask(path, body)).replaceAll("/refunds/closed-cards", "/refunds?of=a%26b%3Dc%23d&at=%2F"),
      );
    });
    await show(window, refund);
    await tab.waitFor(refund);
    await tab.read(3);
    const link = tab.turn(3).getByRole("link", { name: "Refunds to closed cards" });
    const address = (await link.getAttribute("title")) ?? "";
    await page.context().route(`${new URL(address).origin}/**`, (route) => route.fulfill({ body: "opened" }));
    const pages = page.context().pages().length;
    await link.click();
    await dialog.waitFor();
    await eventually(async () => assert.match(await dialog.message(), /open the external website/));
    await eventually(async () => assert.equal(await dialog.detail(), address));
    assert.equal(page.context().pages().length, pages);
    const opened = page.context().waitForEvent("page");
    await dialog.press("Open");
    assert.equal((await opened).url(), address);
    await (await opened).close();
    service.misbehave(null);

    await runCommandById(window, "workbench.action.keepEditor");
    await useProject(window, "northwind/code-review");
    const elsewhere = `! This conversation belongs to project ${project}. This window shows northwind/code-review.`;
    await eventually(async () => assert.equal(await tab.notice(), elsewhere));
    assert.equal(await tab.turnCount(), 0);
    await tab.press(`Show ${project}`);
    await eventually(async () => assert.match(await tab.turn(1).innerText(), /charged twice/));

    await window.startCommand("weaveThreads.signOut");
    await eventually(async () => assert.equal(await tab.notice(), "! Sign in to read this conversation."));
    assert.doesNotMatch(await tab.page.locator("body").innerText(), /charged/);
    const before = service.requests.length;
    await reopen(window);
    await tab.waitFor(refund);
    await eventually(async () => assert.equal(await tab.notice(), "! Sign in to read this conversation."));
    assert.equal(service.requests.length, before);
    await tab.press("Sign In");
    for (const [place, value] of [service.url, service.password].entries()) await enterStep(window, place + 1, value);
    await window.quickInput.waitUntilClosed();
    await eventually(async () => assert.match(await tab.turn(1).innerText(), /charged twice/));
  }));

test("the title of a hidden conversation is its message, until the user signs out", (t) =>
  editor.inWindow(t, { settings: { "weaveThreads.threadLabel": "firstMessage" } }, async (window) => {
    const host = await window.host();
    const title = () =>
      host.run(({ vscode }) => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label))[0]);
    await settledRows(await signIn(window, service));
    await show(window, refund);
    await eventually(async () => assert.match((await title()) ?? "", /charged twice/));
    await runCommandById(window, "workbench.action.keepEditor");
    await runCommandById(window, "workbench.action.files.newUntitledFile");
    assert.match((await title()) ?? "", /charged twice/);
    await window.startCommand("weaveThreads.signOut");
    await eventually(async () => assert.equal(await title(), refund));
  }));
