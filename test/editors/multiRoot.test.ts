import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { freshFolder } from "../editor/freshFolder.ts";
import { EditorTab } from "../editor/workbench/editorTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { activeLenses, runCommandById } from "../ui/editorApi.ts";
import { installedEditor } from "../ui/installedEditor.ts";
import { interposed } from "../ui/interposed.ts";
import { openWorkspaceFile, project, settledRows, signIn, waitForStatus } from "../ui/steps.ts";

const editor = installedEditor();
const service = interposed();

const codeReview = { "weaveThreads.project": "northwind/code-review" };
const op = (name: string) => `import weave\n\n@weave.op\ndef ${name}():\n    pass\n`;
const folders = [{ path: "first" }, { path: "second" }];
const files = {
  "two.code-workspace": JSON.stringify({ folders, settings: { "weaveThreads.pageSize": 20 } }),
  "first/.vscode/settings.json": JSON.stringify(codeReview),
  "first/triage.py": op("triage_ticket"),
  "second/.vscode/settings.json": JSON.stringify({
    "weaveThreads.project": "northwind/rag-playground",
    "weaveThreads.codeLens": "off",
  }),
  "second/answer.py": op("answer_customer"),
  "second/mine.weave-count.json": "{}\n",
};

test("in a multi-root workspace, the first folder has the project, and the files of all folders are used", async (t) => {
  await using opened = await freshFolder("workspace");
  const path = (name: string) => join(opened.path, name);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(path(name)), { recursive: true });
    await writeFile(path(name), text);
  }
  await editor.inWindow(t, { fresh: { folder: path("two.code-workspace") } }, async (window) => {
    await window.host();
    await openWorkspaceFile(window, path("two.code-workspace"));
    const view = await signIn(window, service);
    await settledRows(view);
    await waitForStatus(window, "1.1K calls");
    await eventually(async () => assert.match(await view.description(), /northwind\/code-review/));
    const pages = service.requests.filter((request) => request.path === "/threads/stream_query");
    assert.deepEqual(
      pages.map(({ body }) => Object(body).limit),
      pages.map(() => 20),
    );
    assert.ok(pages.length > 0);

    const tab = new EditorTab(window.page);
    for (const name of ["triage_ticket", "answer_customer"]) {
      await runCommandById(window, "weaveThreads.goToOpCode", { op: name });
      await tab.waitFor(name === "triage_ticket" ? "triage.py" : "answer.py");
      await eventually(async () => assert.equal(await tab.cursor(), "Ln 4, Col 5"));
      // The second folder has turned them off.
      const titles = (await activeLenses(window)).map(({ title }) => title);
      assert.equal(
        titles.some((title) => title.includes("Show Weave calls")),
        name === "triage_ticket",
        `${titles}`,
      );
    }
    const host = await window.host();
    const countFile = path("second/mine.weave-count.json");
    await host.run(
      ({ vscode }, file) => vscode.commands.executeCommand("vscode.open", vscode.Uri.file(file)),
      countFile,
    );
    await tab.pressCodeLens("Count calls");
    await eventually(async () => assert.match((await tab.codeLenses())[1] ?? "", /^1,\d{3} calls · /));

    await window.startCommand("weaveThreads.selectProject");
    await window.quickInput.type(project);
    await window.quickInput.accept();
    await waitForStatus(window, "9K calls");
    await runCommandById(window, "weaveThreads.saveProject");
    const first = path("first/.vscode/settings.json");
    await eventually(async () =>
      assert.deepEqual(JSON.parse(await readFile(first, "utf8")), { "weaveThreads.project": project }),
    );
    await window.reload();
    await waitForStatus(window, "9K calls");
  });
});
