import assert from "node:assert/strict";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { showcaseThreads } from "../../src/localService/data/showcase.ts";
import { officialClients } from "../conformance/environments.ts";
import type { Editor } from "./editor.ts";
import { freePort } from "./freePort.ts";
import { freshFolder } from "./freshFolder.ts";
import { projectFolder } from "./paths.ts";
import { boxAtTop, conversation, labeled, leave, refundRow, roomForRows, take, taken } from "./picture.ts";
import { missingScripts, pictureFonts } from "./pictureFonts.ts";
import { probe } from "./probe.ts";
import { runMain } from "./runMain.ts";
import { shownThreads } from "./shownThreads.ts";
import { startInstalledEditor } from "./startInstalledEditor.ts";
import { pictureCollectorStep, pictureWalkthrough } from "./walkthroughPictures.ts";
import { asWebp } from "./webpEncoder.ts";
import { ConversationTab } from "./workbench/conversationTab.ts";
import { EditorTab } from "./workbench/editorTab.ts";
import { eventually } from "./workbench/eventually.ts";
import { OverviewTab } from "./workbench/overviewTab.ts";
import { TerminalPanel, terminalSettings } from "./workbench/terminalPanel.ts";
import type { TreeView } from "./workbench/treeView.ts";
import type { Workbench } from "./workbench/workbench.ts";

// Takes the screenshots of the README, the guide and the walkthrough from the sample project, and of the local collector;
// with the argument `story`, `collector` or `walkthrough`, only those.

const fileName = "slow-answers.weave-count.json";
const countFile = `{
  "filter": { "op_names": ["weave:///northwind/support-assistant/op/handle_message:*"] },
  "query": {
    "$expr": {
      "$gte": [{ "$getField": "summary.weave.latency_ms" }, { "$literal": 5000 }]
    }
  },
  "limits": 100
}
`;
const sourceName = "assistant.py";
const source = `import weave
from openai import AsyncOpenAI

client = AsyncOpenAI()


@weave.op
async def answer_customer(messages: list[dict]) -> str:
    response = await client.responses.create(model="gpt-4o", input=messages)
    return response.output_text


class Orders:
    @weave.op(name="lookup_order")
    async def find(self, order: str) -> dict:
        return await self.table.get(order)
`;
/** The window size for screenshots of the whole window. */
const small = { width: 860, height: 560 };
/** Extra side bar width for pictures of the list alone. */
const roomForList = 240;

/** The lines of the file that a trace of the sample names, from this one on. */
const tracedFrom = 106;
const traced = `
@weave.op
async def answer_customer(self, messages: list[Message]) -> Reply:
    """Answers, with as many calls of tools as it takes."""
    tools = self.tools.described()
    started = time.monotonic()
    for step in range(self.max_steps):
        if time.monotonic() - started > self.patience:
            raise TimeoutError(f"no answer after {step} steps")
        logger.debug("step %d of %d", step, self.max_steps)

        # The model answers, or asks for tools.
        messages = self.shortened(messages, tools)
        reply = await self.model.complete(messages)
        if not reply.tool_calls:
            return reply
        messages.append(reply)
        for call in reply.tool_calls:
            messages.append(await self.run_tool(call))
`;

const overview = { x: 0, y: 0, width: 1300, height: 1060 };
const chat = { x: 0, y: 0, width: 1200, height: 600 };
/** The default theme of the screenshots first. */
const themes = [
  [(of: string) => of, "Default Dark Modern"],
  [(of: string) => `themes/${of}-light`, "Default Light Modern"],
  [(of: string) => `themes/${of}-high-contrast`, "Default High Contrast"],
] as const;

await runMain(async (signal) => {
  await using editor = await startInstalledEditor({ fontConfig: await pictureFonts(signal) }, signal);
  const only = process.argv[2];
  const isTaken = (part: string) => only === undefined || only === part;
  if (isTaken("story")) await pictureStory(editor);
  if (isTaken("collector")) await pictureCollector(editor, signal);
  if (isTaken("walkthrough")) await pictureWalkthrough(editor);
  if (only === undefined) await pictureAll(editor, signal);
  for (const [name, frames] of taken) {
    const webp = await asWebp(frames, signal);
    await writeFile(join(projectFolder, "media", `${name}.webp`), webp);
    console.log(`media/${name}.webp: ${(webp.length / 1000).toFixed(1)} kB`);
  }
  return 0;
});

async function pictureAll(editor: Editor, signal: AbortSignal): Promise<void> {
  const [[, firstTheme]] = themes;
  const settings = {
    "weaveThreads.serviceUrl": "sample:",
    "weaveThreads.codeLens": "counts",
    "workbench.colorTheme": firstTheme,
  };
  await using profile = await editor.newProfile(settings);
  await using fresh = await freshFolder("pictures");
  const folder = join(fresh.path, "sample");
  await mkdir(folder);
  await writeFile(join(folder, fileName), countFile);
  await writeFile(join(folder, sourceName), source);
  const window = await profile.open(folder);
  const view = await shownThreads(window);
  await labeled(view);
  await pictureOrders(window, view);
  await pictureRange(window, view);
  await pictureThread(window, view);
  await pictureCount(window);
  await pictureThreads(window, "threads");
  await pictureCalls(window);
  await pictureCountFile(window);
  await pictureLenses(window);
  for (const [name, theme] of themes) {
    await using themed = await editor.newProfile({
      "weaveThreads.serviceUrl": "sample:",
      "workbench.colorTheme": theme,
    });
    const page = await themed.open();
    await shownThreads(page);
    if (theme !== firstTheme) await pictureThreads(page, name("threads"));
    await pictureConversation(page, name("conversation"));
    if (theme !== "Default High Contrast") await pictureAgent(page, name("agent"));
    if (theme === firstTheme) await picturePrivacy(page);
    await page.runCommand("View: Close All Editors");
    await page.widenSideBar(-roomForRows);
    await pictureOverview(page, name("overview"));
  }
  await pictureChat(signal);
}

/** From a failed thread to the line of code that failed. */
async function pictureStory(editor: Editor): Promise<void> {
  const settings = { "weaveThreads.serviceUrl": "sample:", "workbench.colorTheme": themes[0][1] };
  await using profile = await editor.newProfile(settings);
  await using fresh = await freshFolder("pictures");
  const folder = join(fresh.path, "sample");
  await mkdir(join(folder, "support"), { recursive: true });
  await writeFile(join(folder, "support", "agent.py"), "\n".repeat(tracedFrom - 2) + traced);
  const window = await profile.open(folder);
  const { page } = window;
  assert.deepEqual(await missingScripts(page), []);
  await page.setViewportSize(conversation);
  const view = await shownThreads(window);
  await window.widenSideBar(roomForRows);
  const shoot = async () => {
    await leave(page);
    await take(page, "story", conversation);
  };
  await labeled(view);
  await shoot();
  await view.chooseMore("Show Only Threads with Errors");
  const refund = await eventually(async () => {
    assert.match(await view.message(), /^\d+ with errors/);
    return await refundRow(view);
  });
  await labeled(view);
  await shoot();
  await view.select(refund);
  const tab = new ConversationTab(page);
  await tab.waitFor(showcaseThreads.refund);
  await tab.read(4);
  await shoot();
  const failure = tab.page.getByRole("button", { name: /RateLimitError/ });
  await failure.first().click();
  const failed = tab.turn(4);
  await failed.getByRole("treeitem").nth(3).waitFor();
  await failed.locator("summary", { hasText: "Traceback" }).first().press("Enter");
  const frame = failed.getByRole("button", { name: /support\/agent\.py.*118/ }).first();
  await frame.scrollIntoViewIfNeeded();
  await shoot();
  await frame.click();
  await new EditorTab(page).waitFor("agent.py");
  await page.locator(".view-line", { hasText: "reply = await self.model.complete(messages)" }).waitFor();
  await shoot();
}

/** A program in a terminal of the local collector, and its conversations. */
async function pictureCollector(editor: Editor, signal: AbortSignal): Promise<void> {
  const [client] = await officialClients(["0.54.0"], signal);
  await using fresh = await freshFolder("pictures");
  const [folder, bin] = [join(fresh.path, "desk"), join(fresh.path, "bin")];
  await mkdir(folder);
  await mkdir(bin);
  await copyFile(join(projectFolder, "test", "collector", "desk.py"), join(folder, "desk.py"));
  await writeFile(join(bin, "python"), `#!/bin/sh\nexec "${client?.python}" "$@"\n`, { mode: 0o755 });
  await using profile = await editor.newProfile({
    ...{ "weaveThreads.collector.port": await freePort(), "workbench.colorTheme": themes[0][1] },
    ...{
      "terminal.integrated.shellIntegration.enabled": false,
      ...terminalSettings,
      "terminal.integrated.defaultProfile.linux": "plain",
    },
    "terminal.integrated.profiles.linux": { plain: { path: "bash", args: ["--norc", "--noprofile"] } },
    "terminal.integrated.env.linux": { PS1: "$ ", WEAVE_PRINT_CALL_LINK: "false", PATH: `${bin}:${process.env.PATH}` },
  });
  const window = await profile.open(folder);
  const { page } = window;
  await page.setViewportSize(conversation);
  await page.keyboard.press("Control+P");
  await window.quickInput.type("desk.py");
  await window.quickInput.pick("desk.py");
  const view = await window.openView("Weave Threads", "Threads");
  await window.widenSideBar(roomForRows / 2);
  await view.pressWelcomeButton("Use Local Collector");
  await view.waitForWelcome(/waiting for your program/);
  await view.pressWelcomeButton("New Terminal");
  await new TerminalPanel(window).run("python desk.py");
  await eventually(async () => assert.equal((await view.rows()).filter(({ value }) => value !== "").length, 3));
  await labeled(view);
  await page.locator(".xterm-rows > div", { hasText: /^\$\s*$/ }).waitFor();
  await leave(page);
  await take(page, "collector", conversation);
  await pictureCollectorStep(window);
}

/** The list alone, with its counts. */
async function pictureThreads(window: Workbench, name: string): Promise<void> {
  await labeled(await shownThreads(window));
  // Without the thread of unusual texts, which is below.
  await window.page.setViewportSize({ ...small, height: 516 });
  await window.widenSideBar(roomForList);
  await leave(window.page);
  await take(window.page, name, { x: 0, y: 36, width: 350 + roomForList, height: 480 });
  await window.widenSideBar(-roomForList);
  await window.page.setViewportSize(small);
}

async function pictureOrders(window: Workbench, view: TreeView): Promise<void> {
  await view.chooseMore("Sort Threads…");
  await window.quickInput.waitFor("Sort Threads");
  await take(window.page, "sort", { ...(await boxAtTop(window.page)), height: 372 });
  await window.quickInput.dismiss();
}

async function pictureRange({ page, quickInput }: Workbench, view: TreeView): Promise<void> {
  await view.press("Filter Threads…");
  await quickInput.pick("Time");
  await quickInput.pick("Custom Range…");
  await eventually(async () => assert.match(await quickInput.message(), /^A day, or a start and an end time/));
  await quickInput.type("yesterday 09:00 to -2h");
  await eventually(async () => assert.match(await quickInput.message(), /^from/));
  await take(page, "filter");
  await quickInput.dismiss();
}

async function pictureThread({ page }: Workbench, view: TreeView): Promise<void> {
  await view.toggle(await refundRow(view));
  await eventually(async () => assert.ok((await view.rows()).some(({ label }) => label === "Details")));
  await view.toggle("Details");
  await eventually(async () => {
    const rows = await view.rows();
    assert.match(rows.find(({ label }) => label === "Calls in this thread")?.description ?? "", /^\d/);
    assert.ok(rows.every(({ label }) => label !== "Loading turns…" && label !== "…"));
  });
  await take(page, "thread", { x: 48, y: 66, width: 302, height: 488 });
  await view.chooseMore("Collapse All");
}

/** Selects the thread with the worst p99 in the tree and the charts. */
async function pictureOverview(window: Workbench, name: string): Promise<void> {
  const { page } = window;
  const view = await shownThreads(window);
  await page.setViewportSize(overview);
  await window.runCommand("Weave: Open Overview");
  const tab = new OverviewTab(page);
  await tab.waitFor();
  await tab.page.locator('[data-figure="worstP99"] button').click();
  await tab.selectedPlace();
  await eventually(async () => assert.ok((await view.rows()).some(({ selected }) => selected)));
  await leave(page);
  await take(page, name, overview);
}

async function pictureConversation(window: Workbench, name: string): Promise<void> {
  const { page } = window;
  const view = await shownThreads(window);
  await page.setViewportSize(conversation);
  await labeled(view);
  await window.widenSideBar(roomForRows);
  await view.select(await refundRow(view));
  const tab = new ConversationTab(page);
  await tab.waitFor(showcaseThreads.refund);
  await tab.read(1);
  await tab.turn(1).locator("details.calls > summary").click();
  await tab.turn(1).getByRole("treeitem").nth(5).waitFor();
  await take(page, name, conversation);
}

/** A session of a coding agent, with its sub-agent. */
async function pictureAgent(window: Workbench, name: string): Promise<void> {
  const { page } = window;
  const view = window.view("Threads");
  const session = (await view.rows()).find(({ accessibleName }) =>
    accessibleName.includes("agent conversation 5f0c1d92"),
  );
  await view.select(session?.label ?? "");
  const tab = new ConversationTab(page);
  await tab.waitForTurns(2);
  await tab.read(1);
  await tab.turn(1).locator("details.calls > summary").click();
  await tab.turn(1).getByRole("treeitem").nth(9).waitFor();
  await leave(page);
  await take(page, name, conversation);
}

/** A conversation and its row in privacy mode, which ends again. */
async function picturePrivacy(window: Workbench): Promise<void> {
  const { page } = window;
  await window.runCommand("Weave: Toggle Privacy Mode");
  const view = window.view("Threads");
  const masked = async () => (await view.rows()).find(({ accessibleName }) => /, thread thread-/.test(accessibleName));
  const row = await eventually(async () => (await masked()) ?? assert.fail("no row"));
  await view.select(row.label);
  const tab = new ConversationTab(page);
  await tab.waitFor("thread-");
  await eventually(async () => assert.match(await tab.read(1), /message, \d+ characters/));
  await take(page, "privacy", conversation);
  await window.runCommand("Weave: Toggle Privacy Mode");
}

/** The chat with the open conversation attached, and a question to edit. */
async function pictureChat(signal: AbortSignal): Promise<void> {
  await using editor = await startInstalledEditor({ testDriver: true, fontConfig: await pictureFonts(signal) }, signal);
  await using development = await probe();
  await using profile = await editor.newProfile({
    "weaveThreads.serviceUrl": "sample:",
    "workbench.colorTheme": themes[0][1],
    "chat.disableAIFeatures": false,
  });
  await using folder = await freshFolder("pictures");
  await writeFile(join(folder.path, sourceName), source);
  const window = await profile.open(folder.path, { development: development.path });
  const { page } = window;
  const view = await shownThreads(window);
  await labeled(view);
  await page.setViewportSize(chat);
  const first = await refundRow(view);
  await view.select(first);
  const tab = new ConversationTab(page);
  await tab.waitFor(showcaseThreads.refund);
  await tab.read(1);
  await view.chooseOn(first, "Ask About This Conversation");
  const input = page.locator(".interactive-input-part");
  await input.locator(".chat-attached-context-attachment").first().waitFor();
  await page.mouse.move(chat.width / 2, 60);
  await page.locator(".monaco-hover:visible").waitFor({ state: "detached" });
  // Without the title bar, which names the extension under development.
  await take(page, "chat", { ...chat, y: 36, height: chat.height - 36 });
}

/** Also leaves two saved counts for the screenshot of the whole window. */
async function pictureCount(window: Workbench): Promise<void> {
  const { page, quickInput } = window;
  for (const [preset, name] of [
    ["Trace Roots Only", "Requests"],
    ["Errors Today", "Errors today"],
  ] as const) {
    await window.runCommand("Weave: Count Calls…");
    await quickInput.pick(preset);
    await eventually(async () => assert.match((await quickInput.items())[0]?.label ?? "", /calls?$/));
    if (preset === "Errors Today") await take(page, "count");
    await quickInput.pick("Save Count…");
    await quickInput.waitFor("Save Count");
    await quickInput.type(name);
    await quickInput.accept();
    await eventually(async () => assert.match(await quickInput.title(), /^Count Calls/));
    await quickInput.dismiss();
  }
  const counts = window.view("Counts");
  await eventually(async () => assert.equal((await counts.rows()).filter((row) => /\d/.test(row.value)).length, 2));
}

/** The calls of a count in the Counts view. */
async function pictureCalls(window: Workbench): Promise<void> {
  await window.runCommand("Weave: Show Calls");
  const counts = window.view("Counts");
  await eventually(async () => assert.ok((await counts.rows()).length > 5));
  await take(window.page, "calls", { x: 48, y: 376, width: 302, height: 136 });
}

async function pictureCountFile({ page, quickInput }: Workbench): Promise<void> {
  await page.keyboard.press("Control+P");
  await quickInput.type(fileName);
  await quickInput.pick(fileName);
  const tab = new EditorTab(page);
  await tab.waitFor(fileName);
  await tab.pressCodeLens("Count calls");
  await eventually(async () => assert.ok((await tab.problems()).length > 0));
  await page.keyboard.press("Control+B");
  await take(page, "count-file", { x: 50, y: 36, width: 806, height: 500 });
}

/** The numbers above the ops of a source file. The side bar is closed, the panel is open. */
async function pictureLenses(window: Workbench): Promise<void> {
  const { page, quickInput } = window;
  await window.runCommand("View: Hide Panel");
  await window.runCommand("View: Close All Editors");
  await page.keyboard.press("Control+P");
  await quickInput.type(sourceName);
  await quickInput.pick(sourceName);
  const tab = new EditorTab(page);
  await tab.waitFor(sourceName);
  await eventually(async () => {
    const lenses = await tab.codeLenses();
    assert.equal(lenses.length, 2);
    for (const text of lenses) assert.match(text, /7d$/);
  });
  await leave(page);
  await take(page, "lenses", { x: 50, y: 36, width: 806, height: 420 });
}
