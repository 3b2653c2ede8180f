import assert from "node:assert/strict";
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

/** Signs in by typing, in a profile without a project setting. The view opens automatically. */
export async function typeSignIn(window: Workbench, credentials: Credentials, asked = project): Promise<TreeView> {
  await window.runCommand("Weave: Sign In…");
  const values = [credentials.url, credentials.username, credentials.password, asked];
  for (const [index, value] of values.entries()) await enterStep(window, index + 1, value);
  await window.quickInput.waitUntilClosed();
  return window.view("Threads");
}

/** Signs in a signed-out window without the dialog: restarts the extension with the state that `typeSignIn` stores. */
export async function signIn(window: Workbench, credentials: Credentials, asked = project): Promise<TreeView> {
  const host = await window.host();
  await host.run(
    async ({ vscode, context, stop, start }, { state, secrets, settings }: LeftBySignIn) => {
      await stop();
      for (const [key, value] of state) await context.globalState.update(key, value);
      for (const [key, value] of secrets) await context.secrets.store(key, value);
      const configuration = vscode.workspace.getConfiguration();
      for (const [key, value] of settings) await configuration.update(key, value, vscode.ConfigurationTarget.Global);
      start();
      await vscode.commands.executeCommand("weaveThreads.threads.focus");
    },
    leftBySignIn(credentials, asked),
  );
  return window.view("Threads");
}

type Entries<Value> = readonly (readonly [key: string, value: Value])[];

export interface LeftBySignIn {
  readonly state: Entries<unknown>;
  readonly secrets: Entries<string>;
  readonly settings: Entries<string>;
}

/** What signing in stores in the extension's storage and the user settings. */
export function leftBySignIn({ url, username, password }: Credentials, asked: string): LeftBySignIn {
  const { origin } = new URL(url);
  const account = { url, origin, username };
  return {
    state: [
      [`username/${origin}`, username],
      ["accounts", [{ url, username, project: asked }]],
      ["recentProjects", [asked]],
    ],
    secrets: [[secretName(account), secretText({ account, key: password })]],
    settings: [
      ["weaveThreads.serviceUrl", url],
      ["weaveThreads.project", asked],
    ],
  };
}

/** Waits until the view has rows and is not loading. */
export async function settledRows(view: TreeView): Promise<void> {
  await view.waitForRows();
  await eventually(async () => {
    assert.equal(await view.busy(), false);
    assert.notEqual((await view.rows()).length, 0);
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

/** The requests without those for thread errors, which the view sends automatically after its rows have loaded. */
export function besidesErrors<Request extends { readonly body: unknown }>(
  requests: readonly Request[],
): readonly Request[] {
  return requests.filter(({ body }) => !JSON.stringify(body).includes('"columns":["id","thread_id","turn_id"]'));
}
