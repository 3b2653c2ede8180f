import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { restartExtension } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { basic, rotated } from "./rotatedKey.ts";
import { besidesErrors, type Credentials, enterStep, project, settledRows, signIn, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const one = interposed();
const two = interposed({ threads: 20, calls: 2_000 });

const otherProject = "northwind/code-review";
const named = ({ username, url }: Credentials): string => `${username} at ${url}`;

/** Signs in to both services without typing; the second one is current, with the other project. */
async function signInToBoth(window: Workbench): Promise<TreeView> {
  await signIn(window, one);
  const view = await signIn(window, two, otherProject);
  const host = await window.host();
  await host.run(
    async ({ context, stop, start }, accounts: readonly object[]) => {
      await stop();
      await context.globalState.update("accounts", accounts);
      start();
    },
    [
      { url: two.url, username: two.username, project: otherProject },
      { url: one.url, username: one.username, project },
    ],
  );
  await waitForStatus(window, "1.1K calls");
  return view;
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
    assert.match(await view.description(), new RegExp(project));
    await switchTo(window, two);
    await waitForStatus(window, "1.1K calls");
    await eventually(async () => assert.match(await view.description(), new RegExp(otherProject)));
    await settledRows(view);

    const sent = [one, two].map(({ requests }) => besidesErrors(requests).length);
    await view.chooseMore("Switch Account…");
    await seeAccounts(window, [`${named(two)} | current · ${otherProject}`, `${named(one)} | ${project}`]);
    await quickInput.pressOn(named(one), "Sign Out");
    await eventually(async () =>
      assert.equal(await quickInput.placeholder(), `Signed out of ${named(one)}. 1 account remains.`),
    );
    await seeAccounts(window, [`${named(two)} | current · ${otherProject}`]);
    await quickInput.dismiss();
    assert.deepEqual(
      [one, two].map(({ requests }) => besidesErrors(requests).length),
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
    await eventually(async () => assert.match(await view.message(), /Invalid or expired API key/));
    await settledRows(view);
    await view.chooseMore("Sign In…");
    for (const [index, value] of [one.url, "another-user", "the next key"].entries()) {
      await enterStep(window, index + 1, value);
    }
    await eventually(async () => assert.match(await quickInput.message(), /Invalid or expired API key/));
    await quickInput.dismiss();

    await restartExtension(window);
    await view.waitForWelcome(/Invalid or expired API key/);
    assert.equal(one.requests.at(-1)?.authorization, basic(one, one.password));
    await view.pressWelcomeButton("Sign In");
    for (const [index, value] of [one.url, one.username, "the next key"].entries()) {
      await enterStep(window, index + 1, value);
    }
    await quickInput.waitUntilClosed();
    await settledRows(view);
    await waitForStatus(window, "9K calls");
    assert.equal(one.requests.at(-1)?.authorization, basic(one, "the next key"));
  }));
