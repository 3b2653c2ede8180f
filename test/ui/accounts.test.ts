import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import { storedState } from "../editor/workbench/storedState.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering, hanging, type InterposedService, type Misbehaviour } from "../fault/interposedService.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import {
  besidesErrors,
  type Credentials,
  enterStep,
  project,
  settledRows,
  signInAgain,
  typeSignIn,
  waitForStatus,
} from "./steps.ts";

const editor = installedEditor();
const one = interposed();
const two = interposed({ threads: 20, calls: 2_000 });

const otherProject = "northwind/code-review";
const named = ({ username, url }: Credentials): string => `${username} at ${url}`;
const basic = ({ username }: Credentials, key: string): string =>
  `Basic ${Buffer.from(`${username}:${key}`).toString("base64")}`;

async function switchTo(window: Workbench, account: Credentials): Promise<void> {
  await window.runCommand("Weave: Switch Account…");
  await window.quickInput.waitFor("Switch Account");
  await window.quickInput.pick(named(account));
  await window.quickInput.waitUntilClosed();
}

/** Opens the list of accounts and waits until it reads so: label, and what stands beside it. */
async function seeAccounts(window: Workbench, expected: readonly string[]): Promise<void> {
  await eventually(async () => {
    const shown = (await window.quickInput.items()).map(({ label, description }) => `${label} | ${description}`);
    assert.deepEqual(shown, [...expected, "Sample Project | ", "Sign In to Another Account… | "]);
  });
}

/** Opens the next window in the place of this one, once it will find nothing of this account there. */
async function reopenWithout(window: Workbench, { url }: Credentials): Promise<void> {
  await eventually(async () => {
    const [remembered = ""] = /^weave-threads\.weave-threads=.*$/m.exec(await storedState(window.page)) ?? [];
    assert.ok(remembered.includes(`"accounts":`) && !remembered.includes(`"url":"${url}"`), "not stored yet");
  });
  await window.reload();
}

test("accounts of two services are switched to and fro, each with its project, and signed out of one by one", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const view = await typeSignIn(window, one);
    await waitForStatus(window, "9K calls");
    await signInAgain(window, two);
    await waitForStatus(window, "2K calls");
    await view.chooseMore("Select Project…");
    await quickInput.waitFor("Select Project");
    await quickInput.type(otherProject);
    await quickInput.accept();
    await waitForStatus(window, "1.1K calls");

    await switchTo(window, one);
    await waitForStatus(window, "9K calls");
    await settledRows(view);
    assert.match(await view.description(), new RegExp(project));
    await switchTo(window, two);
    await waitForStatus(window, "1.1K calls");
    await eventually(async () => assert.match(await view.description(), new RegExp(otherProject)));
    await settledRows(view);

    const asked = [one, two].map(({ requests }) => besidesErrors(requests).length);
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
      asked,
    );

    await reopenWithout(window, one);
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

test("signing out tells which accounts remain, and the sample is an entry of the list", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    await typeSignIn(window, one);
    await signInAgain(window, two);
    await waitForStatus(window, "2K calls");
    await window.runCommand("Weave: Sign Out");
    const said = await window.notifications.waitFor(/Signed out of/);
    assert.equal(said, `Signed out of ${named(two)}. Still signed in: ${named(one)}.`);
    await waitForStatus(window, "Weave: Sign In");
    await window.notifications.press(/Signed out of/, "Switch Account");
    await seeAccounts(window, [`${named(one)} | ${project}`]);
    await quickInput.pick("Sample Project");
    await waitForStatus(window, /calls/);
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

/** Takes another key from now on, and no longer the one before. */
function rotated(service: Omit<InterposedService, symbol>, key: string): Misbehaviour {
  return (incoming, outgoing, held) => {
    if (incoming.headers.authorization === basic(service, key)) {
      incoming.headers.authorization = basic(service, service.password);
      held.pass();
    } else answering(401, { detail: "Not authenticated" })(incoming, outgoing, held);
  };
}

test("a key that expires in use stays until another one works", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const view = await typeSignIn(window, one);
    await settledRows(view);
    await waitForStatus(window, "9K calls");
    one.misbehave(rotated(one, "the next key"));
    await view.press("Refresh");
    await eventually(async () => assert.match(await view.message(), /Invalid or expired API key/));
    await settledRows(view);
    await view.chooseMore("Sign In…");
    for (const [index, value] of [one.url, one.username, "a wrong key"].entries()) {
      await enterStep(window, index + 1, value);
    }
    await eventually(async () => assert.match(await quickInput.message(), /Invalid or expired API key/));
    await quickInput.dismiss();

    await window.reload();
    await window.openView("Weave Threads", "Threads");
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

test("another user's name with the key is refused, and the account in use stays", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    await typeSignIn(window, one);
    await waitForStatus(window, "9K calls");
    await window.runCommand("Weave: Sign In…");
    for (const [index, value] of [one.url, "somebody", one.password].entries()) {
      await enterStep(window, index + 1, value);
    }
    await eventually(async () => assert.match(await quickInput.message(), /Invalid or expired API key/));
    await quickInput.dismiss();
    await window.reload();
    await waitForStatus(window, "9K calls");
    await window.runCommand("Weave: Switch Account…");
    await seeAccounts(window, [`${named(one)} | current · ${project}`]);
  }));

const failures: readonly [kind: string, misbehaviour: Misbehaviour, sentence: RegExp][] = [
  ["403", answering(403, { detail: "Forbidden" }), /does not exist, or this account cannot read it/],
  ["500", answering(500, {}), /The service failed/],
  ["an answer that never comes", hanging().misbehaviour, /No response from/],
  ["a connection that breaks", (_incoming, outgoing) => void outgoing.destroy(), /closed before a response arrived/],
];

test("no failure but a refused key asks to sign in again", (t) =>
  editor.inWindow(t, { settings: { "weaveThreads.requestTimeout": 4 } }, async (window) => {
    const view = await typeSignIn(window, one);
    await settledRows(view);
    await waitForStatus(window, "9K calls");
    for (const [kind, misbehaviour, sentence] of failures) {
      one.misbehave(misbehaviour);
      await view.press("Refresh");
      await eventually(async () => assert.match(await view.message(), sentence, kind));
      await settledRows(view);
      one.misbehave(null);
      await view.press("Refresh");
      await eventually(async () => assert.equal(await view.message(), "Last 7 days", kind));
    }
    one.misbehave(failures.at(-1)?.[1] ?? null);
    await window.reload();
    await window.openView("Weave Threads", "Threads");
    await view.waitForWelcome(/connection closed/);
    one.misbehave(null);
    await view.pressWelcomeButton("Retry");
    await settledRows(view);
    await waitForStatus(window, "9K calls");
  }));
