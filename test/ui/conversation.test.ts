import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Message } from "../../src/core/conversation/messages/message.ts";
import { turnContent } from "../../src/core/conversation/messages/turnContent.ts";
import { showcaseThreads } from "../../src/sampleService/data/showcase.ts";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { PageElement } from "../editor/workbench/pageElement.ts";
import { tabsStored } from "../editor/workbench/storedState.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering, type Misbehaviour } from "../fault/interposedService.ts";
import { lackingRoute } from "../fault/olderService.ts";
import { askCalls, askTurns, type CallLine } from "./callRows.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { besidesErrors, enterStep, hiddenCommands, project, settledRows, signIn } from "./steps.ts";
import { allTime } from "./threadRows.ts";

const { refund, planning, export: exported, review, odd } = showcaseThreads;

const editor = installedEditor();
const service = interposed();

const show = (threadId: string, turnId?: string) => ({
  command: "weaveThreads.showConversation",
  args: { threadId, ...(turnId !== undefined && { turnId }) },
});

/** Letters and digits alone: Markdown is drawn, not written. */
function letters(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^```\w*$|^\d+\.\s/gm, "")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

const textsOf = (messages: readonly Message[]) =>
  messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "text" ? letters(part.text) : [])));

/** What a turn says and no earlier one said, in order. */
function saidIn({ inputs = null, output = null }: CallLine): readonly string[] {
  const { input, output: answer } = turnContent({ inputs, output });
  return [...textsOf(input), ...textsOf(answer)].filter((text) => text !== "");
}

/** How often the turns of a thread have been asked for. */
function listsOf(threadId: string): number {
  return service.requests.filter(({ body }) => JSON.stringify(body).includes(JSON.stringify([threadId]))).length;
}

/** A window that comes back as it was: one without a folder remembers nothing over a reload. */
async function inFolder(t: TestContext, steps: (window: Workbench) => Promise<void>): Promise<void> {
  await editor.inWindow(t, { settings: allTime, files: {} }, steps);
}

/** The editor writes which tabs are open, and what is in them, once a minute, and nothing when its window goes. */
async function reloadRemembering(window: Workbench, ...remembered: readonly string[]): Promise<void> {
  await tabsStored(window.page, ...remembered);
  await window.reload();
}

const words: Readonly<Record<string, string>> = {
  success: "✓ Success",
  error: "✕ Error",
  running: "… Running",
  descendant_error: "! Failed call inside",
};

/** Misbehaves where a list of calls is asked for, and lets documents through. */
function ofLists(misbehaviour: Misbehaviour): Misbehaviour {
  return (incoming, outgoing, held) => {
    if (held.path !== "/calls/stream_query" || JSON.stringify(held.body).includes('"call_ids"')) held.pass();
    else misbehaviour(incoming, outgoing, held);
  };
}

/** Gives the first rows of the true answer, and then does something else. */
function beginning(rows: number, then: (outgoing: Parameters<Misbehaviour>[1]) => void): Misbehaviour {
  return async (_incoming, outgoing, { path, body }) => {
    const lines = (await service.ask(path, Object(body))).split("\n");
    outgoing.writeHead(200, { "content-type": "application/jsonl" });
    outgoing.write(`${lines.slice(0, rows).join("\n")}\n`, () => then(outgoing));
  };
}

test("a thread is read as a conversation: what was said, in order, how each turn ended, and the calls in it", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const press = hiddenCommands(window, { planning: show(planning), review: show(review) });
    const view = await signIn(window, service);
    await settledRows(view);
    const tab = new ConversationTab(window.page);
    const turns = await askTurns(service, refund);
    const before = service.requests.length;
    await view.select(refund);
    await tab.waitFor(refund);
    assert.equal((await view.focusedRow())?.label, refund, "a click leaves the focus in the list");
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
    assert.ok(turns.flatMap(saidIn).join("").length > 1000, "the search finds text");
    const asked = besidesErrors(service.requests.slice(before)).filter(({ path }) => path === "/calls/stream_query");
    assert.equal(asked.length, 2, "one list, one request for what all of them say");

    const second = tab.turn(2);
    await second.locator("summary", { hasText: "earlier messages" }).click();
    const tool = second.locator("details.tool").first();
    assert.match(await tool.locator("> summary").innerText(), /^Tool call \w+ \w+: "/);
    assert.equal(await tool.locator("> .fold-content").count(), 0);
    await tool.locator("> summary").click();
    await tool.locator("> .fold-content").getByText("Arguments", { exact: true }).waitFor();
    assert.match(await tool.innerText(), /query: "charged twice"/);
    const json = tool.locator("details").first();
    assert.equal(await json.locator("> :not(summary)").filter({ visible: true }).count(), 0);
    await json.locator("> summary").click();
    await json.locator("> :not(summary)").first().waitFor();
    assert.match(await json.innerText(), /score: 0\.94/);
    await tool.locator("> summary").click();
    await tool.locator("> .fold-content").waitFor({ state: "hidden" });

    const calls = await askCalls(service, { filter: { turn_ids: [turns[1]?.id] } });
    assert.ok(calls.length > 2);
    await second.locator("summary", { hasText: /^Calls$/ }).click();
    const rows = second.getByRole("treeitem");
    await eventually(async () => assert.equal(await rows.count(), calls.length));
    await rows.first().press("ArrowLeft");
    await eventually(async () => assert.equal(await rows.count(), 1));
    assert.deepEqual(await tab.menuOf(second), [
      "Open Inputs",
      "Open Output",
      "Open Conversation as Text",
      "Open in Browser",
      "Go to Op Definition",
      "Select for Compare",
      "Copy Turn ID",
      "Copy Link",
      "Copy VS Code Link",
    ]);
    await tab.choose(second, "Copy Turn ID");
    await eventually(async () => assert.equal(await window.clipboard(), turns[1]?.id));
    await rows.first().press("Enter");
    await rows.first().getByRole("button", { name: "Inputs", exact: true }).click();
    await eventually(async () => assert.match(await window.editorText(), /"messages": \[/));
    assert.equal((await window.editorTabs()).length, 2);
    await window.runCommand("View: Close Editor");
    await tab.waitFor(refund);

    await window.runCommand("View: Keep Editor");
    await press("planning");
    await tab.waitFor(planning);
    await tab.waitForTurns(44);
    await window.page.getByRole("button", { name: /^Go Back/ }).click();
    await tab.waitFor(refund);
    await tab.waitForTurns(turns.length);
    await eventually(async () => {
      const unfolded = await tab.turn(2).locator("details.calls").getAttribute("open");
      assert.equal(unfolded, "", "what was unfolded is so still");
    });
    // A tab that was only looked at gives its place to the next.
    await press("review");
    await tab.waitFor(review);
    assert.deepEqual(await window.editorTabs(), [refund, review]);
  }));

test("the tab opens at the turn that is asked for, and is in its place after it was hidden and after a reload", (t) =>
  inFolder(t, async (window) => {
    const turns = await askTurns(service, planning);
    const [thirtieth, third] = [turns[29]?.id ?? "", turns[2]?.id ?? ""];
    const press = hiddenCommands(window, {
      thirtieth: show(planning, thirtieth),
      third: show(planning, third),
      nowhere: show(planning, "no turn of it"),
      refund: show(refund),
    });
    const view = await signIn(window, service);
    await settledRows(view);
    const tab = new ConversationTab(window.page);
    await press("thirtieth");
    await tab.waitFor(planning);
    await eventually(async () => assert.equal(await tab.topTurn(), 30));
    assert.ok((await tab.read(30)).length > 50);
    await press("third");
    await eventually(async () => assert.equal(await tab.topTurn(), 3));
    await press("thirtieth");
    await eventually(async () => assert.equal(await tab.topTurn(), 30));

    await window.runCommand("View: Keep Editor");
    await press("refund");
    await tab.waitFor(refund);
    await tab.waitForTurns(6);
    const askedFor = () => service.requests.filter(({ body }) => JSON.stringify(body).includes(thirtieth)).length;
    const [lists, documents] = [listsOf(planning), askedFor()];
    await tab.select(planning);
    await tab.waitFor(planning);
    await eventually(async () => assert.equal(await tab.topTurn(), 30));
    assert.ok((await tab.read(30)).length > 50);
    assert.deepEqual([listsOf(planning), askedFor()], [lists, documents], "what was asked for is there still");

    await reloadRemembering(window, thirtieth, refund);
    await tab.waitFor(planning);
    await tab.waitForTurns(turns.length);
    await eventually(async () => assert.equal(await tab.topTurn(), 30));
    assert.ok((await tab.read(30)).length > 50);

    await tab.select(refund);
    await tab.waitFor(refund);
    await window.runCommand("View: Move Editor into Right Group");
    await eventually(async () => assert.equal(await window.page.locator("iframe.webview.ready:visible").count(), 2));
    await tab.select(planning);
    await window.runCommand("View: Close Editor");
    await tab.waitFor(refund);
    await tab.turn(1).locator("summary", { hasText: "Calls" }).click();
    await tab.turn(1).getByRole("treeitem").first().waitFor();

    await press("nowhere");
    await tab.waitFor(planning);
    await eventually(async () => assert.match(await tab.notice(), /The requested turn is not listed here/));
    await press("third");
    await eventually(async () => assert.equal(await tab.notice(), ""));
    await eventually(async () => assert.equal(await tab.topTurn(), 3));
  }));

test("a large turn is told by its size and loaded on demand; closing the tab gives up what is under way", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const press = hiddenCommands(window, { exported: show(exported), review: show(review) });
    await settledRows(await signIn(window, service));
    const tab = new ConversationTab(window.page);
    const turns = await askTurns(service, exported);
    const large = turns[1]?.id ?? "";
    const askedFor = () =>
      service.requests.filter(({ body }) => JSON.stringify(body).includes(JSON.stringify(large))).length;
    await press("exported");
    await tab.waitFor(exported);
    assert.match(await tab.read(2), /Large turn \(1\.\d MB\)/);
    assert.match(await tab.read(3), /603,502\.00 EUR/);
    assert.equal(askedFor(), 0);
    await tab.press("Load");
    await tab.turn(2).locator("details.rest, .message").first().waitFor();
    assert.equal(askedFor(), 1);
    assert.doesNotMatch(await tab.read(2), /Large turn/);

    await press("review");
    await tab.waitFor(review);
    const all = tab.page.getByRole("button", { name: /^Show all \([\d,]+ characters\)$/ }).first();
    await eventually(async () => {
      await tab.page.locator("article.turn").last().scrollIntoViewIfNeeded();
      await all.scrollIntoViewIfNeeded({ timeout: 1000 });
    });
    const long = tab.page.locator(".long", { has: all }).first();
    const shortened = (await long.innerText()).length;
    await all.click();
    await eventually(async () => assert.ok((await tab.page.locator(".long").first().innerText()).length > shortened));

    const gone = Promise.withResolvers<void>();
    service.misbehave((_incoming, outgoing, { path, pass }) => {
      if (path === "/calls/stream_query") outgoing.on("close", gone.resolve);
      else pass();
    });
    await press("exported");
    await eventually(async () => assert.match(await tab.page.locator(".progress").innerText(), /Loading/));
    await window.runCommand("View: Close Editor");
    await gone.promise;
    assert.deepEqual(await window.editorTabs(), []);
  }));

test("a server without conversations says so in one line; a list that breaks off or is stopped keeps its turns", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const press = hiddenCommands(window, { planning: show(planning), refund: show(refund) });
    const view = await signIn(window, service);
    await settledRows(view);
    const tab = new ConversationTab(window.page);
    service.misbehave(lackingRoute("/calls/stream_query"));
    await press("planning");
    await tab.waitFor(planning);
    await eventually(async () => assert.equal(await tab.notice(), "! This service does not support conversations."));
    assert.ok((await view.rows()).length > 5, "everything else works");
    service.misbehave(null);
    await tab.press("Refresh");
    await tab.waitForTurns(44);
    assert.equal(await tab.notice(), "");
    await window.runCommand("View: Close Editor");

    service.misbehave(ofLists(beginning(5, (outgoing) => outgoing.destroy())));
    await press("planning");
    await eventually(async () => assert.match(await tab.notice(), /response was incomplete|connection closed/));
    assert.equal(await tab.turnCount(), 5);
    assert.ok((await tab.read(2)).length > 50);
    service.misbehave(null);
    await tab.press("Retry");
    await tab.waitForTurns(44);
    assert.equal(await tab.notice(), "");
    await window.runCommand("View: Close Editor");

    const gone = Promise.withResolvers<void>();
    service.misbehave(ofLists(beginning(7, (outgoing) => outgoing.on("close", gone.resolve))));
    await press("planning");
    await eventually(async () => assert.equal(await tab.turnCount(), 7));
    await tab.press("Stop");
    await gone.promise;
    await eventually(async () =>
      assert.match(await tab.page.locator(".page-head").innerText(), /7 turns so far.*Loading stopped/s),
    );
    service.misbehave(null);
    await window.runCommand("Weave: Refresh");
    await tab.waitForTurns(44);
    await window.runCommand("View: Close Editor");

    service.misbehave((incoming, outgoing, held) => {
      if (!JSON.stringify(held.body).includes('"call_ids"')) held.pass();
      else answering(501, { reason: "no documents today" })(incoming, outgoing, held);
    });
    await press("refund");
    await tab.waitFor(refund);
    await eventually(async () =>
      assert.match(await tab.turn(1).innerText(), /The service failed .*no documents today/s),
    );
    service.misbehave(null);
    await tab.turn(1).getByRole("button", { name: "Retry" }).click();
    await eventually(async () => assert.match(await tab.turn(1).innerText(), /charged twice/));
  }));

test("what a person may no longer see is gone from the tab, which offers the way back", (t) =>
  inFolder(t, async (window) => {
    const press = hiddenCommands(window, { refund: show(refund) });
    await settledRows(await signIn(window, service));
    const tab = new ConversationTab(window.page);
    await press("refund");
    await tab.waitFor(refund);
    await eventually(async () => assert.match(await tab.turn(1).innerText(), /charged twice/));
    await window.runCommand("View: Keep Editor");

    await window.runCommand("Weave: Select Project…");
    await window.quickInput.type("northwind/code-review");
    await window.quickInput.accept();
    await eventually(async () =>
      assert.equal(
        await tab.notice(),
        `! This conversation belongs to project ${project}. This window shows northwind/code-review.`,
      ),
    );
    assert.equal(await tab.turnCount(), 0);
    await tab.press(`Show ${project}`);
    await eventually(async () => assert.match(await tab.turn(1).innerText(), /charged twice/));

    await window.runCommand("Weave: Sign Out");
    await eventually(async () => assert.equal(await tab.notice(), "! Sign in to read this conversation."));
    assert.doesNotMatch(await tab.page.locator("body").innerText(), /charged/);
    const before = service.requests.length;
    await reloadRemembering(window, refund);
    await tab.waitFor(refund);
    await eventually(async () => assert.equal(await tab.notice(), "! Sign in to read this conversation."));
    assert.equal(service.requests.length, before);
    await tab.press("Sign In");
    for (const [place, value] of [service.url, service.username, service.password].entries())
      await enterStep(window, place + 1, value);
    await window.quickInput.waitUntilClosed();
    await eventually(async () => assert.match(await tab.turn(1).innerText(), /charged twice/));
  }));

test("hostile and odd texts stay texts, and a link is opened only by a person who has seen where it leads", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const { page, dialog } = window;
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    const press = hiddenCommands(window, { odd: show(odd), refund: show(refund) });
    await settledRows(await signIn(window, service));
    const tab = new ConversationTab(page);
    const turns = await askTurns(service, odd);
    await press("odd");
    await tab.waitFor(odd);
    await tab.waitForTurns(turns.length);
    const body = tab.page.locator("body");
    const rendered =
      "img, iframe, video, audio, object, embed, form, input, base, meta[http-equiv=refresh], [href], [src]";
    const own = "link[rel=stylesheet], script[src*='conversation.js']";
    for (const [index] of turns.entries()) {
      const text = await tab.read(index + 1);
      for (const mark of ["\u001b", "\u202e", "\u2066", "\u0000"]) assert.ok(!text.includes(mark), text.slice(0, 300));
      assert.equal(await body.locator(`:is(${rendered}):not(${own})`).count(), 0, text.slice(0, 300));
      assert.equal(await body.locator("[style*='url('], [onerror], [onclick], .codicon").count(), 0);
    }
    assert.match(await tab.read(3), /<img src=x onerror=/);
    assert.match(await tab.read(5), /\$\(trash\).*‹U\+001B›/s);
    assert.equal(await page.locator(".codicon-trash, .terminal").filter({ visible: true }).count(), 0);
    assert.ok(
      requested.some((url) => url.includes("conversation.js")),
      "the search finds requests",
    );
    const strange = /evil\.example|pictures\.example/;
    assert.deepEqual(
      requested.filter((url) => strange.test(url)),
      [],
    );

    const links = body.getByRole("link");
    for (const address of await links.evaluateAll((all: readonly PageElement[]) =>
      all.map((one) => one.getAttribute("title")),
    ))
      assert.match(address ?? "", /^https?:/);
    service.misbehave(async (_incoming, outgoing, { path, body, pass }) => {
      if (path !== "/calls/stream_query" || typeof body !== "object" || body === null) return pass();
      outgoing.setHeader("content-type", "application/jsonl");
      outgoing.end(
        (await service.ask(path, body)).replaceAll("/refunds/closed-cards", "/refunds?of=a%26b%3Dc%23d&at=%2F"),
      );
    });
    await press("refund");
    await tab.waitFor(refund);
    await tab.read(3);
    const link = tab.turn(3).getByRole("link", { name: "Refunds to closed cards" });
    const address = (await link.getAttribute("title")) ?? "";
    const tabs = page.context().pages().length;
    await link.click();
    await dialog.waitFor();
    assert.match(await dialog.message(), /open the external website/);
    assert.equal(await dialog.detail(), address);
    await dialog.press("Cancel");
    assert.equal(page.context().pages().length, tabs);
    assert.equal(new Set(requested.map((url) => new URL(url).host)).has(new URL(address).host), false);

    await page.context().route(`${new URL(address).origin}/**`, (route) => route.fulfill({ body: "opened" }));
    await link.click();
    await dialog.waitFor();
    const opened = page.context().waitForEvent("page");
    await dialog.press("Open");
    assert.equal((await opened).url(), address);
  }));
