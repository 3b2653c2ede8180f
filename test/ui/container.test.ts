import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrowserContext } from "playwright-core";
import { npmEditorRuns } from "../editor/desktop.ts";
import { freshFolder } from "../editor/freshFolder.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { restartExtension } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { countId, settledRows, signIn, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed();

if (npmEditorRuns) {
  test("in a dev container, a stored key is used after one confirmation per workspace", async (t) => {
    await using folder = await freshFolder("workspace");
    await editor.inWindow(t, {}, async (outside, profile) => {
      await signIn(outside, service);
      const host = await outside.host();
      await host.run(({ stop }) => stop());
      await using _ = await remoteWindows(outside.page.context(), "dev-container");
      const before = service.requests.length;
      const window = await profile.open(folder.path);

      const view = await window.openView("Weave Threads", "Threads");
      await view.waitForWelcome(/Your API key is not used in this container until you allow it\./);
      await eventually(async () =>
        assert.match(await window.statusItem(countId).accessibleName(), /API key not in use/),
      );
      await view.pressWelcomeButton("Use API Key…");
      await eventually(async () =>
        assert.equal(await window.dialog.message(), "Use your API key in this dev container?"),
      );
      await eventually(async () => assert.equal(await window.dialog.detail(), "Code in the container can read it."));
      await window.dialog.press("Cancel");
      await window.runCommand("Weave: Sign In…");
      await window.dialog.press("Cancel");
      assert.equal(service.requests.length, before);

      await window.statusItem(countId).click();
      await window.dialog.press("Use API Key");
      await settledRows(view);
      await waitForStatus(window, "9K calls");
      await restartExtension(window);
      await settledRows(view);
      const inside = await window.host();
      const answers = await inside.run(({ context: { globalState, workspaceState } }) =>
        [globalState, workspaceState].map((state) => state.get<boolean>("mayUseKey") ?? null),
      );
      assert.deepEqual(answers, [null, true]);
    });
  });
}

/**
 * VS Code takes the kind of remote from its authority, `kind+host`, which an extension of that kind resolves; here the
 * connection goes to the host alone. A dev container cannot be had, and the extension looks at nothing else of one.
 */
async function remoteWindows(context: BrowserContext, kind: string): Promise<AsyncDisposable> {
  const changes = [
    ["remoteAuthority:location.host", `remoteAuthority:${JSON.stringify(`${kind}+`)}+location.host`],
    [/remoteAuthority\?\.includes\("\+"\)/, "remoteAuthority?.includes(location.href)"],
    [/(\{host:\w+,port:\w+\}=\w+)\((\w+),/, '$1($2.replace(/^.*\\+/,""),'],
  ] as const;
  const script = "**/workbench/workbench.js";
  await context.route(script, async (route) => {
    const response = await route.fetch();
    const body = changes.reduce(
      (text, [from, to]) => {
        const changed = text.replace(from, to);
        assert.notEqual(changed, text, `This editor has no ${from}.`);
        return changed;
      },
      await response.text(),
    );
    await route.fulfill({ response, body });
  });
  return { [Symbol.asyncDispose]: () => context.unroute(script) };
}
