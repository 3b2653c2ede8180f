import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  codeLensMode,
  isHttpSetByWorkspace,
  isUncheckedByMachine,
  type SetBy,
  type SettingValues,
  setBy,
  settingValue,
} from "../../../../src/core/settings/settingRules.ts";
import { projectFolder } from "../../../editor/paths.ts";

/** Who may set each setting, in order: the user, the remote machine, a trusted workspace, a workspace in Restricted Mode. */
const whoMaySet: Readonly<Record<keyof typeof setBy, string>> = {
  "weaveThreads.serviceUrl": "user",
  "weaveThreads.webUrl": "user",
  "weaveThreads.network": "user",
  "weaveThreads.requestTimeout": "user",
  "weaveThreads.tools.projects": "user",
  "weaveThreads.maxRequestsPerMinute": "user",
  "weaveThreads.privacyMode": "user",
  "weaveThreads.collector.port": "user",
  "weaveThreads.collector.maxSize": "user",
  "weaveThreads.collector.maxDays": "user",
  "weaveThreads.project": "user machine trusted",
  "weaveThreads.defaultSort": "user machine trusted",
  "weaveThreads.defaultTimeRange": "user machine trusted",
  "weaveThreads.pageSize": "user machine trusted",
  "weaveThreads.refreshInterval": "user machine trusted",
  "weaveThreads.threadLabel": "user machine trusted",
  "weaveThreads.codeLens": "any",
  "http.proxySupport": "user machine",
  "http.proxy": "user machine",
  "http.noProxy": "user machine",
  "http.proxyAuthorization": "user machine",
  "http.proxyStrictSSL": "user machine",
  "http.systemCertificates": "user machine",
  "search.exclude": "any",
};

/** Each row of the table in SECURITY.md, by its settings in order. */
const documented: Readonly<Record<string, (id: string, by: SetBy) => boolean>> = {
  "user settings only": (_, by) => by === "user",
  "user settings, then the settings of the remote machine": (_, by) => by === "userOrMachine",
  "also trusted workspaces": (_, by) => by === "trustedWorkspace",
  "also any workspace; `counts`, which sends requests, user settings only": (id, by) =>
    by === "workspace" && id.startsWith("weaveThreads."),
};

test("SECURITY.md says of every setting who may set it", () => {
  const text = readFileSync(join(projectFolder, "SECURITY.md"), "utf8");
  const [, table = ""] = /^\| Setting \| Set by \|\n.*\n((?:\|.*\n)+)/m.exec(text) ?? [];
  const rows = [...table.matchAll(/^\| (.*) \| (.*) \|$/gm)].map(([, names = "", who = ""]) => {
    const [first = "", ...others] = [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
    const own = others.map((name) => (name.startsWith("http.") ? name : `weaveThreads.${name}`));
    return [who, [first, ...own].sort()] as const;
  });
  const expected = Object.entries(documented).map(([who, isIn]) => {
    const ids = Object.entries(setBy).flatMap(([id, by]) => (isIn(id, by) ? [id] : []));
    return [who, ids.sort()] as const;
  });
  assert.deepEqual(Object.fromEntries(rows), Object.fromEntries(expected));
});

/** The result of `inspect` for a setting with a value only in this place. */
const placed: Readonly<Record<string, SettingValues>> = {
  user: { defaultValue: "default", globalLocalValue: "set", globalValue: "set" },
  machine: { defaultValue: "default", globalRemoteValue: "set", globalValue: "set" },
  workspace: { defaultValue: "default", workspaceValue: "set" },
  folder: { defaultValue: "default", workspaceFolderValue: "set" },
};

for (const [id, by] of Object.entries(setBy)) {
  test(`${id} can be set by ${by}`, () => {
    if (by === "workspace") {
      assert.equal(Object.entries(whoMaySet).find(([name]) => name === id)?.[1], "any");
      return;
    }
    const isSet = (place: string, isTrusted: boolean) => settingValue(by, placed[place] ?? {}, isTrusted) === "set";
    const may = [
      isSet("user", true) && isSet("user", false) ? "user" : "",
      isSet("machine", true) ? "machine" : "",
      isSet("workspace", true) && isSet("folder", true) ? "trusted" : "",
      isSet("workspace", false) || isSet("folder", false) ? "any" : "",
    ];
    const expected = Object.entries(whoMaySet).find(([name]) => name === id)?.[1];
    assert.equal(may.filter((who) => who !== "").join(" "), expected);
  });
}

test("in Restricted Mode the machine's settings are not the user's", () => {
  assert.equal(settingValue("trustedWorkspace", placed.machine ?? {}, false), "default");
});

const orders: readonly (readonly [
  by: "user" | "userOrMachine" | "trustedWorkspace",
  values: SettingValues,
  value: unknown,
])[] = [
  ["user", {}, undefined],
  ["user", { defaultValue: 1, globalValue: 2, globalRemoteValue: 3, globalLocalValue: 4, workspaceValue: 5 }, 4],
  // The merged value is that of the machine.
  ["user", { defaultValue: 1, globalValue: 3, globalRemoteValue: 3 }, 1],
  // Set in the default profile, or in an editor without separate local and remote values.
  ["user", { defaultValue: 1, globalValue: 2 }, 2],
  ["user", { defaultValue: 1, globalLocalValue: null, globalValue: 2 }, null],
  ["user", { defaultValue: 1, globalLocalValue: false, globalRemoteValue: true, globalValue: true }, false],
  ["userOrMachine", { defaultValue: 1, globalValue: 2, globalRemoteValue: 3, globalLocalValue: 4 }, 4],
  ["userOrMachine", { defaultValue: 1, globalValue: 2, globalRemoteValue: 3, workspaceFolderValue: 5 }, 3],
  ["userOrMachine", { defaultValue: 1, globalValue: 2, workspaceValue: 5, workspaceFolderValue: 5 }, 2],
  ["userOrMachine", { defaultValue: 1, workspaceValue: 5, workspaceFolderValue: 5 }, 1],
  ["trustedWorkspace", { defaultValue: 1, globalLocalValue: 4, workspaceValue: 5, workspaceFolderValue: 6 }, 6],
  ["trustedWorkspace", { defaultValue: 1, globalLocalValue: 4, globalValue: 4, workspaceValue: 5 }, 5],
  ["trustedWorkspace", { defaultValue: 1, globalRemoteValue: 3, globalValue: 3 }, 3],
];

for (const [by, values, value] of orders) {
  test(`${by} reads ${JSON.stringify(value)} from ${JSON.stringify(values)}`, () => {
    assert.equal(settingValue(by, values, true), value);
  });
}

const modes: readonly (readonly [effective: unknown, users: unknown, trusted: string, restricted: string])[] = [
  ["link", "link", "link", "link"],
  ["counts", "counts", "counts", "link"],
  ["off", "off", "off", "off"],
  // Earlier versions.
  [true, true, "link", "link"],
  [false, false, "off", "off"],
  // Set by a workspace.
  ["counts", "link", "link", "link"],
  ["counts", true, "link", "link"],
  ["counts", "off", "off", "off"],
  ["counts", false, "off", "off"],
  ["counts", undefined, "link", "link"],
  ["link", "counts", "link", "link"],
  ["off", "counts", "off", "off"],
  [{ mode: "counts" }, "link", "link", "link"],
];

for (const [effective, users, trusted, restricted] of modes) {
  test(`a CodeLens setting of ${JSON.stringify(effective)}, the user's ${JSON.stringify(users)}, is ${trusted}`, () => {
    assert.deepEqual(
      [true, false].map((isTrusted) => codeLensMode(effective, users, isTrusted)),
      [trusted, restricted],
    );
  });
}

const registered = { proxy: "", proxyStrictSSL: true, experimental: { systemCertificatesV2: false } };

const httpValues: readonly (readonly [what: string, values: SettingValues, isSet: boolean])[] = [
  ["no setting", {}, false],
  ["a proxy", { workspaceValue: { proxy: "http://127.0.0.1:1" } }, true],
  ["a folder's proxy", { workspaceFolderValue: { proxy: "http://127.0.0.1:1" } }, true],
  ["a setting two levels deep", { workspaceValue: { experimental: { systemCertificatesV2: true } } }, true],
  ["a dotted key within http", { workspaceValue: { "experimental.systemCertificatesV2": true } }, true],
  ["a string instead of http", { workspaceValue: "text" }, true],
  ["a list instead of http", { workspaceValue: [] }, true],
  ["null instead of http", { workspaceValue: null }, true],
  ["an unregistered setting", { workspaceValue: { server: { port: 1 } } }, false],
  ["the user's proxy", { globalLocalValue: { proxy: "http://proxy.example" }, globalValue: {} }, false],
];

test("a workspace's value is used if VS Code does not list the registered settings", () => {
  assert.equal(isHttpSetByWorkspace({ workspaceValue: { proxy: "http://127.0.0.1:1" } }), true);
  assert.equal(isHttpSetByWorkspace({ workspaceValue: {} }), false);
});

for (const [what, values, isSet] of httpValues) {
  test(`a workspace with ${what} ${isSet ? "changes" : "does not change"} how VS Code sends requests`, () => {
    assert.equal(isHttpSetByWorkspace({ defaultValue: registered, ...values }), isSet);
  });
}

test("only a remote machine that turns off certificate checks is rejected", () => {
  assert.equal(isUncheckedByMachine({ defaultValue: true, globalRemoteValue: false }), true);
  assert.equal(isUncheckedByMachine({ defaultValue: true, globalRemoteValue: false, globalLocalValue: false }), false);
  assert.equal(isUncheckedByMachine({ defaultValue: true, globalRemoteValue: false, globalLocalValue: true }), false);
  assert.equal(isUncheckedByMachine({ defaultValue: true, globalLocalValue: false, globalValue: false }), false);
  assert.equal(isUncheckedByMachine({ defaultValue: true }), false);
});
