import assert from "node:assert/strict";
import { registerHooks } from "node:module";
import { beforeEach, test } from "node:test";
import { setBy } from "../../../../src/core/settings.ts";
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

const memory = {
  chosen: undefined as string | undefined,
  chosenProject: () => memory.chosen,
  setChosenProject: async (project: string) => {
    memory.chosen = project;
  },
};

beforeEach(() => {
  stub.values = new Map(Object.entries(ofWorkspace).map(([id, value]) => [id, { workspaceValue: value }]));
  stub.isTrusted = true;
  stub.asked = [];
  stub.written = [];
  memory.chosen = undefined;
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
    assert.equal(settings.serviceUrlText(), "https://trace.wandb.ai");
    assert.equal(settings.webUrlText(), "");
    settings.settingValues();
    const merged = stub.asked.filter((asked) => asked.startsWith("get "));
    assert.deepEqual(merged, ["get undefined weaveThreads.codeLens folder"]);
  });
}

test("settings that decide where the key goes are read without a resource, by their full ID", () => {
  settings.networkSettings();
  settings.serviceUrlText();
  settings.webUrlText();
  const decisive = Object.entries(setBy).filter(([, by]) => by === "user" || by === "userOrMachine");
  for (const [id] of decisive) assert.ok(stub.asked.includes(`inspect undefined ${id} null`), id);
});

test("in Restricted Mode a workspace does not change requests", () => {
  stub.isTrusted = false;
  assert.equal(settings.configuredPageSize(), 100);
  assert.equal(settings.configuredRefreshInterval(), 0);
  assert.deepEqual(settings.configuredSelection().filter.time, { kind: "preset", preset: "7d" });
  assert.deepEqual(settings.configuredProject(memory), { project: null, isOfWorkspace: false });
  stub.isTrusted = true;
  assert.equal(settings.configuredPageSize(), 1000);
  assert.equal(settings.configuredRefreshInterval(), 15);
  assert.deepEqual(settings.configuredProject(memory), { project: "northwind/code-review", isOfWorkspace: true });
});

test("in Restricted Mode a project is stored in the memory, which is only used there", async () => {
  stub.isTrusted = false;
  stub.values.set("weaveThreads.project", { globalLocalValue: "a/b", globalValue: "a/b", workspaceValue: "x/y" });
  assert.deepEqual(settings.configuredProject(memory), { project: "a/b", isOfWorkspace: false });
  await settings.writeProject("c/d", memory);
  assert.deepEqual(settings.configuredProject(memory), { project: "c/d", isOfWorkspace: false });
  await settings.writeProject(null, memory);
  assert.deepEqual(settings.configuredProject(memory), { project: null, isOfWorkspace: false });
  assert.deepEqual(stub.written, []);
  stub.isTrusted = true;
  assert.deepEqual(settings.configuredProject(memory), { project: "x/y", isOfWorkspace: true });
  stub.values.set("weaveThreads.project", { globalLocalValue: "a/b", globalValue: "a/b" });
  assert.deepEqual(settings.configuredProject(memory), { project: "a/b", isOfWorkspace: false });
  await settings.writeProject("e/f", memory);
  assert.deepEqual(stub.written, ["weaveThreads.project e/f Workspace"]);
});

test("a project is written where it is set, else to the settings of the open folder", async () => {
  const places: readonly (readonly [values: object, target: string])[] = [
    [{}, "Workspace"],
    [{ workspaceValue: "a/b" }, "Workspace"],
    [{ workspaceFolderValue: "a/b" }, "WorkspaceFolder"],
  ];
  for (const [values, target] of places) {
    stub.values.set("weaveThreads.project", values);
    stub.written = [];
    await settings.writeProject("e/f", memory);
    assert.deepEqual(stub.written, [`weaveThreads.project e/f ${target}`]);
  }
});
