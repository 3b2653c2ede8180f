import assert from "node:assert/strict";
import { eventually } from "../editor/workbench/eventually.ts";
import { runCommandById } from "../ui/editorApi.ts";
import { changeUsername, enterStep, settledRows, waitForStatus } from "../ui/steps.ts";
import type { Account, Action, Soak } from "./soak.ts";

async function openAccount(soak: Soak, label: string): Promise<void> {
  await soak.pick("weaveThreads.switchAccount", "Switch Account", label);
}

const named = ({ service: { username, url } }: Account): string => `${username} at ${url}`;

/** Milliseconds until the first step of signing in is shown. */
const firstStepMs = 5000;

/** Signs in on the screen to the service of the soak's account. */
const signIn: Action = async (soak) => {
  const { window, account } = soak;
  const { quickInput } = window;
  const { url, username, password } = account.service;
  const closed = async () => assert.equal(await quickInputShown(soak), false);
  const enter = async () => {
    // A canceled check returns to the step before it, a moment after its box has closed.
    await eventually(async () => {
      await window.page.keyboard.press("Escape");
      await closed();
      await window.startCommand("weaveThreads.signIn");
      await eventually(async () => assert.match(await quickInput.title(), /\(1\//), firstStepMs);
    });
    await enterStep(window, 1, url);
    await quickInput.waitFor(/\(2\//);
    if (!(await isKnown(soak))) await changeUsername(window, "api", username);
    // The project of the account that was left last is known.
    const asksProject = (await quickInput.title()).includes("(2/3)");
    await enterStep(window, 2, password);
    if (asksProject) await enterStep(window, 3, account.project);
  };
  // The box is also hidden between two steps.
  const signedIn = async () => {
    await closed();
    await soak.showsProject();
  };
  const failure = async () => {
    if (!(await quickInputShown(soak))) return "";
    const rows = (await quickInput.items()).map(({ label, detail }) => `${label} ${detail}`);
    const shown = [...rows, await window.page.locator(".quick-input-widget .quick-input-message").innerText()].join(
      " ",
    );
    return /Invalid|does not exist|Retry/.test(shown) ? shown : "";
  };
  await enter();
  const failed = await soak.outcome(signedIn, failure, ["/calls/query_stats"]);
  if (failed) {
    soak.fix();
    await enter();
    await eventually(signedIn);
  }
  await soak.settle();
};

async function quickInputShown({ window }: Soak): Promise<boolean> {
  return await window.page.locator(".quick-input-widget").isVisible();
}

async function isKnown({ window, account }: Soak): Promise<boolean> {
  const host = await window.host();
  const key = `username/${new URL(account.service.url).origin}`;
  return (await host.run(({ context }, name: string) => context.globalState.get(name) ?? null, key)) !== null;
}

export const signOutAndIn: Action = async (soak, folder) => {
  const { window, view } = soak;
  await runCommandById(window, "weaveThreads.signOut");
  await view.waitForWelcome(/Sign in to see/);
  await waitForStatus(window, "Weave: Sign In");
  await soak.tidy();
  await signIn(soak, folder);
};

export const switchAccount: Action = async (soak) => {
  const { view, accounts, random } = soak;
  const throughSample = random.chance(0.5);
  const next = accounts.find((account) => account !== soak.account) ?? soak.account;
  const fault = soak.fault?.name;
  const requests = soak.fault?.lasts ? Number.POSITIVE_INFINITY : 2;
  soak.fix();
  if (throughSample) {
    await openAccount(soak, "Sample Project");
    await eventually(async () => assert.match(await view.description(), /sample/));
    await settledRows(view);
  }
  soak.account = next;
  if (fault !== undefined) soak.misbehave(fault, requests);
  await openAccount(soak, named(next));
  await soak.settle();
};

/** Signs out of every account, closes everything and hides the view. */
export async function rest(soak: Soak): Promise<void> {
  const { window, accounts } = soak;
  soak.fix();
  await runCommandById(window, "weaveThreads.signOut");
  await waitForStatus(window, "Weave: Sign In");
  await soak.tidy();
  // The other account is still signed in, unless signing in to it failed.
  const host = await window.host();
  if ((await host.run(async ({ context }) => await context.secrets.keys())).length > 0) {
    soak.account = accounts.find((account) => account !== soak.account) ?? soak.account;
    await openAccount(soak, named(soak.account));
    await soak.settle();
    await runCommandById(window, "weaveThreads.signOut");
    await waitForStatus(window, "Weave: Sign In");
  }
  await runCommandById(window, "workbench.view.explorer");
  await runCommandById(window, "workbench.action.closeSidebar");
  await soak.tidy();
}

/** Opens the view and signs in to every account. */
export async function begin(soak: Soak, folder: string): Promise<void> {
  await soak.window.openView("Weave Threads", "Threads");
  for (const account of soak.accounts) {
    soak.account = account;
    await signIn(soak, folder);
  }
}
