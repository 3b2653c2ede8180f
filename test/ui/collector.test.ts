import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { replay } from "../collector/replay.ts";
import { isOldestEditor } from "../editor/editorUnderTest.ts";
import { freePort } from "../editor/freePort.ts";
import { fetchedFolder, projectFolder } from "../editor/paths.ts";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { linkMs, TerminalPanel, terminalSettings } from "../editor/workbench/terminalPanel.ts";
import { runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { countId, waitForStatus } from "./steps.ts";
import { allTime } from "./threadRows.ts";

const editor = installedEditor();

const programs = join(projectFolder, "test", "collector");
const source = await readFile(join(programs, "program.py"), "utf8");

/** Runs the program with the client if `npm run collector` has installed it, else sends what the client has sent. */
function programCommand(folder: string): string {
  const python = join(fetchedFolder, "weave-client-0.54.0", "bin", "python");
  if (existsSync(python)) return `"${python}" program.py acme/desk`;
  return `"${process.execPath}" --disable-warning=ExperimentalWarning "${join(programs, "sendRecorded.ts")}" "${folder}"`;
}

test("without an account, a program's threads and conversations appear as it writes them", async (t) => {
  const port = await freePort();
  const settings = { ...allTime, ...terminalSettings, "weaveThreads.collector.port": port };
  await editor.inWindow(t, { settings, files: { "program.py": source } }, async (window, { folder }) => {
    const { quickInput } = window;
    const view = await window.openView("Weave Threads", "Threads");
    await view.waitForWelcome(/Sign in to see the conversations/);
    await view.pressWelcomeButton("Use Local Collector");
    await view.waitForWelcome(/The local collector is waiting for your program/);
    await view.pressWelcomeButton("Copy Environment");
    await quickInput.pick(".env file");
    const url = `http://127.0.0.1:${port}`;
    const key = await eventually(async () => {
      const copied = await window.clipboard();
      assert.ok(copied.includes(`WANDB_BASE_URL=${url}\n`));
      return /^WANDB_API_KEY=(.*)$/m.exec(copied)?.[1] ?? "";
    });
    await waitForStatus(window, "Weave: Local");
    const terminal = new TerminalPanel(window);
    if (isOldestEditor) {
      // Its terminals need a module that npm cannot install.
      assert.deepEqual(await replay({ url, key }, (text) => text.replaceAll("/home/ada/desk", folder)), []);
    } else {
      await view.pressWelcomeButton("New Terminal");
      await terminal.run(programCommand(folder));
    }
    await eventually(async () =>
      assert.deepEqual(
        (await view.rows())
          .flatMap(({ level, label }) => (level === 1 ? label : []))
          .filter((label) => !/^Load/.test(label))
          .sort(),
        ["at-once", "conv-1", "support-1", "support-2"],
      ),
    );
    assert.match(await view.description(), /following.*acme\/desk.*local/);
    await waitForStatus(window, "24 calls");
    const tooltip = /acme\/desk \(on this machine\)[\s\S]*Collected on this machine: [\d.]+ [kM]B/;
    assert.match(await window.statusItem(countId).tooltip(), tooltip);
    const tab = new ConversationTab(window.page);
    if (!isOldestEditor) {
      await terminal.follow(/^http.*\/acme\/desk\/r\/call\//, () =>
        window.page.locator(".tab.active .label-name", { hasText: "answer" }).waitFor({ timeout: linkMs }),
      );
      await runCommandById(window, "workbench.action.closePanel");
    }

    await view.select("support-2");
    await tab.waitFor("support-2");
    await tab.turn(1).locator("summary", { hasText: "Traceback" }).first().press("Enter");
    const frames = tab.turn(1).getByRole("button", { name: /program\.py/ });
    await frames.last().click();
    await window.page.locator(".view-line", { hasText: "raise ValueError" }).waitFor();
    // Newer editors leave the extension out.
    await eventually(async () => assert.match((await window.editorTabs()).join(), /^support-2,program(?:\.py)?$/));

    await window.runCommand("Weave: Local Collector…");
    await quickInput.waitFor("Local Collector");
    assert.match(await quickInput.placeholder(), /^On · 1 project · [\d.]+ [kM]B$/);
    await quickInput.pick("Stop");
    await view.waitForWelcome(/Sign in to see the conversations/);
    await eventually(() => assert.rejects(fetch(url)));
  });
});
