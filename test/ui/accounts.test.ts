import assert from "node:assert/strict";
import { test } from "node:test";
import { freshFolder } from "../editor/freshFolder.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { restartExtension, runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { basic, rotated } from "./rotatedKey.ts";
import {
  type Credentials,
  changeUsername,
  enterStep,
  leftBySignIn,
  manualRequests,
  project,
  settledRows,
  signIn,
  waitForStatus,
} from "./steps.ts";
import { showsFailure } from "./threadRows.ts";

const editor = installedEditor();
const one = interposed();
const two = interposed({ threads: 20, calls: 2_000 });

const otherProject = "northwind/code-review";
const named = ({ username, url }: Credentials): string => `${username} at ${url}`;

/** Signs in to both services without typing; the second one is current, with the other project. */
async function signInToBoth(window: Workbench): Promise<TreeView> {
  const both = [leftBySignIn(two, otherProject), leftBySignIn(one, project)];
  const host = await window.host();
  await host.run(
    async ({ vscode, context, stop, start }, { state, choice, secrets, accounts }) => {
      await stop();
      for (const [key, value] of state) await context.globalState.update(key, value);
      await context.globalState.update("accounts", accounts);
      await context.workspaceState.update("choice", choice);
      for (const [key, value] of secrets) await context.secrets.store(key, value);
      await start();
      await vscode.commands.executeCommand("weaveThreads.threads.focus");
    },
    {
      state: both.flatMap(({ state }) => state),
      choice: leftBySignIn(two, otherProject).choice,
      secrets: both.flatMap(({ secrets }) => secrets),
      accounts: [
        { url: two.url, username: two.username, project: otherProject },
        { url: one.url, username: one.username, project },
      ],
    },
  );
  await waitForStatus(window, "1.1K calls");
  return window.view("Threads");
}

async function switchTo(window: Workbench, account: Credentials): Promise<void> {
  await window.runCommand("Weave: Switch Account…");
  await window.quickInput.waitFor("Switch Account");
  await window.quickInput.pick(named(account));
  await window.quickInput.waitUntilClosed();
}

/** Waits until the account picker shows these rows: label and description. */
async function seeAccounts(window: Workbench, expected: readonly string[]): Promise<void> {
  await eventually(async () => {
    const shown = (await window.quickInput.items()).map(({ label, description }) => `${label} | ${description}`);
    assert.deepEqual(shown, [...expected, "Sample Project | ", "Sign In to Another Account… | "]);
  });
}

test("Switch Account changes the service and its project, and its buttons sign out of one account", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const view = await signInToBoth(window);
    await switchTo(window, one);
    await waitForStatus(window, "9K calls");
    await settledRows(view);
    await eventually(async () => assert.match(await view.description(), new RegExp(project)));
    await switchTo(window, two);
    await waitForStatus(window, "1.1K calls");
    await eventually(async () => assert.match(await view.description(), new RegExp(otherProject)));
    await settledRows(view);

    const sent = [one, two].map(({ requests }) => manualRequests(requests).length);
    await view.chooseMore("Switch Account…");
    await seeAccounts(window, [`${named(two)} | current · ${otherProject}`, `${named(one)} | ${project}`]);
    await quickInput.pressOn(named(one), "Sign Out");
    await eventually(async () =>
      assert.equal(await quickInput.placeholder(), `Signed out of ${named(one)}. 1 account remains.`),
    );
    await seeAccounts(window, [`${named(two)} | current · ${otherProject}`]);
    await quickInput.dismiss();
    assert.deepEqual(
      [one, two].map(({ requests }) => manualRequests(requests).length),
      sent,
    );

    await restartExtension(window);
    await waitForStatus(window, "1.1K calls");
    await window.runCommand("Weave: Switch Account…");
    await seeAccounts(window, [`${named(two)} | current · ${otherProject}`]);
    await quickInput.pressOn(named(two), "Sign Out");
    await waitForStatus(window, "Weave: Sign In");
    await quickInput.dismiss();
    for (const service of [one, two]) {
      const keys = new Set(service.requests.map(({ authorization }) => authorization));
      assert.deepEqual([...keys], [basic(service, service.password)]);
    }
  }));

test("two windows have two accounts: switching in one changes nothing in the other, not even after a reload", async (t) => {
  await using folder = await freshFolder("workspace");
  await editor.inWindow(t, {}, async (window, profile) => {
    const view = await signInToBoth(window);
    const other = await profile.open(folder.path);
    // A workspace without a choice starts with the latest account and its project.
    await waitForStatus(other, "1.1K calls");
    const sent = manualRequests(two.requests).length;
    await switchTo(other, one);
    await waitForStatus(other, "9K calls");
    await runCommandById(other, "weaveThreads.openSample");
    await eventually(async () => assert.match(await other.view("Threads").description(), /sample/));
    await eventually(async () => assert.match(await view.description(), new RegExp(otherProject)));
    await waitForStatus(window, "1.1K calls");
    assert.equal(manualRequests(two.requests).length, sent);

    await restartExtension(window);
    await waitForStatus(window, "1.1K calls");
    await other.reload();
    const sample = await other.openView("Weave Threads", "Threads");
    await eventually(async () => assert.match(await sample.description(), /sample/));
    await other.runCommand("Weave: Sign Out");
    await waitForStatus(other, "9K calls");
    await eventually(async () => assert.match(await sample.description(), new RegExp(project)));
    await waitForStatus(window, "1.1K calls");
    await other.page.close();
  });
});

test("Sign Out names the remaining accounts and offers to switch, also to the sample project", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    await signInToBoth(window);
    await window.runCommand("Weave: Sign Out");
    const message = await window.notifications.waitFor(/Signed out of/);
    assert.equal(message, `Signed out of ${named(two)}. Still signed in: ${named(one)}.`);
    await waitForStatus(window, "Weave: Sign In");
    await window.notifications.press(/Signed out of/, "Switch Account");
    await seeAccounts(window, [`${named(one)} | ${project}`]);
    await quickInput.pick("Sample Project");
    await eventually(async () => assert.match(await window.view("Threads").description(), /sample/));
    await switchTo(window, one);
    await waitForStatus(window, "9K calls");
    // Switching ends with the focus on the view, which closes a list that is open by then.
    await eventually(async () => {
      await window.runCommand("Weave: Switch Account…");
      assert.ok(await quickInput.offers("Sign In to Another Account…", 3000));
      await quickInput.pick("Sign In to Another Account…");
    });
    await quickInput.waitFor(/Sign In to Weave \(1\//);
    await quickInput.dismiss();
  }));

test("a key that expires stays stored, and rejected credentials change nothing, until a new key works", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const view = await signIn(window, one);
    await settledRows(view);
    one.misbehave(rotated(one, "the next key"));
    await view.press("Refresh");
    await showsFailure(view, /Invalid or expired API key/);
    await settledRows(view);
    await view.chooseMore("Sign In…");
    await enterStep(window, 1, one.url);
    await changeUsername(window, one.username, "another-user");
    await enterStep(window, 2, "the next key");
    await eventually(async () => assert.match(await quickInput.message(), /Invalid or expired API key/));
    await quickInput.dismiss();

    await restartExtension(window);
    await view.waitForWelcome(/Invalid or expired API key/);
    assert.equal(one.requests.at(-1)?.authorization, basic(one, one.password));
    await view.pressWelcomeButton("Sign In");
    for (const [index, value] of [one.url, "the next key"].entries()) await enterStep(window, index + 1, value);
    await quickInput.waitUntilClosed();
    await settledRows(view);
    await waitForStatus(window, "9K calls");
    assert.equal(one.requests.at(-1)?.authorization, basic(one, "the next key"));
  }));
