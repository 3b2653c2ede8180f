import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type * as vscode from "vscode";
import { type FreshFolder, freshFolder } from "../editor/freshFolder.ts";
import { EditorTab } from "../editor/workbench/editorTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { runCommandById } from "../ui/editorApi.ts";
import { installedEditor } from "../ui/installedEditor.ts";
import { interposed } from "../ui/interposed.ts";
import { project, settledRows, signIn, waitForStatus } from "../ui/steps.ts";

const editor = installedEditor({ testDriver: true });
const service = interposed();

const settingsFile = "/project/.vscode/settings.json";
const files = {
  [settingsFile]: '{ "weaveThreads.project": "northwind/code-review" }\n',
  "/project/agent.py": "import weave\n\n@weave.op\ndef answer_customer(messages):\n    pass\n",
  "/project/mine.weave-count.json": "{}\n",
};

const manifest = {
  ...{ name: "virtual", publisher: "probe", version: "1.0.0", main: "./virtual.js", engines: { vscode: "^1.105.0" } },
  activationEvents: ["onFileSystem:virtual"],
};

/**
 * Runs in the extension host as the companion's `activate`, without what is around it: files by path, kept in a memento
 * for the next start. `texts` are the first ones.
 */
function activate(api: typeof vscode, memory: vscode.Memento, texts: Readonly<Record<string, string>>): void {
  const { FileChangeType, FileSystemError, FileType } = api;
  const kept = Object.entries(memory.get("files", texts));
  const contents = new Map(kept.map(([path, text]) => [path, new TextEncoder().encode(text)]));
  const changed = new api.EventEmitter<vscode.FileChangeEvent[]>();
  const below = ({ path }: vscode.Uri) => [...contents.keys()].filter((name) => name.startsWith(`${path}/`));
  const read = (uri: vscode.Uri) => {
    const content = contents.get(uri.path);
    if (content === undefined) throw FileSystemError.FileNotFound(uri);
    return content;
  };
  api.workspace.registerFileSystemProvider("virtual", {
    onDidChangeFile: changed.event,
    watch: () => new api.Disposable(() => undefined),
    stat: (uri) => {
      if (below(uri).length > 0) return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
      return { type: FileType.File, ctime: 0, mtime: 0, size: read(uri).length };
    },
    readDirectory: (uri) => {
      const names = below(uri).map((path) => path.slice(uri.path.length + 1).split("/"));
      return names.map(([name = "", ...rest]) => [name, rest.length > 0 ? FileType.Directory : FileType.File]);
    },
    readFile: read,
    writeFile: async (uri, content) => {
      contents.set(uri.path, new Uint8Array(content));
      await memory.update(
        "files",
        Object.fromEntries([...contents].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)])),
      );
      changed.fire([{ type: FileChangeType.Changed, uri }]);
    },
    createDirectory: () => undefined,
    delete: (uri) => void contents.delete(uri.path),
    rename: () => undefined,
  });
}

/** An extension with the file system of the scheme `virtual`. */
async function companion(): Promise<FreshFolder> {
  const folder = await freshFolder("virtual");
  const given = `require("vscode"), globalState, ${JSON.stringify(files)}`;
  const source = `exports.activate = ({ globalState }) => (${activate.toString()})(${given});\n`;
  await writeFile(join(folder.path, "package.json"), JSON.stringify(manifest));
  await writeFile(join(folder.path, "virtual.js"), source);
  return folder;
}

test("in a virtual workspace, threads, counts, code lenses and the folder's settings work", async (t) => {
  await using development = await companion();
  const fresh = { folder: "virtual:/project", development: development.path };
  await editor.inWindow(t, { fresh }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    // The project of the folder's settings.
    await waitForStatus(window, "1.1K calls");
    await eventually(async () => assert.match(await view.description(), /northwind\/code-review/));

    await window.openFile("agent.py");
    const tab = new EditorTab(window.page);
    await eventually(async () => assert.ok((await tab.codeLenses()).includes("Show Weave calls")));
    await window.openFile("mine.weave-count.json");
    await tab.pressCodeLens("Count calls");
    await eventually(async () => assert.match((await tab.codeLenses())[1] ?? "", /^1,\d{3} calls · /));

    await window.startCommand("weaveThreads.selectProject");
    await window.quickInput.type(project);
    await window.quickInput.accept();
    await waitForStatus(window, "9K calls");
    await runCommandById(window, "weaveThreads.saveProject");
    const host = await window.host();
    await eventually(async () => {
      const text = await host.run(
        async ({ vscode }, path: string) =>
          new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.from({ scheme: "virtual", path }))),
        settingsFile,
      );
      assert.deepEqual(JSON.parse(text), { "weaveThreads.project": project });
    });

    // The workspace follows its settings now.
    await window.reload();
    await settledRows(await window.openView("Weave Threads", "Threads"));
    await waitForStatus(window, "9K calls");
  });
});
