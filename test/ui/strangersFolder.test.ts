import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { type FreshFolder, freshFolder } from "../editor/freshFolder.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { startCatcher } from "../fault/catcher.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { enterStep, project, settledRows, waitForStatus } from "./steps.ts";

// Every folder is trusted here: a folder that is not has less to say.
const editor = installedEditor();
const service = interposed();

const itsProject = "northwind/code-review";
/** A service that only a proxy could reach. */
const farService = "https://weave.invalid";

/** A repository whose settings try every way to get hold of the key, and name a project, which they may. */
async function strangersFolder(url: string): Promise<FreshFolder> {
  const folder = await freshFolder("workspace");
  const settings = {
    "weaveThreads.project": itsProject,
    "weaveThreads.serviceUrl": url,
    "weaveThreads.network": "editor",
    "weaveThreads.requestTimeout": 600,
    "http.proxy": url,
    "http.proxySupport": "override",
    "http.noProxy": [],
    "http.proxyAuthorization": "Basic c3RyYW5nZXI6c3RyYW5nZXI=",
    "http.proxyStrictSSL": false,
    "http.systemCertificates": false,
    "terminal.integrated.env.linux": { HTTPS_PROXY: url, HTTP_PROXY: url },
  };
  await mkdir(join(folder.path, ".vscode"));
  await writeFile(join(folder.path, ".vscode", "settings.json"), JSON.stringify(settings));
  return folder;
}

async function enterSteps(window: Workbench, ...values: readonly string[]): Promise<void> {
  await window.runCommand("Weave: Sign In…");
  for (const [index, value] of values.entries()) await enterStep(window, index + 1, value);
}

// A window that is closed leaves its extension host behind for a while: every test has a catcher of its own.

test("a key reaches the address that the user's own settings name", async (t) => {
  await using stranger = await startCatcher();
  await editor.inWindow(t, { settings: { "weaveThreads.serviceUrl": stranger.url } }, async (window) => {
    await window.runCommand("Weave: Sign In…");
    await window.quickInput.waitFor("Sign In to Weave (1/4)");
    assert.equal(await window.quickInput.value(), stranger.url);
    await window.quickInput.dismiss();
    assert.deepEqual(stranger.received, []);
    await enterSteps(window, stranger.url, "api", "the key", project);
    await eventually(() => assert.match(stranger.received.join(), /authorization: Basic /i));
  });
});

test("a folder's settings turn no request to another address", async (t) => {
  await using stranger = await startCatcher();
  await using folder = await strangersFolder(stranger.url);
  await editor.inWindow(t, { folder: folder.path }, async (window) => {
    await enterSteps(window, service.url, service.username, service.password);
    await window.quickInput.waitUntilClosed();
    // The folder's settings are read: its project is shown.
    await waitForStatus(window, "1.1K calls");
    const view = await window.openView("Weave Threads", "Threads");
    await settledRows(view);
    await view.press("Refresh");
    await settledRows(view);
    await window.reload();
    await waitForStatus(window, "1.1K calls");
    assert.ok(service.requests.length > 3);
    assert.deepEqual(stranger.received, []);
  });
});

for (const network of ["own", "editor"] as const) {
  const own = { "weaveThreads.serviceUrl": farService, "weaveThreads.network": network };

  test(`requests go by the proxy that the user's own settings name (${network})`, async (t) => {
    await using stranger = await startCatcher();
    await editor.inWindow(t, { settings: { ...own, "http.proxy": stranger.url } }, async (window) => {
      await enterSteps(window, farService, "api", "the key", project);
      await eventually(() => assert.match(stranger.received.join(), /^CONNECT weave\.invalid:443 /m));
    });
  });

  test(`a folder's settings turn no request to a proxy (${network})`, async (t) => {
    await using stranger = await startCatcher();
    await using folder = await strangersFolder(stranger.url);
    await editor.inWindow(t, { settings: own, folder: folder.path }, async (window) => {
      await enterSteps(window, farService, "api", "the key");
      await window.quickInput.pick("Keep Anyway");
      const view = await window.openView("Weave Threads", "Threads");
      // Both the check and the view have failed by the direct way, where a proxy would have been asked.
      await view.waitForWelcome(/Retry/);
      assert.deepEqual(stranger.received, []);
    });
  });
}
