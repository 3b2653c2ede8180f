import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { freshFolder } from "../editor/freshFolder.ts";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { EditorTab } from "../editor/workbench/editorTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { PageElement } from "../editor/workbench/pageElement.ts";
import { storedState } from "../editor/workbench/storedState.ts";
import { answering, breakingAfter, type Misbehaviour } from "../fault/interposedService.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { enterStep, project, settledRows, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed();

/** Every way of writing it differs from the others. */
const key = "canary/k3y+odd=?%41~sings";
const username = "api";

/** The ways in which a key may stand in a text. Base64 depends on what stands before it: each alignment is one. */
function formsOf(secret: string): readonly string[] {
  const base64 = [0, 1, 2].map((before) => {
    const whole = Buffer.from("x".repeat(before) + secret).toString("base64");
    return whole.slice(before === 0 ? 0 : 4, -4);
  });
  const pair = Buffer.from(`${username}:${secret}`).toString("base64");
  const all = [secret, encodeURIComponent(secret), encodeURI(secret), pair, ...base64];
  return [...new Set(all.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]))];
}

/** Everything that was found in a place, and a harmless text that has to be among it for the search to mean anything. */
type Place = { readonly harmless: string; text: string };

/** A port where nothing but the test itself has anything to say. */
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
  if (address === null || typeof address === "string") throw new Error("the catcher has no port");
  catcher = {
    port: address.port,
    received: "",
    close: () => new Promise((closed) => server.close(() => closed())),
  };
});
after(() => catcher.close());

const authorization = basic(username, key);

/** Lets the canary in: the sample service has a key of its own. */
const admitting: Misbehaviour = ({ headers }, _outgoing, held) => {
  if (headers.authorization === authorization) headers.authorization = basic(service.username, service.password);
  held.pass();
};

function basic(name: string, password: string): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;
}

/** What a service may repeat of a request's credentials. */
const echo = `${authorization} ${key} ${encodeURIComponent(key)}`;

/** Faults of every kind, with the key in every text that they have. */
const faults: readonly (readonly [kind: string, misbehaviour: () => Misbehaviour])[] = [
  ["forbidden", () => answering(403, { detail: echo })],
  ["no such route", () => answering(404, { detail: echo })],
  ["not found", () => answering(404, { reason: echo })],
  ["too large", () => answering(413, { reason: echo })],
  ["invalid, in words", () => answering(400, { reason: echo })],
  ["invalid, as a list", () => answering(422, { detail: [{ loc: ["body", key], msg: echo, type: key }] })],
  ["too many requests", () => answering(429, { reason: echo }, { "retry-after": "3600" })],
  ["too expensive", () => answering(504, { reason: `query ran into the time limit ${echo}` })],
  ["a failure that is tried again", () => answering(503, { reason: echo })],
  ["a failure", () => answering(501, { reason: echo })],
  ["a page", () => answering(501, `<html>${echo}</html>`, { "content-type": "text/html" })],
  ["a redirect", () => answering(302, "", { location: `http://127.0.0.1:${catcher.port}/${encodeURIComponent(key)}` })],
  ["a page instead of rows", () => answering(200, `<html>${echo}</html>`, { "content-type": "text/html" })],
  ["a broken row", () => answering(200, `{"thread_id": "${key}", ${echo}}\n`)],
  ["an unfinished row", () => breakingAfter(`{"thread_id": "${key}`)],
  ["not signed in", () => answering(401, { detail: echo }, { "www-authenticate": `Basic realm="${key}"` })],
];

async function filesBelow(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, "latin1")))).join("\n");
}

test("a key that is used through every feature and fault is nowhere but in the secret storage and one header", async (t) => {
  await using folder = await freshFolder("canary");
  await editor.inWindow(t, { fresh: { folder: folder.path } }, async (window, profile) => {
    const { page, quickInput, notifications } = window;
    const places = {
      screen: { harmless: project, text: "" },
      documents: { harmless: "trace_roots_only", text: "" },
      conversation: { harmless: "Turn 1", text: "" },
      clipboard: { harmless: "", text: "" },
      channel: { harmless: "POST /calls/query_stats", text: "" },
      logs: { harmless: "POST /calls/query_stats", text: "" },
      settings: { harmless: service.url, text: "" },
      state: { harmless: "savedCounts", text: "" },
      storage: { harmless: "vscode", text: "" },
      files: { harmless: "weaveThreads.project", text: "" },
      otherPorts: { harmless: "GET /harmless", text: "" },
    } satisfies Record<string, Place>;
    const look = async () => {
      places.screen.text += await page.evaluate<string>("document.documentElement.outerHTML");
    };
    const takeClipboard = async (done: (text: string) => boolean): Promise<string> => {
      const text = await eventually(async () => {
        const held = await window.clipboard();
        assert.ok(done(held), `the clipboard holds ${held}`);
        return held;
      });
      places.clipboard.text += `${text}\n`;
      return text;
    };

    service.misbehave(admitting);
    await window.runCommand("Weave: Sign In…");
    const typed = [service.url, username, `${key}-wrong`, project];
    for (const [index, value] of typed.entries()) await enterStep(window, index + 1, value);
    await eventually(async () => assert.match(await quickInput.message(), /Invalid or expired API key/));
    await look();
    await enterStep(window, 3, key);
    await enterStep(window, 4, project);
    await quickInput.waitUntilClosed();
    const threads = window.view("Threads");
    await settledRows(threads);
    await waitForStatus(window, "9K calls");
    await window.statusItem("weaveThreads.count").tooltip();
    await look();

    await window.runCommand("Weave: Count Calls…");
    await quickInput.pick("Trace Roots Only");
    await eventually(async () => assert.match((await quickInput.items())[0]?.label ?? "", /\d calls?$/));
    await quickInput.pick("Save Count…");
    await quickInput.waitFor("Save Count");
    await quickInput.accept();
    await quickInput.waitFor(`Count Calls · ${project}`);
    await quickInput.dismiss();
    await eventually(async () => assert.equal((await window.view("Counts").rows()).length, 1));
    await look();

    const [row] = await threads.rows();
    assert.ok(row);
    await threads.toggle(row.label);
    await eventually(async () => assert.ok((await threads.rows()).some(({ level }) => level === 2)));
    await threads.tooltip(row.label);
    await look();
    await threads.chooseOn(row.label, "Open Conversation");
    const conversation = new ConversationTab(page).page;
    await conversation.locator("article.turn .message").first().waitFor();
    places.conversation.text = await conversation.locator("html").evaluate(({ outerHTML }: PageElement) => outerHTML);
    await window.runCommand("View: Close Editor");
    await threads.chooseOn(row.label, "Copy Thread as JSON");
    const copied = await takeClipboard((text) => text.startsWith("{"));
    places.clipboard.harmless = copied.slice(0, 20);

    await window.runCommand("Weave: New Count File");
    const tab = new EditorTab(page);
    await eventually(async () => assert.match(await window.editorText(), /trace_roots_only/));
    await tab.pressCodeLens("Count calls");
    await eventually(async () => assert.match((await tab.codeLenses())[1] ?? "", /calls/));
    places.documents.text += await window.editorText();

    for (const [kind, misbehaviour] of faults) {
      service.misbehave(misbehaviour());
      const before = service.requests.length;
      await window.runCommand("Weave: Refresh");
      await eventually(async () => {
        assert.ok(service.requests.length >= before + 2, kind);
        assert.equal(await threads.busy(), false, kind);
      });
      await window.statusItem("weaveThreads.count").tooltip();
      await tab.pressCodeLens("Count calls");
      await eventually(async () => assert.ok(service.requests.length >= before + 3, kind));
      await look();
    }
    service.misbehave(admitting);
    await window.runCommand("Weave: Refresh");
    await settledRows(threads);

    for (const choice of ["Mask projects, hosts and users (recommended)", "Include projects, hosts and users"]) {
      await window.runCommand("Weave: Show Diagnostics");
      await quickInput.pick(choice);
      await eventually(async () => assert.match(await window.editorText(), /POST|\/calls\/query_stats/));
      places.documents.text += await window.editorText();
    }
    await window.runCommand("Weave: Switch Account…");
    await eventually(async () => assert.ok((await quickInput.items()).length > 0));
    await look();
    await quickInput.dismiss();

    await fetch(`http://127.0.0.1:${catcher.port}/harmless`);
    places.channel.text = await window.output("Weave Threads");
    await look();
    places.clipboard.text += (await notifications.messages()).join("\n");
    await eventually(async () => {
      places.state.text = await storedState(page);
      assert.ok(places.state.text.includes(project));
    });
    places.storage.text = await page.evaluate<string>("JSON.stringify({ ...localStorage, ...sessionStorage })");
    places.logs.text = await filesBelow(join(profile.userData, "logs"));
    places.settings.text = await filesBelow(join(profile.userData, "User"));
    places.files.text = await filesBelow(folder.path);
    places.otherPorts.text = catcher.received;

    const forms = formsOf(key);
    for (const [name, { harmless, text }] of Object.entries(places)) {
      assert.ok(harmless !== "" && text.includes(harmless), `the search of ${name} finds what is there`);
      for (const form of forms) assert.ok(!text.includes(form), `${name} holds the key as ${form}`);
    }
    assert.ok(service.requests.some((request) => request.authorization === authorization));
  });
});
