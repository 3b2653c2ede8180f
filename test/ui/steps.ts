import assert from "node:assert/strict";
import type { ProjectId } from "../../src/core/query/projectId.ts";
import { secretName, secretText } from "../../src/core/session/accounts.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";

export type Credentials = { readonly url: string; readonly username: string; readonly password: string };

export const project = "northwind/support-assistant";

export const countId = "weaveThreads.count";

/** Types a value into a step of the sign-in dialog and accepts it. */
export async function enterStep(window: Workbench, step: number, value: string): Promise<void> {
  await window.quickInput.waitFor(new RegExp(`Sign In to Weave \\(${step}/`));
  await window.quickInput.type(value);
  await window.quickInput.accept();
}

/** Changes the user name in the step of the key, and returns to that step. */
export async function changeUsername({ quickInput }: Workbench, from: string, to: string): Promise<void> {
  await quickInput.press(`Change User Name (${from})…`);
  await eventually(async () => assert.deepEqual([await quickInput.masked(), await quickInput.value()], [false, from]));
  await quickInput.type(to);
  await quickInput.accept();
  await eventually(async () => assert.equal(await quickInput.masked(), true));
}

/**
 * Signs in a signed-out window without the dialog: restarts the extension with the state that signing in stores. The
 * project is the user's setting, which tests can change.
 */
export async function signIn(
  window: Workbench,
  credentials: Credentials,
  requested: ProjectId = project,
): Promise<TreeView> {
  const host = await window.host();
  const { state, choice, secrets } = leftBySignIn(credentials, requested);
  await host.run(
    async ({ vscode, context, stop, start }, given) => {
      await stop();
      for (const [key, value] of given.state) await context.globalState.update(key, value);
      await context.workspaceState.update("choice", given.choice);
      for (const [key, value] of given.secrets) await context.secrets.store(key, value);
      const { Global } = vscode.ConfigurationTarget;
      await vscode.workspace.getConfiguration().update("weaveThreads.project", given.requested, Global);
      await start();
      await vscode.commands.executeCommand("weaveThreads.threads.focus");
    },
    { state, choice: { account: choice.account }, secrets, requested },
  );
  return window.view("Threads");
}

type Entries<Value> = readonly (readonly [key: string, value: Value])[];

/** What signing in stores in the extension's storage. It writes no settings. */
export function leftBySignIn({ url, username, password }: Credentials, requested: ProjectId) {
  const { origin } = new URL(url);
  const account = { url, origin, username };
  const state: Entries<unknown> = [
    ["used", true],
    ["recentProjects", [requested]],
    [`username/${origin}`, username],
    ["accounts", [{ url, username, project: requested }]],
    ["projectOwners", { [requested]: origin }],
  ];
  const secrets: Entries<string> = [[secretName(account), secretText({ account, key: password, project: requested })]];
  const choice = {
    account,
    project: requested,
    selected: requested,
    sample: null,
    last: { ...account, project: requested },
  };
  return { state, choice, secrets };
}

/**
 * Opens the window again on a workspace file of two folders. At times, VS Code opens one for the first time without its folders, and
 * would reload the window at the next change of the file; the second time, it knows them.
 */
export async function openWorkspaceFile(window: Workbench, file: string): Promise<void> {
  const address = new URL(window.page.url());
  address.searchParams.delete("folder");
  address.searchParams.set("workspace", file);
  await eventually(async () => {
    await window.open(address.href);
    const host = await window.host();
    assert.equal(await host.run(({ vscode }) => vscode.workspace.workspaceFolders?.length), 2);
  });
}

/** Waits until the view has rows and is not loading. */
export async function settledRows(view: TreeView): Promise<void> {
  await view.waitForRows();
  await eventually(async () => {
    assert.equal(await view.busy(), false);
    const rows = await view.rows();
    assert.ok(rows.length > 0 && !rows.some(({ label }) => label.startsWith("Loading ")));
  });
}

/** Waits until the status bar item shows this text. */
export async function waitForStatus(window: Workbench, text: string | RegExp): Promise<void> {
  const item = window.statusItem(countId);
  await eventually(async () => {
    const shown = await item.text();
    assert.ok(typeof text === "string" ? shown === text : text.test(shown), `the status bar item shows "${shown}"`);
  });
}

/** The requests without those that the view sends after its rows: for thread errors, and for the number of new threads. */
export function manualRequests<Request extends { readonly body: unknown }>(
  requests: readonly Request[],
): readonly Request[] {
  return requests.filter(({ body }) => {
    const { limit, columns } = Object(body);
    return limit !== 1000 && String(columns) !== "id,thread_id,turn_id";
  });
}

/** Shows the Explorer instead of the extension's views, and waits until the extension knows. */
export async function hideViews(window: Workbench): Promise<void> {
  const host = await window.host();
  await host.run(({ vscode }) => vscode.commands.executeCommand("workbench.view.explorer"));
  await eventually(async () =>
    assert.deepEqual(await host.run(({ views }) => [...views.values()].filter(({ visible }) => visible).length), 0),
  );
}
