import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { replay } from "../collector/replay.ts";
import { freePort } from "../editor/freePort.ts";
import { projectFolder } from "../editor/paths.ts";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { installedEditor } from "./installedEditor.ts";
import { countId, waitForStatus } from "./steps.ts";
import { allTime } from "./threadRows.ts";

const editor = installedEditor();

const source = await readFile(join(projectFolder, "test", "collector", "program.py"), "utf8");

test("without an account, a program's threads and conversations appear as it writes them", async (t) => {
  const port = await freePort();
  const settings = { ...allTime, "weaveThreads.collector.port": port };
  await editor.inWindow(t, { settings, files: { "program.py": source } }, async (window, { folder }) => {
    const { quickInput } = window;
    const view = await window.openView("Weave Threads", "Threads");
    await view.waitForWelcome(/Sign in to see the conversations/);
    await view.pressWelcomeButton("Use Local Collector");
    await view.waitForWelcome(/The local collector is waiting for your program/);
    await view.pressWelcomeButton("Copy Environment");
    await quickInput.pick(".env file");
    const address = await eventually(async () => {
      const copied = new Map(
        (await window.clipboard()).split("\n").map((line) => [line.split("=")[0], line.split("=")[1]]),
      );
      assert.equal(copied.get("WANDB_BASE_URL"), `http://127.0.0.1:${port}`);
      return { url: `http://127.0.0.1:${port}`, key: copied.get("WANDB_API_KEY") ?? "" };
    });
    assert.deepEqual(await replay(address, (text) => text.replaceAll("/home/ada/desk", folder)), []);
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
    assert.match(await window.statusItem(countId).tooltip(), /acme\/desk \(on this machine\)/);

    await view.select("support-2");
    const tab = new ConversationTab(window.page);
    await tab.waitFor("support-2");
    await tab.turn(1).locator("summary", { hasText: "Traceback" }).first().press("Enter");
    const frame = tab
      .turn(1)
      .getByRole("button", { name: /program\.py/ })
      .first();
    await frame.click();
    // Newer editors leave the extension out.
    await eventually(async () => assert.match((await window.editorTabs()).join(), /^support-2,program(?:\.py)?$/));

    await window.runCommand("Weave: Local Collector…");
    await quickInput.waitFor("Local Collector");
    assert.match(await quickInput.placeholder(), /^On · 1 project · [\d.]+ [kM]B$/);
    await quickInput.pick("Stop");
    await view.waitForWelcome(/Sign in to see the conversations/);
    await eventually(() => assert.rejects(fetch(address.url)));
  });
});
