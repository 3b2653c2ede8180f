import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { startEditor } from "../editor/editor.ts";
import { editorUnderTest } from "../editor/editorUnderTest.ts";
import { freshFolder } from "../editor/freshFolder.ts";
import { interruption } from "../editor/interruption.ts";
import { packedExtension } from "../editor/packedExtension.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { keepingPicture } from "../ui/installedEditor.ts";
import { interposed } from "../ui/interposed.ts";
import { basic } from "../ui/rotatedKey.ts";
import { showsRow, showsRows } from "../ui/savedCountRows.ts";
import { countId, enterStep, project, settledRows, waitForStatus } from "../ui/steps.ts";
import { packedPreviousRelease } from "./previousRelease.ts";

/** The palette of an opening window closes when another part takes the focus. */
const paletteMs = 1000;
const signal = interruption();
const service = interposed();

const settings = {
  "workbench.editor.useModal": "off",
  "weaveThreads.pageSize": 20,
  "weaveThreads.defaultSort": "turn_count:desc",
  "weaveThreads.codeLens": false,
};

/** Signs in as the previous release asks. */
async function signIn(window: Workbench): Promise<void> {
  await window.runCommand("Weave: Sign In…");
  const values = [service.url, service.username, service.password, project];
  for (const [index, value] of values.entries()) await enterStep(window, index + 1, value);
  await window.quickInput.waitUntilClosed();
}

/** Saves two counts with the previous release; it asks for a latency in a form that the service refuses. */
async function saveCounts(window: Workbench): Promise<void> {
  const { quickInput } = window;
  const title = `Count Calls · ${project}`;
  for (const name of ["roots", "slow"]) {
    await window.runCommand("Weave: Count Calls…");
    await quickInput.waitFor(title);
    await quickInput.pick(name === "roots" ? "Trace Roots Only" : "All Calls");
    await eventually(async () => assert.match((await quickInput.items())[0]?.label ?? "", /\d calls?$/));
    if (name === "slow") {
      await quickInput.pick("Add Condition…");
      await quickInput.pick("Latency");
      await quickInput.waitFor("Latency");
      await quickInput.type("> 2s");
      await quickInput.accept();
      await quickInput.waitFor(title);
      // The failure adds rows, which move the others.
      await eventually(async () => assert.ok(await quickInput.offers("Show Log", paletteMs)));
    }
    await quickInput.pick("Save Count…");
    await quickInput.waitFor("Save Count");
    await quickInput.type(name);
    await quickInput.accept();
    await quickInput.waitFor(title);
    await quickInput.dismiss();
  }
}

/** The pages of threads that were requested since; the settings determine size and order. */
function expectPages(since: number): void {
  const pages = service.requests.slice(since).filter(({ path }) => path === "/threads/stream_query");
  assert.ok(pages.length > 0);
  for (const { authorization, body } of pages) {
    const { limit, sort_by: sorted } = Object(body);
    assert.deepEqual([limit, sorted[0]], [20, { field: "turn_count", direction: "desc" }]);
    assert.equal(authorization, basic(service, service.password));
  }
}

test("an update from the previous release keeps key, saved counts and settings; uninstalled, nothing of it runs", async (t) => {
  await using release = await freshFolder("release");
  const previous = await packedPreviousRelease(release.path);
  await using editor = await startEditor({ ...(await editorUnderTest(signal)), vsix: previous }, signal);
  await using profile = await editor.newProfile(settings);
  const window = await profile.open();
  const settingsText = () => readFile(join(profile.userData, "User", "settings.json"), "utf8");
  await keepingPicture(t, window, async () => {
    await signIn(window);
    const threads = window.view("Threads");
    await settledRows(threads);
    await waitForStatus(window, "9K calls");
    expectPages(0);
    await saveCounts(window);
    const counts = window.view("Counts");
    await showsRows(counts, ["roots", "slow"]);
    const roots = await eventually(async () => {
      const [row] = await counts.rows();
      // The previous release has the number in the description.
      const [text] = /^[\d,]+ calls/.exec(row?.value || row?.description || "") ?? [];
      assert.ok(text !== undefined);
      return text;
    });
    const itsSettings = await settingsText();
    assert.ok(itsSettings.includes(service.url));

    await editor.command("--install-extension", await packedExtension());
    const before = service.requests.length;
    await window.open(window.page.url());
    await waitForStatus(window, "9K calls");
    await settledRows(await window.openView("Weave Threads", "Threads"));
    expectPages(before);
    await showsRows(counts, ["roots", "slow"]);
    await showsRow(counts, "roots", new RegExp(`^${roots}`));
    // The service accepts the form in which the packed extension asks.
    await showsRow(counts, "slow", /^[\d,]+ calls · /);
    assert.equal(await settingsText(), itsSettings);

    await editor.command("--uninstall-extension", "weave-threads.weave-threads");
    const sent = service.requests.length;
    await window.open(window.page.url());
    await window.runCommand("Developer: Show Running Extensions");
    const running = window.page.locator(".runtime-extensions-editor .monaco-list-row");
    await eventually(async () => assert.match((await running.allInnerTexts()).join("\n"), /^(?!.*weave).+/is));
    assert.equal(await window.page.getByRole("tab", { name: "Weave Threads" }).count(), 0);
    assert.equal(await window.statusItem(countId).shown(), false);
    await eventually(async () => {
      await window.page.keyboard.press("F1");
      await window.quickInput.type(">Weave: ", paletteMs);
      const labels = (await window.quickInput.items()).map(({ label }) => label);
      await window.quickInput.dismiss();
      assert.ok(labels.length > 0 && labels.every((label) => !label.startsWith("Weave: ")), labels.join());
    });
    await window.runCommand("File: New Untitled Text File");
    await eventually(async () => {
      await window.page.keyboard.type("The editor works.");
      assert.match(await window.editorText(), /The editor works\./);
    });
    await window.page.keyboard.press("Delete");
    await window.page.locator(".tab.dirty").waitFor({ state: "hidden" });
    assert.equal(service.requests.length, sent);

    // VS Code keeps settings, stored state and secrets for the next installation.
    assert.equal(await settingsText(), itsSettings);
    await editor.command("--install-extension", await packedExtension());
    await window.open(window.page.url());
    await waitForStatus(window, "9K calls");
    await window.openView("Weave Threads", "Threads");
    await showsRows(counts, ["roots", "slow"]);
  });
});
