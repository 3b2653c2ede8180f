import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import { answering } from "../fault/interposedService.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { countId, enterStep, project, settledRows, signIn, typeSignIn, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed({ threads: 0, calls: 40 });

test("a project without threads says why it may look empty", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const view = await signIn(window, service);
    await view.waitForWelcome(/No threads in this project. A thread may appear only after its first finished turn/);
    await waitForStatus(window, "40 calls");
  }));

test("the status item tells the exact count, size, project and time, and counts again at a click", (t) =>
  editor.inWindow(t, {}, async (window) => {
    await signIn(window, service);
    await waitForStatus(window, "40 calls");
    const item = window.statusItem(countId);
    const tooltip = await item.tooltip();
    for (const part of [project, "40 calls", /Storage: [\d.]+ .?B|Storage: \d+ byte/, /Last counted: .*20\d\d/]) {
      assert.ok(typeof part === "string" ? tooltip.includes(part) : part.test(tooltip), `${part} in ${tooltip}`);
    }
    assert.equal(await item.accessibleName(), `Weave: 40 calls in ${project}. Refresh`);
    const before = service.requests.length;
    await item.click();
    await eventually(() => assert.ok(service.requests.length > before));
  }));

test("a service that does not answer at the first count is an error in the status bar", (t) =>
  editor.inWindow(t, {}, async (window) => {
    await signIn(window, service);
    await waitForStatus(window, "40 calls");
    service.misbehave(answering(500, {}));
    await window.reload();
    const item = window.statusItem(countId);
    await eventually(async () => assert.deepEqual(await item.icons(), ["error"]));
    assert.equal(await item.background(), "error");
    assert.match(await item.tooltip(), /The service failed \(status 500\)/);
    service.misbehave(null);
    await item.click();
    await waitForStatus(window, "40 calls");
    assert.equal(await item.background(), "plain");
  }));

test("a missing project is asked for, checked as it is typed, and offered again later", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const view = await signIn(window, service);
    await waitForStatus(window, "40 calls");
    await view.chooseMore("Select Project…");
    await quickInput.waitFor("Select Project");
    await quickInput.type("no-slash");
    await eventually(async () => assert.match((await quickInput.items())[0]?.label ?? "", /Enter entity\/project/));
    await quickInput.accept();
    await quickInput.type("northwind/code-review");
    await quickInput.accept();
    await quickInput.waitUntilClosed();
    await waitForStatus(window, "1.1K calls");
    await settledRows(view);
    await view.chooseMore("Select Project…");
    await eventually(async () => {
      const labels = (await quickInput.items()).map(({ label }) => label);
      assert.deepEqual(labels, ["northwind/code-review", project]);
    });
    await quickInput.dismiss();
  }));

test("the project goes to the settings of the open folder, and a folder's project is shown", async (t) => {
  await editor.inWindow(t, { files: {} }, async (window, { folder }) => {
    await typeSignIn(window, service);
    await waitForStatus(window, "40 calls");
    const file = join(folder, ".vscode", "settings.json");
    assert.deepEqual(JSON.parse(await readFile(file, "utf8")), { "weaveThreads.project": project });
    await writeFile(file, JSON.stringify({ "weaveThreads.project": "northwind/code-review" }));
    await waitForStatus(window, "1.1K calls");
  });
});

test("an address that cannot be used is said before anything is asked", (t) =>
  editor.inWindow(t, { settings: { "weaveThreads.serviceUrl": "http://trace.example" } }, async (window) => {
    await waitForStatus(window, "Weave: Service URL");
    const view = await window.openView("Weave Threads", "Threads");
    await view.waitForWelcome(/The service URL setting is not valid/);
    await window.statusItem(countId).click();
    await window.page.locator(".settings-editor").getByText("Service Url").waitFor();
  }));

test("the log tells each request and never a key", (t) =>
  editor.inWindow(t, {}, async (window) => {
    await signIn(window, service);
    await waitForStatus(window, "40 calls");
    await window.runCommand("Weave: Show Log");
    await eventually(async () => {
      const log = await window.shownOutput();
      assert.match(log, /POST \/calls\/query_stats, status 200, \d+ ms, \d+ bytes, 1 row, attempt 1, direct/);
      assert.match(log, /POST \/threads\/stream_query, status 200, \d+ ms, 0 bytes, 0 rows/);
      for (const secret of [
        service.password,
        Buffer.from(`${service.username}:${service.password}`).toString("base64"),
      ]) {
        assert.ok(!log.includes(secret));
      }
      assert.doesNotMatch(log, /authorization/i);
    });
    service.misbehave(answering(503, { reason: "Temporary backend error" }));
    await window.runCommand("Weave: Refresh");
    await eventually(async () => {
      const log = await window.shownOutput();
      assert.match(log, /status 503, .*, attempt 1, direct, retry in \d+ ms, failed: \{"kind":"serviceFailure"/);
      assert.match(log, /status 503, .*, attempt 2, direct, retry in \d+ ms, failed/);
      assert.match(log, /status 503, .*, attempt 3, direct, failed: .*Temporary backend error/);
    });
  }));

test("a dialogue that is put away asks nothing and changes nothing", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const seen = service.requests.length;
    await window.runCommand("Weave: Sign In…");
    await enterStep(window, 1, service.url);
    await enterStep(window, 2, service.username);
    await window.quickInput.waitFor("Sign In to Weave (3/4)");
    await window.quickInput.dismiss();
    await waitForStatus(window, "Weave: Sign In");
    assert.equal(service.requests.length, seen);
  }));
