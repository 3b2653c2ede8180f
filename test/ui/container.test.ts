import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { BrowserContext } from "playwright-core";
import { npmEditorRuns } from "../editor/desktop.ts";
import { freshFolder } from "../editor/freshFolder.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { countId, settledRows, signIn, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed();

async function askedOnce(t: TestContext): Promise<void> {
  await using folder = await freshFolder("workspace");
  await editor.inWindow(t, { fresh: { folder: folder.path } }, async (window, profile) => {
    await settledRows(await signIn(window, service));
    await pretendRemote(window.page.context(), "dev-container");
    const before = service.requests.length;
    await window.reload();

    const view = await window.openView("Weave Threads", "Threads");
    await view.waitForWelcome(/Your API key is not used in this container until you allow it\./);
    assert.match(await window.statusItem(countId).accessibleName(), /API key not in use/);
    await view.pressWelcomeButton("Use API Key…");
    assert.equal(await window.dialog.message(), "Use your API key in this dev container?");
    assert.equal(await window.dialog.detail(), "Code in the container can read it.");
    await window.dialog.press("Cancel");
    await window.runCommand("Weave: Sign In…");
    await window.dialog.press("Cancel");
    assert.equal(service.requests.length, before);

    await window.statusItem(countId).click();
    await window.dialog.press("Use API Key");
    await settledRows(view);
    await waitForStatus(window, "9K calls");
    await window.reload();
    await settledRows(view);

    // Every workspace is asked about by itself.
    await using other = await freshFolder("workspace");
    const asked = service.requests.length;
    const second = await profile.open(other.path);
    const held = await second.openView("Weave Threads", "Threads");
    await held.waitForWelcome(/Your API key is not used in this container until you allow it\./);
    assert.equal(service.requests.length, asked);
    await second.page.close();
    await window.runCommand("Weave: Show Diagnostics");
    await window.quickInput.pick("Include projects, hosts and users");
    await eventually(async () => assert.match(await window.editorText(), /Remote: dev-container/));
  });
}

if (npmEditorRuns) {
  test("in a dev container, a stored key is used after one question per workspace", askedOnce);
}

/**
 * VS Code takes the kind of remote from its authority, `kind+host`, which an extension of that kind resolves; here the
 * connection goes to the host alone. A dev container cannot be had, and the extension looks at nothing else of one.
 */
async function pretendRemote(context: BrowserContext, kind: string): Promise<void> {
  const changes = [
    ["remoteAuthority:location.host", `remoteAuthority:${JSON.stringify(`${kind}+`)}+location.host`],
    [/remoteAuthority\?\.includes\("\+"\)/, "remoteAuthority?.includes(location.href)"],
    [/(\{host:\w+,port:\w+\}=\w+)\((\w+),/, '$1($2.replace(/^.*\\+/,""),'],
  ] as const;
  await context.route("**/workbench/workbench.js", async (route) => {
    const response = await route.fetch();
    const body = changes.reduce(
      (script, [from, to]) => {
        const changed = script.replace(from, to);
        assert.notEqual(changed, script, `This editor has no ${from}.`);
        return changed;
      },
      await response.text(),
    );
    await route.fulfill({ response, body });
  });
}
