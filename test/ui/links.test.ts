import assert from "node:assert/strict";
import { test } from "node:test";
import { callsOfThread } from "../../src/core/counts/callCondition.ts";
import { type EditorLink, formatEditorLink } from "../../src/core/links/editorLink.ts";
import { mostLooked } from "../../src/core/links/linkStart.ts";
import type { LinkTarget } from "../../src/core/links/linkTarget.ts";
import { webAddress } from "../../src/core/links/webAddress.ts";
import { parseProjectId } from "../../src/core/session/projectId.ts";
import { showcaseThreads } from "../../src/sampleService/data/showcase.ts";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { EditorTab } from "../editor/workbench/editorTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { askCalls, askTurns } from "./callRows.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { enterStep, hiddenCommands, project, settledRows, signIn } from "./steps.ts";
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
  if (id === undefined) throw new Error(`${text} is no project`);
  return id;
}

const own = projectId(project);
const other = projectId(otherProject);

function page(target: LinkTarget): string {
  return webAddress(web, target) ?? "none";
}

function linkTo(link: EditorLink): string {
  return formatEditorLink(extension, link) ?? "none";
}

function thread(id: string, turnId?: string | null, of = own): EditorLink {
  return { kind: "thread", project: of, threadId: id, turnId: turnId ?? null };
}

/** As a link that is clicked somewhere else arrives: as text, which the editor reads. */
const following = (link: string) => ({ command: "_workbench.open", args: link });

/** Waits until a command has put this into the clipboard. */
async function copied(window: Workbench, expected: string): Promise<void> {
  await eventually(async () => assert.equal(await window.clipboard(), expected));
}

/** The names in the menu of a row. */
async function menuOf(window: Workbench, label: string): Promise<readonly string[]> {
  const menu = window.page.locator(".monaco-menu");
  return await eventually(async () => {
    const row = window.page.locator(".part.sidebar .monaco-list-row").filter({ hasText: label }).first();
    await row.click({ button: "right" });
    const entries = menu.locator(".action-label:not(.separator)");
    await entries.first().waitFor({ timeout: 2000 });
    const names = await entries.allInnerTexts();
    await window.page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    return names;
  });
}

test("threads, turns and the project are opened in the browser, and links to them copied", (t) =>
  editor.inWindow(t, { settings, fresh: {} }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const [line] = await askThreads(service, { filter: { thread_ids: [refund] } });
    const turns = await askTurns(service, refund);
    await view.chooseOn(refund, "Copy Link");
    await copied(window, page({ kind: "thread", project: own, threadId: refund }));
    await view.chooseOn(refund, "Copy VS Code Link");
    await copied(window, linkTo(thread(refund)));
    await view.chooseMore("Copy Link to Threads");
    await copied(window, page({ kind: "threads", project: own }));
    await view.chooseMore("Copy Link to Project");
    await copied(window, page({ kind: "project", project: own }));

    await view.toggle(refund);
    await eventually(async () => assert.ok((await view.rows()).some(({ label }) => label === "First turn")));
    await view.chooseOn("First turn", "Copy Link");
    await copied(window, page({ kind: "call", project: own, callId: line?.first_turn_id ?? "" }));
    const finished = turns.filter(({ summary }) => summary?.weave.status !== "running");
    await view.chooseOn("Last finished turn", "Copy VS Code Link");
    await copied(window, linkTo(thread(refund, finished.at(-1)?.id)));
    await view.chooseOn("Yes please!", "Copy Link");
    await copied(window, page({ kind: "call", project: own, callId: turns[1]?.id ?? "" }));
    assert.ok(!(await menuOf(window, "p50 turn duration")).includes("Copy Link"), "only turns have pages");

    await view.chooseOn("Last finished turn", "Copy Link");
    await copied(window, page({ kind: "call", project: own, callId: finished.at(-1)?.id ?? "" }));

    await window.page.context().route("https://weave.example/**", (route) => route.fulfill({ body: "a page" }));
    const pages: readonly (readonly [open: () => Promise<void>, shown: LinkTarget])[] = [
      [() => view.chooseMore("Open Project in Browser"), { kind: "project", project: own }],
      [() => view.chooseMore("Open Threads in Browser"), { kind: "threads", project: own }],
      [() => view.chooseOn(refund, "Open in Browser"), { kind: "thread", project: own, threadId: refund }],
      [
        () => view.chooseOn("First turn", "Open in Browser"),
        { kind: "call", project: own, callId: line?.first_turn_id ?? "" },
      ],
      [
        () => view.chooseOn("Last finished turn", "Open in Browser"),
        { kind: "call", project: own, callId: finished.at(-1)?.id ?? "" },
      ],
    ];
    for (const [open, shown] of pages) {
      await open();
      await window.dialog.waitFor();
      const opened = window.page.context().waitForEvent("page");
      await window.dialog.press("Open");
      const tab = await opened;
      assert.equal(tab.url(), page(shown));
      await tab.close();
    }
  }));

test("the sample project has no web pages, and links into the editor all the same", (t) =>
  editor.inWindow(t, { settings }, async (window) => {
    const view = await window.openView("Weave Threads", "Threads");
    await view.pressWelcomeButton("Open Sample Project");
    await settledRows(view);
    const names = await menuOf(window, refund);
    assert.ok(names.includes("Copy VS Code Link"), names.join());
    assert.ok(!names.includes("Open in Browser") && !names.includes("Copy Link"), names.join());
    await view.select(refund);
    await window.runCommand("Weave: Copy VS Code Link");
    await copied(window, linkTo(thread(refund)));
  }));

test("a link opens its thread in the editor: after signing in, after asking for another project, and with nothing else in it", (t) =>
  editor.inWindow(t, { settings, fresh: {} }, async (window) => {
    const { dialog, notifications } = window;
    const turns = await askTurns(service, planning);
    const thirtieth = turns[29]?.id ?? "";
    const press = hiddenCommands(window, {
      turn: following(linkTo(thread(planning, thirtieth))),
      odd: following(linkTo(thread(oddThread))),
      elsewhere: following(linkTo(thread(slashedThread, null, other))),
      nowhere: following(linkTo(thread("no such thread"))),
      key: following(`${linkTo(thread(refund))}&key=a-secret-key`),
      service: following(`${linkTo(thread(refund))}&serviceUrl=https://evil.example`),
    });
    const view = window.view("Threads");
    const tab = new ConversationTab(window.page);
    await window.openView("Weave Threads", "Threads");
    await press("turn");
    await dialog.waitFor();
    assert.equal(await dialog.message(), "Sign in to open the link?");
    const lead = `This link opens thread ${planning} in project ${project}.`;
    assert.equal(await dialog.detail(), `${lead} You are not signed in.`);
    await dialog.press("Sign In");
    for (const [index, value] of [service.url, service.username, service.password, project].entries())
      await enterStep(window, index + 1, value);
    await tab.waitFor(planning);
    await eventually(async () => assert.equal(await tab.topTurn(), 30));
    await eventually(async () => {
      const selected = (await view.rows()).find((row) => row.selected);
      assert.match(selected?.accessibleName ?? "", new RegExp(`^Thread ${planning}, `));
    });
    const address = page({ kind: "call", project: own, callId: thirtieth });
    await tab.choose(tab.turn(30), "Copy Link");
    await copied(window, address);
    await tab.choose(tab.turn(30), "Copy VS Code Link");
    await copied(window, linkTo(thread(planning, thirtieth)));
    await tab.choose(tab.turn(30), "Open in Browser");
    await dialog.waitFor();
    assert.equal(await dialog.detail(), address);
    await dialog.press("Cancel");
    await window.runCommand("View: Keep Editor");

    await press("odd");
    await tab.waitFor("#channel");
    await eventually(async () => {
      const selected = (await view.rows()).find((row) => row.selected);
      assert.ok(selected?.accessibleName.startsWith(`Thread ${oddThread}, `), selected?.accessibleName);
    });
    await window.runCommand("Weave: Copy VS Code Link");
    await copied(window, linkTo(thread(oddThread)));
    await window.runCommand("Weave: Copy Link");
    await copied(window, `${web}/${project}/weave/threads/%23channel%3Fthread%3D7%26x%3D1`);

    await press("elsewhere");
    await dialog.waitFor();
    assert.equal(await dialog.message(), `Show project ${otherProject} in this window?`);
    const elsewhere = `This link opens thread ${slashedThread} in project ${otherProject}.`;
    assert.equal(await dialog.detail(), `${elsewhere} This window shows ${project}.`);
    const ways = ["Cancel", "Open Sample Project", "Open in Browser", `Show ${otherProject}`];
    assert.deepEqual((await dialog.buttons()).toSorted(), ways);
    await dialog.press("Cancel");
    assert.match(await view.description(), new RegExp(project));
    await press("elsewhere");
    await dialog.waitFor();
    await dialog.press(`Show ${otherProject}`);
    await tab.waitFor("a\u2215b");
    await eventually(async () => {
      assert.match(await view.description(), new RegExp(otherProject));
      const selected = (await view.rows()).find((row) => row.selected);
      assert.ok(selected?.accessibleName.startsWith(`Thread ${slashedThread}, `), selected?.accessibleName);
    });
    // A conversation stays of its project, whatever the window shows.
    await tab.select(planning);
    await tab.waitFor(planning);
    await window.runCommand("Weave: Copy VS Code Link");
    await copied(window, linkTo(thread(planning)));
    await window.runCommand("Weave: Copy Link");
    await copied(window, page({ kind: "thread", project: own, threadId: planning }));

    const before = service.requests.length;
    await press("key");
    const refused =
      /^Could not open the link\. The link contains an unsupported parameter, .* or a value that is not encoded twice\./;
    await notifications.waitFor(refused);
    await window.runCommand("Notifications: Clear All Notifications");
    await press("service");
    await notifications.waitFor(refused);
    assert.equal(service.requests.length, before);
    const log = await window.output("Weave Threads");
    assert.match(log, /Rejected a link\. The link contains an unsupported parameter/);
    assert.doesNotMatch(log, /a-secret-key|evil\.example/);

    await press("nowhere");
    await dialog.waitFor();
    await dialog.press(`Show ${project}`);
    await notifications.waitFor(`no such thread does not exist in ${project}.`);
  }));

test("a count is shared by a link, from the box and from the saved counts; a web address that cannot be used is told", (t) =>
  editor.inWindow(t, { settings: { ...allTime, "weaveThreads.webUrl": "http://weave.example" } }, async (window) => {
    const { quickInput } = window;
    const conditions = callsOfThread(oddThread);
    const link = linkTo({ kind: "count", project: own, conditions });
    const press = hiddenCommands(window, { count: following(link) });
    await settledRows(await signIn(window, service));
    await press("count");
    await quickInput.waitFor(`Count Calls · ${project}`);
    const calls = await askCalls(service, { filter: { thread_ids: [oddThread] } });
    const shown = new RegExp(`^${calls.length} calls?$`);
    await eventually(async () => assert.match((await quickInput.items())[0]?.label ?? "", shown));
    await quickInput.pick("Copy VS Code Link");
    await copied(window, link);

    await press("count");
    await eventually(async () => assert.match((await quickInput.items())[0]?.label ?? "", shown));
    await quickInput.pick("Save Count…");
    await quickInput.waitFor("Save Count");
    await quickInput.type("shared");
    await quickInput.accept();
    await quickInput.waitFor(`Count Calls · ${project}`);
    await quickInput.dismiss();
    await window.page.evaluate("navigator.clipboard.writeText('')");
    await window.view("Counts").chooseOn("shared", "Copy VS Code Link to Count");
    await copied(window, link);

    await window.view("Threads").chooseMore("Open Threads in Browser");
    await window.notifications.press(/Invalid web URL in the settings/, "Open Web URL Setting");
    await window.page.locator(".settings-editor").getByText("Web Url").waitFor();
  }));

test("refs and addresses in an editor and in a terminal open in the view", async (t) => {
  const turns = await askTurns(service, planning);
  const thirtieth = turns[29]?.id ?? "";
  const [lone] = await askCalls(service, {
    query: { $expr: { $eq: [{ $getField: "thread_id" }, { $literal: null }] } },
    limit: 2,
  });
  const lines = [
    `call: weave:///${project}/call/${thirtieth}.`,
    `thread: <${page({ kind: "thread", project: own, threadId: refund })}>`,
    `op: "weave:///${project}/op/answer_customer:*"`,
    `alone: weave:///${project}/call/${lone?.id}`,
    "other: https://weave.example/app/other",
  ];
  const address = page({ kind: "thread", project: own, threadId: refund });
  const files = {
    "notes.txt": `${lines.join("\n")}\n`,
    "short.txt": `weave:///${project}/call/${thirtieth}\n${address}\n`,
  };
  const shown = { ...settings, "terminal.integrated.gpuAcceleration": "off" };
  await editor.inWindow(t, { settings: shown, files }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const file = new EditorTab(window.page);
    const tab = new ConversationTab(window.page);
    const openFile = async () => {
      await window.openFile("notes.txt");
      await file.waitFor("notes.txt");
    };
    const openLinkAt = async (line: number, column: number) => {
      await openFile();
      await file.goTo(line, column);
      await eventually(async () => assert.ok((await window.page.locator(".detected-link").count()) > 3));
      await window.runCommand("Open Link");
    };
    await openLinkAt(1, 20);
    await tab.waitFor(planning);
    await eventually(async () => assert.equal(await tab.topTurn(), 30));

    await openFile();
    await file.goTo(2, 30);
    await eventually(async () => assert.match(await file.hover(), /Open in Browser.*Open in Weave Threads/s));
    await openLinkAt(2, 30);
    await tab.waitFor(refund);
    await eventually(async () => {
      const selected = (await view.rows()).find((row) => row.selected);
      assert.match(selected?.accessibleName ?? "", new RegExp(`^Thread ${refund}, `));
    });

    await openLinkAt(3, 30);
    await window.quickInput.waitFor(`Calls to answer_customer in ${project}`);
    await window.quickInput.dismiss();

    await openLinkAt(4, 20);
    await file.waitFor("summary.json");

    await window.runCommand("Terminal: Create New Terminal");
    const screen = window.page.locator(".terminal-wrapper.active .xterm-screen");
    await screen.waitFor();
    await screen.click();
    await window.page.keyboard.type("clear; cat short.txt");
    await window.page.keyboard.press("Enter");
    const clickUntil = async (line: RegExp, opened: string) => {
      const row = screen.locator(".xterm-rows > div").filter({ hasText: line });
      await eventually(async () => {
        const box = await row.boundingBox({ timeout: 2000 });
        if (box === null) throw new Error("The terminal does not show the link.");
        await window.page.mouse.move(box.x + 40, box.y + box.height / 2);
        await window.page.keyboard.down("Control");
        await window.page.mouse.move(box.x + 60, box.y + box.height / 2);
        await window.page.mouse.click(box.x + 60, box.y + box.height / 2);
        await window.page.keyboard.up("Control");
        await window.page.locator(".tab.active .label-name", { hasText: opened }).waitFor({ timeout: 4000 });
      });
    };
    const waitForTooltip = async (line: RegExp, text: string) => {
      const row = screen.locator(".xterm-rows > div").filter({ hasText: line });
      await eventually(async () => {
        const box = await row.boundingBox({ timeout: 2000 });
        if (box === null) throw new Error("The terminal does not show the link.");
        await window.page.mouse.move(0, 0);
        await window.page.mouse.move(box.x + 40, box.y + box.height / 2);
        await window.page.getByText(text, { exact: true }).filter({ visible: true }).waitFor({ timeout: 4000 });
      });
    };
    await clickUntil(/^weave:\/\/\//, planning);
    await eventually(async () => assert.equal(await tab.topTurn(), 30));
    await waitForTooltip(/^https:\/\/weave/, "Open in Weave Threads (“Open in Browser” is in its menu)");
    await clickUntil(/^https:\/\/weave/, refund);
  });
});

test("signed out, addresses of the web app are left to the editor, and become links here on signing in", async (t) => {
  const address = page({ kind: "thread", project: own, threadId: refund });
  const files = { "notes.txt": `weave:///${project}/thread/${refund}\n${address}\n` };
  await editor.inWindow(t, { settings, files }, async (window) => {
    const file = new EditorTab(window.page);
    const openFile = async () => {
      await window.openFile("notes.txt");
      await file.waitFor("notes.txt");
      await eventually(async () => assert.ok((await window.page.locator(".detected-link").count()) > 1));
    };
    await openFile();
    await window.page.context().route("https://weave.example/**", (route) => route.fulfill({ body: "a page" }));
    await file.goTo(2, 20);
    const opened = window.page.context().waitForEvent("page");
    await window.runCommand("Open Link");
    const tab = await opened;
    assert.equal(tab.url(), address);
    await tab.close();
    await file.goTo(2, 20);
    const shown = await file.hover();
    assert.match(shown, /Follow link/);
    assert.doesNotMatch(shown, /Weave Threads/);
    await file.goTo(1, 20);
    await eventually(async () => assert.match(await file.hover(), /Open in Weave Threads/));

    await settledRows(await signIn(window, service));
    await openFile();
    await file.goTo(2, 20);
    await eventually(async () => assert.match(await file.hover(), /Open in Weave Threads/));
  });
});

test("in a file of many lines, links are found to the last that is looked at", async (t) => {
  const ref = (name: string) => `weave:///${project}/thread/${name}`;
  const lines = Array.from({ length: mostLooked.lines + 100 }, () => "a line of a log");
  lines.splice(mostLooked.lines - 1, 2, ref("last"), ref("beyond"));
  await editor.inWindow(t, { settings, files: { "long.log": lines.join("\n") } }, async (window) => {
    const file = new EditorTab(window.page);
    await window.openFile("long.log");
    await file.waitFor("long.log");
    await file.goTo(mostLooked.lines, 5);
    const linked = window.page.locator(".view-line .detected-link");
    await eventually(async () => assert.equal((await linked.allInnerTexts()).join(""), ref("last")));
    assert.match(await file.hover(), /Open in Weave Threads/);
    await window.page.locator(".view-line", { hasText: ref("beyond") }).waitFor();
  });
});

test("a link to a call inside a turn unfolds the turn's calls and marks it there", async (t) => {
  const turns = await askTurns(service, planning);
  const turnId = turns[29]?.id ?? "";
  const inside = (await askCalls(service, { filter: { turn_ids: [turnId] } })).filter(({ id }) => id !== turnId);
  const callId = inside.at(-1)?.id ?? "";
  assert.notEqual(callId, "");
  const text = [callId, turnId].map((id) => `weave:///${project}/call/${id}\n`).join("");
  await editor.inWindow(t, { settings, files: { "calls.txt": text } }, async (window) => {
    await settledRows(await signIn(window, service));
    const file = new EditorTab(window.page);
    const tab = new ConversationTab(window.page);
    const openLinkOf = async (line: number) => {
      await window.openFile("calls.txt");
      await file.waitFor("calls.txt");
      await file.goTo(line, 20);
      await eventually(async () => assert.ok((await window.page.locator(".detected-link").count()) > 1));
      await window.runCommand("Open Link");
      await tab.waitFor(planning);
    };
    const marked = tab.page.locator('[aria-current="true"]');
    await openLinkOf(1);
    await marked.waitFor();
    assert.equal(await marked.getAttribute("data-focus"), callId);
    assert.ok(await tab.turn(30).locator(marked).isVisible());
    await eventually(async () => {
      const [row, head] = [await marked.boundingBox(), await tab.turn(30).locator("h2").boundingBox()];
      assert.ok(row !== null && head !== null);
      const { height } = window.page.viewportSize() ?? { height: 0 };
      assert.ok(row.y > 0 && row.y + row.height <= height, `the row is at ${row.y} of ${height}`);
    });
    await openLinkOf(2);
    await marked.waitFor({ state: "detached" });
    await eventually(async () => assert.equal(await tab.topTurn(), 30));
  });
});
