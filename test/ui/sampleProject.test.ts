import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import { restartExtension } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { settledRows, waitForStatus } from "./steps.ts";

const editor = installedEditor();

test("the sample project opens without an account, also after a restart, and writes no setting; Sign Out closes it", (t) =>
  editor.inWindow(t, {}, async (window, profile) => {
    const { quickInput } = window;
    const settings = () => readFile(join(profile.userData, "User", "settings.json"), "utf8");
    const view = await window.openView("Weave Threads", "Threads");
    await view.waitForWelcome(/No account\?/);
    await view.pressWelcomeButton("Open Sample Project");
    await settledRows(view);
    await waitForStatus(window, "9K calls");
    await eventually(async () =>
      assert.match(
        await view.description(),
        / northwind\/support-assistant · sample · \d+ of \d+ agent conversations, \d+\+ threads$/,
      ),
    );

    // The copied query is for the real service: the sample service is reachable by this window only.
    await window.startCommand("weaveThreads.copyThreadsQuery");
    await quickInput.waitFor("Copy Threads Query As");
    await eventually(async () =>
      assert.match(await quickInput.placeholder(), /^Sample data: replace the project with your own/),
    );
    await quickInput.pick("Python");
    const text = await eventually(async () => {
      const copied = await window.clipboard();
      assert.match(copied, /"https:\/\/trace\.wandb\.ai\/threads\/stream_query"/);
      return copied;
    });
    assert.match(text, /\n# Sample data: replace the project with your own/);
    assert.doesNotMatch(text, /127\.0\.0\.1|localhost|sample-/);

    await view.chooseMore("Select Project…");
    await quickInput.waitFor("Select Project");
    await quickInput.pick("fabrikam/rag-playground");
    await waitForStatus(window, "360 calls");
    await settledRows(view);
    await restartExtension(window);
    await waitForStatus(window, "360 calls");
    assert.doesNotMatch(await settings(), /weaveThreads\.(?!threadLabel)/);

    await window.runCommand("Weave: Sign Out");
    await view.waitForWelcome(/Sign in to see/);
    await waitForStatus(window, "Weave: Sign In");
    assert.doesNotMatch(await settings(), /weaveThreads\.(?!threadLabel)/);
  }));
