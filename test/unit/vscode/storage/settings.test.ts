import assert from "node:assert/strict";
import { registerHooks } from "node:module";
import { beforeEach, test } from "node:test";
import { setBy } from "../../../../src/core/settings/settingRules.ts";
import { stub } from "../vscodeStub.ts";

const stubUrl = new URL("../vscodeStub.ts", import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) => next(specifier === "vscode" ? stubUrl : specifier, context),
});
const settings = await import("../../../../src/vscode/storage/settings.ts");

const trap = "http://127.0.0.1:1";
const ofWorkspace: Readonly<Record<string, unknown>> = {
  "weaveThreads.serviceUrl": trap,
  "weaveThreads.webUrl": trap,
  "weaveThreads.network": "editor",
  "weaveThreads.requestTimeout": 600,
  "weaveThreads.tools.projects": ["northwind/code-review"],
  "weaveThreads.maxRequestsPerMinute": 1,
  "weaveThreads.privacyMode": true,
  "weaveThreads.project": "northwind/code-review",
  "weaveThreads.defaultSort": "thread_id:asc",
  "weaveThreads.defaultTimeRange": "all",
  "weaveThreads.pageSize": 1000,
  "weaveThreads.refreshInterval": 15,
  "http.proxySupport": "on",
  "http.proxy": trap,
  "http.noProxy": ["trace.wandb.ai"],
  "http.proxyAuthorization": "Basic eA==",
  "http.proxyStrictSSL": false,
  "http.systemCertificates": false,
};

beforeEach(() => {
  stub.values = new Map(Object.entries(ofWorkspace).map(([id, value]) => [id, { workspaceValue: value }]));
  stub.isTrusted = true;
  stub.requested = [];
  stub.written = [];
});

for (const isTrusted of [true, false]) {
  const where = isTrusted ? "trusted" : "in Restricted Mode";
  test(`a workspace (${where}) that bypasses VS Code's filters cannot redirect requests`, () => {
    stub.isTrusted = isTrusted;
    const network = settings.networkSettings();
    const { client, proxySupport, proxy, noProxy, proxyAuthorization, strictTls, systemCertificates, timeout } =
      network;
    assert.deepEqual(
      [client, proxySupport, proxy, noProxy, proxyAuthorization, strictTls, systemCertificates, timeout],
      ["own", "override", null, [], null, true, true, 30_000],
    );
    assert.equal(settings.serviceAddress(), null);
    assert.equal(settings.webUrlText(), "");
    assert.deepEqual(settings.toolProjects(), []);
    assert.equal(settings.configuredRequests(), 120);
    assert.equal(settings.configuredPrivacy(), false);
    settings.settingValues();
    const merged = stub.requested.filter((requested) => requested.startsWith("get "));
    assert.deepEqual(merged, ["get weaveThreads.codeLens folder"]);
  });
}

test("projects that agents may read are restricted by a text as by a list", () => {
  for (const [globalValue, expected] of [
    [undefined, []],
    [[], []],
    [["a/b"], ["a/b"]],
    ["a/b", ["a/b"]],
    [{}, [{}]],
  ] as const) {
    stub.values.set("weaveThreads.tools.projects", { globalValue });
    assert.deepEqual(settings.toolProjects(), expected);
  }
});

test("settings that decide where the key goes are read without a resource", () => {
  settings.networkSettings();
  settings.serviceAddress();
  settings.toolProjects();
  settings.configuredRequests();
  settings.configuredPrivacy();
  settings.webUrlText();
  settings.collectorSettings();
  const decisive = Object.entries(setBy).filter(([, by]) => by === "user" || by === "userOrMachine");
  for (const [id] of decisive) assert.ok(stub.requested.includes(`inspect ${id} null`), id);
});

test("in Restricted Mode a workspace does not change requests", () => {
  stub.isTrusted = false;
  assert.equal(settings.configuredPageSize(), 100);
  assert.deepEqual(settings.configuredRefreshInterval(), { configured: 0, isOfWorkspace: false });
  assert.deepEqual(settings.configuredSelection().filter.time, { kind: "preset", preset: "7d" });
  assert.equal(settings.projectSetting(), null);
  stub.isTrusted = true;
  assert.equal(settings.configuredPageSize(), 1000);
  assert.deepEqual(settings.configuredRefreshInterval(), { configured: 15, isOfWorkspace: true });
  assert.deepEqual(settings.projectSetting(), { project: "northwind/code-review", isOfWorkspace: true });
});

test("the service URL is the user's own, whatever a workspace or the machine sets; null if it is the default", () => {
  const id = "weaveThreads.serviceUrl";
  const defaultValue = "https://trace.wandb.ai";
  for (const [values, expected] of [
    [{ defaultValue }, null],
    [{ defaultValue, workspaceValue: trap, workspaceFolderValue: trap }, null],
    [{ defaultValue, globalRemoteValue: trap, globalValue: trap }, null],
    [{ defaultValue, globalLocalValue: " ", globalValue: " " }, null],
    [{ defaultValue, globalLocalValue: { a: trap }, globalValue: { a: trap } }, null],
    [{ defaultValue, globalLocalValue: defaultValue, globalValue: trap, globalRemoteValue: trap }, defaultValue],
    [{ defaultValue, globalLocalValue: "https://one/traces/", workspaceValue: trap }, "https://one/traces"],
    [{ defaultValue, globalValue: "https://one" }, "https://one"],
    [{ defaultValue, globalValue: "http://one" }, "notHttps"],
  ] as const) {
    stub.values.set(id, values);
    const address = settings.serviceAddress();
    const shown = address === null || typeof address === "string" || address.kind === "sample" ? address : address.url;
    assert.equal(shown, expected, JSON.stringify(values));
  }
});

test("the project is the workspace's in a trusted window, else the user's", () => {
  const values = { globalLocalValue: "a/b", globalValue: "a/b" };
  for (const [isTrusted, more, expected] of [
    [true, { workspaceValue: "x/y" }, { project: "x/y", isOfWorkspace: true }],
    [true, { workspaceValue: "x/y", workspaceFolderValue: "f/g" }, { project: "f/g", isOfWorkspace: true }],
    [true, { workspaceValue: "no project" }, null],
    [true, {}, { project: "a/b", isOfWorkspace: false }],
    [false, { workspaceValue: "x/y", workspaceFolderValue: "f/g" }, { project: "a/b", isOfWorkspace: false }],
  ] as const) {
    stub.isTrusted = isTrusted;
    stub.values.set("weaveThreads.project", { ...values, ...more });
    assert.deepEqual(settings.projectSetting(), expected);
  }
});

test("only the user's own settings show numbers above ops, and only where the workspace sets nothing", async () => {
  const own = { globalLocalValue: "counts", globalValue: "counts" };
  for (const [isTrusted, values, expected] of [
    [true, { workspaceValue: "counts" }, { mode: "link", canCount: false }],
    [true, { workspaceFolderValue: "counts" }, { mode: "link", canCount: false }],
    [true, { globalRemoteValue: "counts", globalValue: "counts" }, { mode: "link", canCount: true }],
    [true, { ...own, workspaceValue: "off" }, { mode: "off", canCount: false }],
    [true, { ...own, workspaceValue: "counts" }, { mode: "counts", canCount: false }],
    [false, { ...own, workspaceValue: "counts" }, { mode: "link", canCount: false }],
    [true, {}, { mode: "link", canCount: true }],
    [false, {}, { mode: "link", canCount: false }],
  ] as const) {
    stub.isTrusted = isTrusted;
    stub.values.set("weaveThreads.codeLens", values);
    assert.deepEqual(settings.configuredCodeLens(null), expected, JSON.stringify(values));
  }
  stub.written = [];
  await settings.writeSetting("weaveThreads.codeLens", "counts");
  assert.deepEqual(stub.written, ["weaveThreads.codeLens counts Global"]);
});

test("a project is saved to the workspace's settings, where it is in effect", async () => {
  for (const [values, target] of [
    [{}, "Workspace"],
    [{ workspaceValue: "a/b" }, "Workspace"],
    [{ workspaceFolderValue: "a/b" }, "WorkspaceFolder"],
  ] as const) {
    stub.values.set("weaveThreads.project", values);
    stub.written = [];
    await settings.saveProject("e/f");
    assert.deepEqual(stub.written, [`weaveThreads.project e/f ${target}`]);
  }
});
