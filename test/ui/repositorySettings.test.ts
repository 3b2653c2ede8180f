import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { isOldestEditor } from "../editor/editorUnderTest.ts";
import { freshFolder } from "../editor/freshFolder.ts";
import { quietSettings } from "../editor/userSettings.ts";
import { EditorTab } from "../editor/workbench/editorTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { authorityFile } from "../fault/certificates.ts";
import { type ProxyServer, startProxyServer } from "../fault/proxyServer.ts";
import { startTlsFront } from "../fault/tlsFront.ts";
import { restartExtension, runCommandById, setActiveText } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { countId, hideViews, openWorkspaceFile, project, settledRows, signIn, waitForStatus } from "./steps.ts";

// A repository's settings try to get the key: with a proxy that intercepts TLS, or with another service. The user's own
// settings name an honest proxy, so a request that arrives at the service has taken the right route.

const service = interposed();
const editor = installedEditor({ environment: { SSL_CERT_FILE: authorityFile }, workspaceTrust: "on" });
/** The user's setting that trusts every workspace. */
const trustAll = { "security.workspace.trust.enabled": false };

const itsProject = "northwind/code-review";
const blocked = /Request blocked/;
const networks = ["own", "editor"] as const;

/** Settings that lead to the trap, in the forms that settings of a repository can have. */
function forms(trap: string) {
  const account = { url: trap, origin: trap, username: "api" };
  const own = {
    ...{ project: itsProject, serviceUrl: trap, webUrl: trap, requestTimeout: 600, pageSize: 10 },
    // Where the extension keeps the account of a workspace is no setting.
    ...{ choice: { account }, accounts: [account], [`username/${trap}`]: "api" },
  };
  const http = {
    proxy: trap,
    proxyStrictSSL: false,
    proxySupport: "override",
    noProxy: [],
    proxyAuthorization: "Basic c3RyYW5nZXI6c3RyYW5nZXI=",
    systemCertificates: false,
  };
  const flat = Object.fromEntries([
    ...Object.entries(own).map(([name, value]) => [`weaveThreads.${name}`, value]),
    ...Object.entries(http).map(([name, value]) => [`http.${name}`, value]),
  ]);
  const nested = { http, weaveThreads: own };
  return {
    empty: {},
    flat,
    nested,
    "half nested": {
      http: { "proxy.a": trap, "fetchAdditionalSupport.a": trap },
      "http.proxy": { a: trap },
      weaveThreads: { "serviceUrl.a": trap },
      "weaveThreads.serviceUrl": { a: trap },
    },
    "for a language": { "[python]": { ...flat, ...nested } },
    "text instead of an object": { http: "text", weaveThreads: "text" },
    "turning trust off": { ...nested, security: { workspace: { trust: { enabled: false } } } },
  };
}

type Form = keyof ReturnType<typeof forms>;

/** Which values of a form the editor shows does not depend on trust: a trusted window tries them all. */
const restrictedForms: readonly Form[] = ["flat", "half nested"];
const trustedForms: readonly Form[] = [
  "flat",
  "nested",
  "half nested",
  "for a language",
  "text instead of an object",
  "turning trust off",
];

/** Forms in which the editor shows a workspace's value of `http`, so that its own client is not used. */
const usuallyBlocked: readonly Form[] = isOldestEditor
  ? ["nested", "half nested", "text instead of an object", "turning trust off"]
  : ["half nested", "text instead of an object"];

/** Files that name another service, a key and a user; of these, the extension takes projects, as suggestions. */
function repositoryFiles(trap: string) {
  const { host, hostname } = new URL(trap);
  return {
    ".env": `WANDB_BASE_URL=${trap}\nWF_TRACE_SERVER_URL=${trap}\nWANDB_API_KEY=its-key\nWANDB_ENTITY=fabrikam\n`,
    "app.py": `weave.init("rag-playground")\nweave.init("${trap}/a/b/weave")\nos.environ["WANDB_BASE_URL"] = "${trap}"\n@weave.op\ndef repository_op(): pass\n`,
    "wandb/settings": `[default]\nbase_url = ${trap}\n`,
    ".netrc": `machine ${hostname} login its-user password its-key\nmachine ${host} password its-key\n`,
    _netrc: `machine ${hostname} login its-user password its-key\n`,
  };
}

/** A window that has just opened does not watch files yet. */
const noticeMs = 5000;

interface Attack extends AsyncDisposable {
  readonly honest: ProxyServer;
  readonly trap: ProxyServer;
  readonly trapUrl: string;
  readonly url: string;
  readonly folder: string;
  /** The settings file of the folder. */
  readonly file: string;
  /** User settings with the honest proxy. */
  readonly settings: Readonly<Record<string, unknown>>;
}

async function startAttack(trust: object = {}): Promise<Attack> {
  const door = await startTlsFront(service.url);
  const honest = await startProxyServer();
  const trap = await startProxyServer({ behavior: "intercept" });
  const folder = await freshFolder("workspace");
  const url = `https://weave.example:${door.port}`;
  await mkdir(join(folder.path, ".vscode"));
  await mkdir(join(folder.path, "wandb"));
  const files = repositoryFiles(`http://127.0.0.1:${trap.port}`);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder.path, name), text);
  return {
    honest,
    trap,
    trapUrl: `http://127.0.0.1:${trap.port}`,
    url,
    folder: folder.path,
    file: join(folder.path, ".vscode", "settings.json"),
    settings: {
      // The window is refreshed again and again.
      "weaveThreads.maxRequestsPerMinute": 1000,
      "security.workspace.trust.startupPrompt": "never",
      ...trust,
      "workbench.editor.useModal": "off",
      "weaveThreads.serviceUrl": url,
      "weaveThreads.project": project,
      "http.proxy": `http://127.0.0.1:${honest.port}`,
    },
    [Symbol.asyncDispose]: async () => {
      for (const one of [folder, trap, honest, door]) await one[Symbol.asyncDispose]();
    },
  };
}

/** A setting without effect here, which every file may set. It shows that the file has been read. */
const markId = "editor.fontFamily";
let marks = 0;

function newMark(): string {
  marks += 1;
  return `mark ${marks}`;
}

/** Waits until the extension host has read settings with this mark; false if it has not within the time. */
async function hasMark(window: Workbench, mark: string, withinMs: number): Promise<boolean> {
  const host = await window.host();
  return await host.run(
    ({ vscode: { workspace } }, [id, wanted, limit]: readonly [string, string, number]) =>
      new Promise<boolean>((resolve) => {
        const look = () => {
          const { workspaceFolders: [first] = [] } = workspace;
          const values = workspace.getConfiguration(undefined, first).inspect(id) ?? {};
          if (Object.values(values).includes(wanted)) end(true);
        };
        const listener = workspace.onDidChangeConfiguration(look);
        const timer = setTimeout(() => end(false), limit);
        const end = (isRead: boolean) => {
          listener.dispose();
          clearTimeout(timer);
          resolve(isRead);
        };
        look();
      }),
    [markId, mark, withinMs] as const,
  );
}

/** The content of a settings file, or of a workspace file. */
function repositoryText({ trapUrl, folder }: Attack, form: Form, file: string, mark = newMark()): string {
  const settings = { ...forms(trapUrl)[form], [markId]: mark };
  const folders = [{ path: folder }, { path: join(folder, "other") }];
  return JSON.stringify(file.endsWith(".code-workspace") ? { folders, settings } : settings);
}

/**
 * Writes settings of the repository and waits until the extension host has read them. The file is replaced as a whole:
 * a window that reads a workspace file while it is empty has no folder, and reloads.
 */
async function write(window: Workbench, attack: Attack, form: Form, file = attack.file): Promise<void> {
  const mark = newMark();
  const text = repositoryText(attack, form, file, mark);
  await eventually(async () => {
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
    assert.ok(await hasMark(window, mark, noticeMs), form);
  });
}

/** Writes settings of the machine within the window: it does not watch a file that it has not seen. */
async function writeMachine(window: Workbench, file: string, values: object): Promise<void> {
  const host = await window.host();
  const mark = newMark();
  await host.run(
    async ({ vscode }, [path, text]: readonly [string, string]) => {
      const edit = new vscode.WorkspaceEdit();
      edit.createFile(vscode.Uri.file(path), { overwrite: true, contents: new TextEncoder().encode(text) });
      if (!(await vscode.workspace.applyEdit(edit))) throw new Error(`${path} was not written.`);
    },
    [file, JSON.stringify({ ...values, [markId]: mark })] as const,
  );
  assert.ok(await hasMark(window, mark, noticeMs));
}

/** Writes the user's settings in their editor: the window does not watch the file. */
async function writeUser(window: Workbench, values: object): Promise<void> {
  const mark = newMark();
  await runCommandById(window, "workbench.action.openSettingsJson");
  await new EditorTab(window.page).waitFor("settings.json");
  await setActiveText(window, JSON.stringify({ ...quietSettings, ...values, [markId]: mark }));
  await runCommandById(window, "workbench.action.files.save");
  await runCommandById(window, "workbench.action.closeActiveEditor");
  assert.ok(await hasMark(window, mark, noticeMs));
}

async function useNetwork(window: Workbench, network: "own" | "editor"): Promise<void> {
  await runCommandById(window, network === "own" ? "weaveThreads.useOwnNetwork" : "weaveThreads.useEditorNetwork");
  const host = await window.host();
  await eventually(async () => {
    const get = await host.run(({ vscode }) => vscode.workspace.getConfiguration().inspect("weaveThreads.network"));
    assert.equal(get?.globalValue ?? "own", network);
  });
}

/**
 * Refreshes until requests have taken the right route, or were blocked; none may have reached the trap. VS Code's client
 * in the oldest editor does not trust the test's authority, so its requests end at the honest proxy.
 */
async function expectOutcome(
  window: Workbench,
  { honest, trap }: Attack,
  expected: "arrived" | "blocked",
  what: string,
): Promise<void> {
  const status = window.statusItem(countId);
  const sent = () => service.requests.length + honest.heads.length;
  await eventually(async () => {
    const before = sent();
    await runCommandById(window, "weaveThreads.refresh");
    assert.deepEqual([trap.heads, trap.intercepted], [[], []], what);
    const isBlocked = blocked.test(await status.accessibleName());
    const hasArrived = sent() > before;
    assert.deepEqual(
      { isBlocked, hasArrived },
      { isBlocked: expected === "blocked", hasArrived: expected === "arrived" },
      what,
    );
  });
}

/**
 * Tries forms, the first of them flat, with both HTTP clients: all with the view open, flat and nested with it hidden
 * too; ends with the extension's own client. The oldest editor's client keeps the proxy of its first request.
 */
async function tryForms(
  window: Workbench,
  attack: Attack,
  tried: readonly Form[],
  { file = attack.file, blockedForms = usuallyBlocked } = {},
): Promise<void> {
  for (const form of tried) {
    await write(window, attack, form, file);
    for (const network of networks) {
      await useNetwork(window, network);
      const expected = network === "editor" && blockedForms.includes(form) ? "blocked" : "arrived";
      if (form === "flat" || form === "nested") {
        await hideViews(window);
        await expectOutcome(window, attack, expected, `${form}, ${network}, hidden`);
      }
      await runCommandById(window, "weaveThreads.threads.focus");
      await expectOutcome(window, attack, expected, `${form}, ${network}, open`);
    }
  }
  await useNetwork(window, "own");
}

/**
 * The same settings in the user's file do lead to a trap, so a leak would be noticed. The extension's own client gives
 * it the key; VS Code's checks certificates in any case, and sends a header that the other does not send.
 */
async function showControl(window: Workbench, attack: Attack, file: string): Promise<void> {
  await using trap = await startProxyServer({ behavior: "intercept" });
  const expectInTrap = (texts: readonly string[], pattern: RegExp) =>
    eventually(async () => {
      await runCommandById(window, "weaveThreads.refresh");
      assert.match(texts.join("\n"), pattern);
    });
  await write(window, attack, "flat", file);
  const proxy = { "http.proxy": `http://127.0.0.1:${trap.port}`, "http.proxyStrictSSL": false };
  await writeUser(window, { ...attack.settings, ...proxy });
  await expectInTrap(trap.intercepted, /authorization\nBasic /i);
  await useNetwork(window, "editor");
  await expectInTrap(trap.heads, /^proxy-connection:/im);
  assert.deepEqual([attack.trap.heads, attack.trap.intercepted], [[], []]);
}

/** Settings of the remote machine, which a dev container takes from the repository. */
async function tryMachine(window: Workbench, attack: Attack, file: string): Promise<void> {
  const { trapUrl } = attack;
  await write(window, attack, "empty");
  await waitForStatus(window, "9K calls");
  try {
    const own = { serviceUrl: trapUrl, network: "editor" };
    const flat = { "weaveThreads.serviceUrl": trapUrl, "weaveThreads.project": itsProject };
    await writeMachine(window, file, { weaveThreads: own, ...flat });
    // A machine may set the project.
    await waitForStatus(window, "1.1K calls");
    await expectOutcome(window, attack, "arrived", "service of the machine");
    // The current editor shows none of a machine's proxy settings here: they are the user's alone.
    await writeMachine(window, file, { http: { proxyStrictSSL: false } });
    await expectOutcome(window, attack, isOldestEditor ? "blocked" : "arrived", "certificate checks of the machine");
  } finally {
    await rm(file, { force: true });
  }
}

/** Writes a workspace file of two folders; the first one has nested settings. */
async function writeWorkspace(attack: Attack): Promise<string> {
  const { folder } = attack;
  const file = join(folder, "two.code-workspace");
  await mkdir(join(folder, "other"));
  await writeFile(file, repositoryText(attack, "empty", file));
  await writeFile(attack.file, repositoryText(attack, "nested", attack.file));
  return file;
}

function credentials({ url }: Attack) {
  return { url, username: service.username, password: service.password };
}

test("settings of a trusted workspace or of the machine cannot redirect requests", async (t) => {
  await using attack = await startAttack(trustAll);
  const { settings, folder, url, trap } = attack;
  await editor.inWindow(t, { settings, fresh: { folder } }, async (window, { userData }) => {
    await settledRows(await signIn(window, credentials(attack)));
    const notice = `This workspace sets the Weave project to ${itsProject}.`;
    await write(window, attack, "nested");
    await window.notifications.waitFor(notice);
    await waitForStatus(window, "1.1K calls");
    await runCommandById(window, "notifications.clearAll");
    const counted = service.requests.length;
    await restartExtension(window);
    await eventually(() => assert.ok(service.requests.length > counted));
    await waitForStatus(window, "1.1K calls");
    assert.ok(!(await window.notifications.messages()).includes(notice), "shown once");

    const rows = async () =>
      (await window.quickInput.items()).map(({ label, description }) => `${label} | ${description}`);
    await window.startCommand("weaveThreads.signIn");
    await window.quickInput.waitFor("Sign In to Weave (1/2)");
    await eventually(async () =>
      assert.deepEqual(await rows(), [
        "W&B | https://trace.wandb.ai",
        `${url} | from VS Code settings`,
        "Another Service… | enter or paste its URL",
      ]),
    );
    await window.quickInput.pick(url);
    await window.quickInput.waitFor("Sign In to Weave (2/2)");
    await eventually(async () => assert.ok((await window.quickInput.message()).includes(`sent only to ${url})`)));
    await runCommandById(window, "workbench.action.closeQuickOpen");
    await window.startCommand("weaveThreads.selectProject");
    await eventually(async () =>
      // Rows that are found while the list is shown come last.
      assert.deepEqual((await rows()).toSorted(), [
        "fabrikam/rag-playground | from app.py",
        `${itsProject} | current · from workspace settings`,
        `${project} | recent`,
      ]),
    );
    await runCommandById(window, "workbench.action.closeQuickOpen");
    await runCommandById(window, "weaveThreads.copyLink", { thread: { id: "a" } });
    await eventually(async () => assert.equal(await window.clipboard(), `${url}/${itsProject}/weave/threads/a`));

    await tryForms(window, attack, trustedForms);
    await tryMachine(window, attack, join(userData, "Machine", "settings.json"));

    // A window that opens with such settings counts calls although the view is hidden.
    await hideViews(window);
    const file = await writeWorkspace(attack);
    const before = service.requests.length;
    await openWorkspaceFile(window, file);
    await waitForStatus(window, "1.1K calls");
    assert.ok(service.requests.length > before);
    assert.deepEqual(trap.heads, []);
    // In a folder of the workspace too, whose values for `http` the oldest editor shows.
    const blockedForms: readonly Form[] = isOldestEditor ? ["flat", "nested"] : [];
    await tryForms(window, attack, ["flat", "nested"], { file, blockedForms });
    await write(window, attack, "empty");
    await showControl(window, attack, file);
  });
});

test("in Restricted Mode a workspace causes no requests and cannot redirect them", async (t) => {
  await using attack = await startAttack();
  const { settings, folder, trap } = attack;
  const asking = { "weaveThreads.threadLabel": "firstMessage", "weaveThreads.codeLens": "counts" };
  await editor.inWindow(
    t,
    { settings: { ...settings, ...asking }, fresh: { folder } },
    async (window, { userData }) => {
      const view = window.view("Threads");
      const pressLoad = async () => {
        await view.waitForWelcome(/In Restricted Mode, no requests are sent until you load threads\./);
        await view.pressWelcomeButton("Load Threads");
      };
      const loadThreads = () => runCommandById(window, "weaveThreads.loadThreads");
      const tryOpening = async (open: () => Promise<unknown>, load: () => Promise<unknown>, isHeld = true) => {
        const before = service.requests.length;
        await open();
        if (isHeld) {
          const status = window.statusItem(countId);
          await eventually(async () => assert.match(await status.accessibleName(), /Restricted Mode/));
          assert.deepEqual([service.requests.slice(before), trap.heads], [[], []]);
          await load();
        }
        await settledRows(view);
        // Where the folder has turned trust off, its project is used, and nothing else of it.
        await waitForStatus(window, isHeld ? "9K calls" : "1.1K calls");
        await eventually(async () => assert.match(await view.description(), new RegExp(isHeld ? project : itsProject)));
        // Neither messages nor numbers above ops.
        if (isHeld) assert.doesNotMatch(JSON.stringify(service.requests.slice(before)), /inputs|repository_op/);
        assert.deepEqual(trap.heads, []);
      };
      await tryOpening(() => signIn(window, credentials(attack)), pressLoad);
      const host = await window.host();
      await host.run(
        async ({ vscode }, path) => void (await vscode.window.showTextDocument(vscode.Uri.file(path))),
        join(folder, "app.py"),
      );
      const source = new EditorTab(window.page);
      await eventually(async () => assert.deepEqual(await source.codeLenses(), ["Show Weave calls"]));
      await write(window, attack, "turning trust off");
      await tryOpening(() => window.reload(), pressLoad, !isOldestEditor);
      await write(window, attack, "flat");
      await tryOpening(() => (isOldestEditor ? window.reload() : restartExtension(window)), loadThreads);
      await write(window, attack, "nested");
      await tryOpening(() => restartExtension(window), loadThreads);

      await window.startCommand("weaveThreads.selectProject");
      await window.quickInput.type("fabrikam/rag-playground");
      await window.quickInput.accept();
      await eventually(async () => assert.match(await view.description(), /fabrikam/));
      assert.deepEqual(await readdir(join(folder, ".vscode")), ["settings.json"]);
      const userSettings = await readFile(join(userData, "User", "settings.json"), "utf8");
      assert.ok(userSettings.includes(project) && !userSettings.includes("fabrikam"), "no settings are written");
      await restartExtension(window);
      await loadThreads();
      await eventually(async () => assert.match(await view.description(), /fabrikam/));

      await tryForms(window, attack, restrictedForms);

      const workspace = await writeWorkspace(attack);
      const openWorkspace = async () => {
        await openWorkspaceFile(window, workspace);
        await window.openView("Weave Threads", "Threads");
      };
      // A request under way would arrive late, and be taken for one of the window that opens.
      await runCommandById(window, "weaveThreads.refresh");
      await settledRows(view);
      await (await window.host()).run(({ stop }) => stop());
      await tryOpening(openWorkspace, pressLoad);
      await expectOutcome(window, attack, "arrived", "workspace file");
    },
  );
});

test("once the workspace is trusted, its settings and the labels of rows are there without a reload", async (t) => {
  await using attack = await startAttack();
  await writeFile(attack.file, JSON.stringify({ "weaveThreads.refreshInterval": 60 }));
  const settings = { ...attack.settings, "weaveThreads.threadLabel": "firstMessage" };
  await editor.inWindow(t, { settings, fresh: { folder: attack.folder } }, async (window) => {
    const view = window.view("Threads");
    await signIn(window, credentials(attack));
    await view.pressWelcomeButton("Load Threads");
    const isLabeled = async () => !(await view.rows())[0]?.accessibleName.startsWith("Thread ");
    await settledRows(view);
    assert.equal(await isLabeled(), false);
    assert.doesNotMatch(await view.description(), /following/);
    await runCommandById(window, "workbench.trust.manage");
    await window.page.getByRole("button", { name: "Trust", exact: true }).click();
    await eventually(async () => {
      assert.equal(await isLabeled(), true);
      assert.match(await view.description(), /following/);
    });
  });
});
