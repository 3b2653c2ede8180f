import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { PageElement } from "../editor/workbench/pageElement.ts";
import { storedState } from "../editor/workbench/storedState.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering, breakingAfter, type Misbehavior } from "../fault/interposedService.ts";
import { activeDiagnostics, activeLenses, activeText, pressLens, runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { recordCalls, recorded } from "./recordedCalls.ts";
import { countId, enterStep, project, settledRows, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed();

/** Its form differs in every encoding. */
const key = "canary/k3y+odd=?%41~sings";
const username = "api";

/** The encodings of a key that a text may contain. Base64 depends on the text before it, so there is one per alignment. */
function formsOf(secret: string): readonly string[] {
  const base64 = [0, 1, 2].map((before) => {
    const whole = Buffer.from("x".repeat(before) + secret).toString("base64");
    return whole.slice(before === 0 ? 0 : 4, -4);
  });
  const pair = Buffer.from(`${username}:${secret}`).toString("base64");
  const all = [secret, encodeURIComponent(secret), encodeURI(secret), pair, ...base64];
  return [...new Set(all.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]))];
}

/** All text of a place, and a harmless text in it, which shows that the search works. */
type Searched = { harmless: string; text: string };

/** A port that only the test itself sends to. */
type Catcher = { readonly port: number; received: string; close(): Promise<void> };

let catcher: Catcher;
before(async () => {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      catcher.received += bytes.toString("latin1");
      socket.end("HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n");
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The catcher has no port.");
  catcher = {
    port: address.port,
    received: "",
    close: () => new Promise((closed) => server.close(() => closed())),
  };
});
after(() => catcher.close());

const authorization = basic(username, key);

/** Accepts the canary: the sample service has a key of its own. */
const admitting: Misbehavior = ({ headers }, _outgoing, held) => {
  if (headers.authorization === authorization) headers.authorization = basic(service.username, service.password);
  held.pass();
};

function basic(name: string, password: string): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;
}

/** A request's credentials as a service may repeat them. */
const echo = `${authorization} ${key} ${encodeURIComponent(key)}`;

/** Faults of every kind, with the key in each of their texts. */
const faults: readonly (readonly [kind: string, misbehavior: () => Misbehavior])[] = [
  ["forbidden", () => answering(403, { detail: echo })],
  ["no such route", () => answering(404, { detail: echo })],
  ["not found", () => answering(404, { reason: echo })],
  ["too large", () => answering(413, { reason: echo })],
  ["invalid, in words", () => answering(400, { reason: echo })],
  ["invalid, as a list", () => answering(422, { detail: [{ loc: ["body", key], msg: echo, type: key }] })],
  ["rate limited", () => answering(429, { reason: echo }, { "retry-after": "3600" })],
  ["too expensive", () => answering(504, { reason: `query ran into the time limit ${echo}` })],
  ["a failure that is retried", () => answering(503, { reason: echo })],
  ["a failure", () => answering(501, { reason: echo })],
  ["a web page", () => answering(501, `<html>${echo}</html>`, { "content-type": "text/html" })],
  ["a redirect", () => answering(302, "", { location: `http://127.0.0.1:${catcher.port}/${encodeURIComponent(key)}` })],
  ["a web page instead of rows", () => answering(200, `<html>${echo}</html>`, { "content-type": "text/html" })],
  ["a broken row", () => answering(200, `{"thread_id": "${key}", ${echo}}\n`)],
  ["an incomplete row", () => breakingAfter(`{"thread_id": "${key}`)],
  ["not signed in", () => answering(401, { detail: echo }, { "www-authenticate": `Basic realm="${key}"` })],
];

async function filesBelow(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, "latin1")))).join("\n");
}

/** The places that are searched. */
class Places {
  readonly screen: Searched = { harmless: project, text: "" };
  readonly messages: Searched = { harmless: "The request was rejected by", text: "" };
  /** A project has characters that Markdown escapes, as the key has. */
  readonly tooltips: Searched = { harmless: project, text: "" };
  readonly rows: Searched = { harmless: "Turns: ", text: "" };
  readonly lenses: Searched = { harmless: "Count calls", text: "" };
  readonly documents: Searched = { harmless: "$comment", text: "" };
  readonly conversation: Searched = { harmless: "Turn 1", text: "" };
  readonly clipboard: Searched = { harmless: "", text: "" };
  readonly channel: Searched = { harmless: "POST /calls/query_stats", text: "" };
  readonly logs: Searched = { harmless: "POST /calls/query_stats", text: "" };
  readonly settings: Searched = { harmless: "weaveThreads.threadLabel", text: "" };
  readonly state: Searched = { harmless: "username/", text: "" };
  readonly shared: Searched = { harmless: "rootsOnly", text: "" };
  readonly storage: Searched = { harmless: "vscode", text: "" };
  readonly files: Searched = { harmless: "weaveThreads.project", text: "" };
  readonly otherPorts: Searched = { harmless: "GET /harmless", text: "" };

  async check(window: Workbench): Promise<void> {
    this.screen.text += await window.page.evaluate<string>("document.documentElement.outerHTML");
    const { messages, tooltips, rows } = await recorded(window);
    this.messages.text = messages;
    this.tooltips.text += tooltips;
    this.rows.text += rows;
  }

  search(): void {
    for (const [name, { harmless, text }] of Object.entries(this)) {
      assert.ok(harmless !== "" && text.includes(harmless), `the search of ${name} finds what is there`);
      for (const form of formsOf(key)) assert.ok(!text.includes(form), `${name} contains the key as ${form}`);
    }
  }
}

/** Signs in with a wrong key, then with the canary. */
async function signInTwice(window: Workbench, places: Places): Promise<void> {
  const { quickInput } = window;
  await window.startCommand("weaveThreads.signIn");
  const typed = [service.url, `${key}-wrong`, project];
  for (const [index, value] of typed.entries()) await enterStep(window, index + 1, value);
  await eventually(async () => assert.match(await quickInput.message(), /Invalid or expired API key/));
  await places.check(window);
  await enterStep(window, 2, key);
  await enterStep(window, 3, project);
  await quickInput.waitUntilClosed();
  await settledRows(window.view("Threads"));
  await waitForStatus(window, "9K calls");
  await window.statusItem(countId).tooltip();
  await runCommandById(window, "weaveThreads.saveProject");
  await places.check(window);
}

async function saveCount(window: Workbench, places: Places): Promise<void> {
  const { quickInput } = window;
  await window.startCommand("weaveThreads.countCalls");
  await quickInput.pick("Trace Roots Only");
  await eventually(async () => assert.match((await quickInput.items())[0]?.label ?? "", /\d calls?$/));
  await quickInput.pick("Save Count…");
  await quickInput.waitFor("Save Count");
  await quickInput.accept();
  await quickInput.waitFor(`Count Calls · ${project}`);
  await runCommandById(window, "workbench.action.closeQuickOpen");
  await eventually(async () => assert.equal((await window.view("Counts").rows()).length, 1));
  await places.check(window);
}

async function openThread(window: Workbench, places: Places): Promise<void> {
  const threads = window.view("Threads");
  const [row] = await threads.rows();
  assert.ok(row);
  await threads.toggle(row.label);
  await eventually(async () => assert.ok((await threads.rows()).some(({ level }) => level === 2)));
  await threads.select(row.label);
  const conversation = new ConversationTab(window.page).page;
  await conversation.locator("article.turn .message").first().waitFor();
  places.conversation.text = await conversation.locator("html").evaluate(({ outerHTML }: PageElement) => outerHTML);
  await runCommandById(window, "workbench.action.closeActiveEditor");
  await runCommandById(window, "weaveThreads.copyThreadJson");
  const copied = await window.clipboard();
  assert.match(copied, /^\{/);
  places.clipboard.harmless = copied.slice(0, 20);
  places.clipboard.text = copied;
  await threads.tooltip(row.label);
  await places.check(window);
}

/** Requests the rows, the counts, the errors and the count of the open file while the service fails. */
async function fail(window: Workbench, kind: string, misbehavior: Misbehavior, places: Places): Promise<void> {
  service.misbehave(misbehavior);
  const before = service.requests.length;
  // What fails in a visible view is in no notification; a box that closes has no other place.
  await Promise.all([
    runCommandById(window, "weaveThreads.refresh"),
    runCommandById(window, "weaveThreads.showErrors"),
  ]);
  const refreshed = service.requests.length;
  assert.ok(refreshed >= before + 3, kind);
  await pressLens(window, "Count calls");
  await eventually(async () => {
    const lenses = await activeLenses(window);
    assert.ok(service.requests.length > refreshed && lenses.every(({ title }) => !title.includes("Counting")), kind);
    assert.ok(lenses.length >= 2, kind);
    places.lenses.text += JSON.stringify([lenses, await activeDiagnostics(window)]);
  });
  await places.check(window);
}

async function showDiagnostics(window: Workbench, places: Places): Promise<void> {
  await runCommandById(window, "weaveThreads.showDiagnostics");
  places.documents.text += await eventually(async () => {
    const text = await activeText(window);
    assert.ok(text.includes("/calls/query_stats"));
    return text;
  });
}

test("an API key used in every feature and fault is only in the secret storage and one header", (t) =>
  editor.inWindow(t, { files: {} }, async (window, { userData, folder }) => {
    const { page, quickInput } = window;
    const places = new Places();
    service.misbehave(admitting);
    await using _recording = await recordCalls(window);
    await signInTwice(window, places);
    await saveCount(window, places);
    await openThread(window, places);
    await runCommandById(window, "weaveThreads.newCountFile");
    await eventually(async () => assert.ok((await activeText(window)).includes(places.documents.harmless)));
    places.documents.text += await activeText(window);

    for (const [kind, misbehavior] of faults) await fail(window, kind, misbehavior(), places);
    service.misbehave(admitting);
    await runCommandById(window, "weaveThreads.refresh");
    await settledRows(window.view("Threads"));

    await showDiagnostics(window, places);
    await window.startCommand("weaveThreads.switchAccount");
    await eventually(async () => assert.ok((await quickInput.items()).length > 0));
    await places.check(window);
    await runCommandById(window, "workbench.action.closeQuickOpen");

    await fetch(`http://127.0.0.1:${catcher.port}/harmless`);
    await runCommandById(window, "weaveThreads.showLog");
    places.channel.text = await window.shownOutput();
    await places.check(window);
    await eventually(async () => {
      places.state.text = await storedState(page);
      assert.ok(places.state.text.includes(project));
    });
    places.storage.text = await page.evaluate<string>("JSON.stringify({ ...localStorage, ...sessionStorage })");
    places.logs.text = await filesBelow(join(userData, "logs"));
    places.settings.text = await filesBelow(join(userData, "User"));
    places.shared.text = await filesBelow(join(userData, "User", "globalStorage"));
    places.files.text = await filesBelow(folder);
    places.otherPorts.text = catcher.received;
    places.search();
    assert.ok(service.requests.some((request) => request.authorization === authorization));
  }));
