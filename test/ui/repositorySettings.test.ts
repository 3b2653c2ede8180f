import assert from "node:assert/strict";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { editorUnderTest, isOldestEditor } from "../editor/editorUnderTest.ts";
import { freshFolder } from "../editor/freshFolder.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { authorityFile } from "../fault/certificates.ts";
import { type ProxyServer, startProxyServer } from "../fault/proxyServer.ts";
import { startSecureDoor } from "../fault/secureDoor.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { changeSettings, countId, project, settledRows, signInAgain, waitForStatus } from "./steps.ts";

// A repository's settings try to get the key: by a proxy that breaks TLS open, or by another service. The user's own
// settings name an honest proxy, so that a request that arrives at the service has gone the right way.

const service = interposed();
const options = { ...(await editorUnderTest()), environment: { SSL_CERT_FILE: authorityFile } };
const trusting = installedEditor(options);
const restricting = installedEditor({ ...options, workspaceTrust: "on" });

const itsProject = "northwind/code-review";
const blocked = /Request blocked/;

/** Settings that lead to the trap, in the forms that settings of a repository can have. */
function forms(trap: string): Readonly<Record<string, object>> {
  const own = { project: itsProject, serviceUrl: trap, webUrl: trap, requestTimeout: 600, pageSize: 10 };
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
    flat,
    nested,
    "half nested": {
      http: { "proxy.a": trap, "fetchAdditionalSupport.a": trap },
      "http.proxy": { a: trap },
      weaveThreads: { "serviceUrl.a": trap },
      "weaveThreads.serviceUrl": { a: trap },
    },
    "for a language": { "[python]": { ...flat, ...nested } },
    "text in place of an object": { http: "text", weaveThreads: "text" },
    "with trust switched off": { ...nested, security: { workspace: { trust: { enabled: false } } } },
  };
}

/** Forms in which the editor shows a workspace's value of `http`, so that its own client is not used. */
const usuallyBlocked = isOldestEditor
  ? ["nested", "half nested", "text in place of an object", "with trust switched off"]
  : ["half nested", "text in place of an object"];

/** A window takes about a second to notice that a file has changed. */
const noticeMs = 3000;

interface Attack extends AsyncDisposable {
  readonly honest: ProxyServer;
  readonly trap: ProxyServer;
  readonly trapUrl: string;
  readonly url: string;
  readonly folder: string;
  /** User settings with the honest proxy. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Writes the settings of the folder, and waits until the window has read them. */
  write(window: Workbench, form: string, file?: string): Promise<void>;
}

async function startAttack(): Promise<Attack> {
  const door = await startSecureDoor(service.url);
  const honest = await startProxyServer();
  const trap = await startProxyServer({ behaviour: "intercept" });
  const folder = await freshFolder("workspace");
  const trapUrl = `http://127.0.0.1:${trap.port}`;
  const url = `https://weave.example:${door.port}`;
  await mkdir(join(folder.path, ".vscode"));
  return {
    honest,
    trap,
    trapUrl,
    url,
    folder: folder.path,
    settings: {
      "workbench.editor.useModal": "off",
      "security.workspace.trust.startupPrompt": "never",
      "weaveThreads.serviceUrl": url,
      "weaveThreads.project": project,
      "http.proxy": `http://127.0.0.1:${honest.port}`,
    },
    write: async (window, form, file = join(folder.path, ".vscode", "settings.json")) => {
      const settings = { ...forms(trapUrl)[form], "window.title": `form: ${form}` };
      const isWorkspace = file.endsWith(".code-workspace");
      const text = JSON.stringify(isWorkspace ? { folders: [{ path: folder.path }], settings } : settings);
      // A window that has just opened may not watch the file yet.
      await eventually(async () => {
        await writeFile(file, text);
        await eventually(async () => assert.equal(await window.page.title(), `form: ${form}`), noticeMs);
      });
    },
    [Symbol.asyncDispose]: async () => {
      for (const one of [folder, trap, honest, door]) await one[Symbol.asyncDispose]();
    },
  };
}

/**
 * Presses what asks again until a request has gone the right way, or was blocked; nothing may have reached the trap. The
 * oldest editor's own client does not trust the test's authority, so that its requests end at the honest proxy.
 */
async function ask(window: Workbench, view: TreeView | null, { honest, trap }: Attack): Promise<"arrived" | "blocked"> {
  const sent = () => service.requests.length + honest.heads.length;
  const before = sent();
  const status = window.statusItem(countId);
  const outcome = await eventually(async () => {
    if (view === null) await status.click();
    else await view.press("Refresh");
    await eventually(async () => assert.doesNotMatch((await status.icons()).join(), /loading/));
    if (sent() > before) return "arrived";
    assert.match(await status.accessibleName(), blocked);
    return "blocked";
  });
  assert.deepEqual([trap.heads, trap.intercepted], [[], []]);
  return outcome;
}

/** Tries forms with the own and the editor's network: all with the view open, flat and nested with the view hidden too. */
async function tryForms(
  window: Workbench,
  attack: Attack,
  names: readonly string[],
  { file, blockedForms = usuallyBlocked }: { readonly file?: string; readonly blockedForms?: readonly string[] } = {},
): Promise<void> {
  for (const network of ["own", "editor"] as const) {
    await attack.write(window, "flat", file);
    if (network === "editor") await window.runCommand("Weave: Use VS Code's HTTP Client");
    const tryWith = async (view: TreeView | null, form: string) => {
      await attack.write(window, form, file);
      const expected = network === "editor" && blockedForms.includes(form) ? "blocked" : "arrived";
      await eventually(async () => assert.equal(await ask(window, view, attack), expected, `${form}, ${network}`));
    };
    const view = await window.openView("Weave Threads", "Threads");
    for (const form of names) await tryWith(view, form);
    await hideThreads(window);
    for (const form of ["flat", "nested"]) await tryWith(null, form);
  }
}

async function hideThreads(window: Workbench): Promise<void> {
  await window.runCommand("View: Show Explorer");
}

/** The same settings as the user's own lead to the trap, which then has the key: so it would be noticed. */
async function showControl(window: Workbench, attack: Attack, userData: string, file?: string): Promise<void> {
  const { trap, trapUrl, settings } = attack;
  await attack.write(window, "flat", file);
  for (const network of ["own", "editor"] as const) {
    const before = trap.intercepted.length;
    await changeSettings(window, userData, {
      ...settings,
      "weaveThreads.network": network,
      "http.proxy": trapUrl,
      "http.proxyStrictSSL": false,
    });
    await eventually(async () => {
      await window.statusItem(countId).click();
      assert.match(trap.intercepted.slice(before).join(), /authorization\nBasic /i, network);
    });
  }
}

async function signInHere(window: Workbench, { url }: Attack): Promise<TreeView> {
  await signInAgain(window, { url, username: service.username, password: service.password });
  const view = window.view("Threads");
  await settledRows(view);
  return view;
}

test("the settings of a trusted folder never lead to its proxy or service", async (t) => {
  await using attack = await startAttack();
  await trusting.inWindow(
    t,
    { settings: attack.settings, fresh: { folder: attack.folder } },
    async (window, { userData }) => {
      await signInHere(window, attack);
      const told = `This workspace sets the Weave project to ${itsProject}.`;
      await attack.write(window, "nested");
      await window.notifications.waitFor(told);
      await hideThreads(window);
      // A window that opens with them counts calls, although the view is hidden.
      const before = service.requests.length;
      await window.reload();
      await waitForStatus(window, /calls$/);
      assert.ok(service.requests.length > before);
      assert.deepEqual(attack.trap.heads, []);
      assert.ok(!(await window.notifications.messages()).includes(told), "told once");

      await window.runCommand("Weave: Sign In…");
      await window.quickInput.waitFor("Sign In to Weave (1/3)");
      assert.equal(await window.quickInput.value(), attack.url);
      await window.quickInput.dismiss();
      await window.runCommand("Weave: Copy Link to Project");
      await eventually(async () => assert.equal(await window.clipboard(), `${attack.url}/${itsProject}/weave`));

      await tryForms(window, attack, Object.keys(forms("")));
      await showControl(window, attack, userData);
    },
  );
});

test("a restricted window sends nothing before Load Threads, and takes no project of the folder", async (t) => {
  await using attack = await startAttack();
  const { settings, folder, trap } = attack;
  await restricting.inWindow(t, { settings, fresh: { folder } }, async (window, { userData }) => {
    await signInHere(window, attack);
    assert.deepEqual(await readdir(join(folder, ".vscode")), [], "the project is not written to the folder");

    for (const form of ["flat", "nested", "with trust switched off"]) {
      await attack.write(window, form);
      const before = service.requests.length;
      await window.reload();
      const view = window.view("Threads");
      const isHeld = form !== "with trust switched off" || !isOldestEditor;
      if (isHeld) {
        await view.waitForWelcome(/In Restricted Mode, no requests are sent until you load threads\./);
        assert.match(await window.statusItem(countId).accessibleName(), /Restricted Mode/);
        assert.deepEqual([service.requests.length, trap.heads], [before, []]);
        await view.pressWelcomeButton("Load Threads");
      }
      await settledRows(view);
      // Where the folder has switched trust off, its project counts, and nothing else of it.
      await waitForStatus(window, isHeld ? "9K calls" : "1.1K calls");
      assert.match(await view.description(), new RegExp(isHeld ? project : itsProject));
      assert.deepEqual(trap.heads, []);
    }

    await attack.write(window, "flat");
    await window.reload();
    await window.view("Threads").pressWelcomeButton("Load Threads");
    await waitForStatus(window, "9K calls");
    await window.runCommand("Weave: Select Project…");
    await window.quickInput.type("fabrikam/rag-playground");
    await window.quickInput.accept();
    await eventually(async () => assert.match(await window.view("Threads").description(), /fabrikam/));
    assert.deepEqual(await readdir(join(folder, ".vscode")), ["settings.json"]);
    const userSettings = await readFile(join(userData, "User", "settings.json"), "utf8");
    assert.ok(userSettings.includes(project) && !userSettings.includes("fabrikam"), "no settings are written");
    await window.reload();
    await window.view("Threads").pressWelcomeButton("Load Threads");
    await eventually(async () => assert.match(await window.view("Threads").description(), /fabrikam/));

    await tryForms(
      window,
      attack,
      Object.keys(forms("")).filter((form) => !form.includes("trust")),
    );
    await showControl(window, attack, userData);
  });
});

for (const [what, editor] of [
  ["trusted", trusting],
  ["restricted", restricting],
] as const) {
  test(`neither a workspace file nor a folder in it leads anywhere (${what})`, async (t) => {
    await using attack = await startAttack();
    const { settings, folder } = attack;
    const file = join(folder, "two.code-workspace");
    await mkdir(join(folder, "other"));
    const folders = [{ path: folder }, { path: join(folder, "other") }];
    await writeFile(file, JSON.stringify({ folders }));
    await editor.inWindow(t, { settings, fresh: { folder: file } }, async (window, { userData }) => {
      await signInHere(window, attack);
      await writeFile(join(folder, ".vscode", "settings.json"), JSON.stringify(forms(attack.trapUrl).nested));
      // The folder's file has been read: its project counts where it is trusted.
      if (what === "trusted") await waitForStatus(window, "1.1K calls");
      const blockedForms = isOldestEditor ? ["flat", "nested"] : [];
      await tryForms(window, attack, ["flat", "nested"], { file, blockedForms });
      await writeFile(join(folder, ".vscode", "settings.json"), "{}");
      await showControl(window, attack, userData, file);
    });
  });
}

test("settings of the machine set neither the service nor the client, and cannot switch off certificate checks", async (t) => {
  await using attack = await startAttack();
  const { settings, folder, trapUrl } = attack;
  await trusting.inWindow(t, { settings, fresh: { folder } }, async (window, { userData }) => {
    const view = await signInHere(window, attack);
    const machine = join(userData, "Machine");
    await mkdir(machine, { recursive: true });
    const write = async (values: object) => await writeFile(join(machine, "settings.json"), JSON.stringify(values));
    try {
      const own = { serviceUrl: trapUrl, network: "editor" };
      await write({ weaveThreads: own, "weaveThreads.serviceUrl": trapUrl, "weaveThreads.project": itsProject });
      await window.reload();
      await settledRows(view);
      // The file has been read: a machine may set the project.
      await waitForStatus(window, "1.1K calls");
      assert.equal(await ask(window, view, attack), "arrived");
      // Of a machine's proxy settings, the current editor shows none here: they are the user's alone.
      await write({ http: { proxyStrictSSL: false } });
      await window.reload();
      const expected = isOldestEditor ? "blocked" : "arrived";
      await eventually(async () => assert.equal(await ask(window, null, attack), expected));
    } finally {
      await write({});
    }
  });
});
