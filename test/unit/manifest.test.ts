import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import * as z from "zod";
import { contextKeys } from "../../src/core/display.ts";
import { idle } from "../../src/core/load.ts";

const root = path.resolve(import.meta.dirname, "../..");

const menuItem = z.object({ command: z.string(), when: z.string() });
const manifestShape = z.object({
  displayName: z.string(),
  description: z.string(),
  engines: z.object({ vscode: z.string() }),
  extensionKind: z.array(z.string()),
  activationEvents: z.array(z.string()),
  capabilities: z.object({
    untrustedWorkspaces: z.object({
      supported: z.unknown(),
      description: z.string(),
      restrictedConfigurations: z.array(z.string()),
    }),
    virtualWorkspaces: z.object({ supported: z.unknown(), description: z.string() }),
  }),
  dependencies: z.record(z.string(), z.string()),
  contributes: z.object({
    commands: z.array(
      z.object({ command: z.string(), title: z.string(), category: z.string(), enablement: z.string().optional() }),
    ),
    viewsContainers: z.object({ activitybar: z.array(z.object({ id: z.string(), title: z.string() })) }),
    views: z.record(z.string(), z.array(z.object({ id: z.string(), name: z.string() }))),
    viewsWelcome: z.array(z.object({ view: z.string(), contents: z.string(), when: z.string() })),
    menus: z.record(z.string(), z.array(menuItem)),
    configuration: z.object({
      title: z.string(),
      properties: z.record(z.string(), z.object({ scope: z.string(), markdownDescription: z.string() })),
    }),
  }),
});

const manifestText = readFileSync(path.join(root, "package.json"), "utf8");
const manifest = manifestShape.parse(JSON.parse(manifestText));
const strings = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync(path.join(root, "package.nls.json"), "utf8")));
const { contributes } = manifest;

const sources = globSync("src/{host,features}/**/*.ts", { cwd: root })
  .concat("src/extension.ts")
  .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));
const sourceText = sources.map(({ text }) => text).join("\n");

test("every command of the manifest is registered, and every registered one is in the manifest", () => {
  const registered = [...sourceText.matchAll(/"(weaveThreads\.\w+)": /g)].map(([, id]) => id);
  assert.deepEqual(registered.toSorted(), contributes.commands.map(({ command }) => command).toSorted());
});

test("every command has the category Weave", () => {
  for (const { category } of contributes.commands) assert.equal(strings[category.slice(1, -1)], "Weave");
});

test("every string a person reads comes from package.nls.json, and none there is left over", () => {
  const read = [
    manifest.displayName,
    manifest.description,
    manifest.capabilities.untrustedWorkspaces.description,
    manifest.capabilities.virtualWorkspaces.description,
    contributes.configuration.title,
    ...contributes.commands.flatMap(({ title, category }) => [title, category]),
    ...contributes.viewsContainers.activitybar.map(({ title }) => title),
    ...Object.values(contributes.views).flatMap((views) => views.map(({ name }) => name)),
    ...contributes.viewsWelcome.map(({ contents }) => contents),
    ...Object.values(contributes.configuration.properties).map(({ markdownDescription }) => markdownDescription),
  ];
  for (const text of read) assert.match(text, /^%[\w.]+%$/);
  const used = new Set([...manifestText.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key));
  assert.deepEqual([...used].toSorted(), Object.keys(strings).toSorted());
});

test("every string that the code shows goes through vscode.l10n.t", () => {
  const shown =
    /\b(?:showInformationMessage|showErrorMessage|showWarningMessage|setStatusBarMessage|TreeItem|appendText|actionItem)\(\s*(?:"\w+",\s*)?["'`]\p{Lu}|\.(?:text|label|tooltip|message|placeholder) = ["'`]\p{Lu}|\b(?:placeholder|prompt|title|description|tooltip|name|label): ["'`]\p{Lu}/u;
  assert.match('title: "Sort"', shown);
  assert.deepEqual(
    sources.filter(({ text }) => shown.test(text)).map(({ file }) => file),
    [],
  );
});

test("a welcome text exists for every state of the view but that with rows", () => {
  const ofThreads = contributes.viewsWelcome.filter(({ view }) => view === "weaveThreads.threads");
  const states = new Set(ofThreads.map(({ when }) => /'([\w.]+)'$/.exec(when)?.[1]));
  const display = readFileSync(path.join(root, "src/core/display.ts"), "utf8");
  const fault = readFileSync(path.join(root, "src/core/fault.ts"), "utf8");
  const kinds = [...fault.matchAll(/readonly kind: "(\w+)"/g)].map(([, kind]) => `failed.${kind}`);
  const named = /ViewState =([^;]+);/.exec(display)?.[1] ?? "";
  const plain = [...named.matchAll(/"(\w+)"/g)].map(([, state]) => state);
  assert.ok(kinds.length > 10 && plain.length > 4);
  assert.deepEqual([...states].toSorted(), [...kinds, ...plain].filter((state) => state !== "rows").toSorted());
});

test("welcome texts and menus name commands that exist", () => {
  const known = new Set(contributes.commands.map(({ command }) => command));
  const named = [
    ...Object.values(strings).flatMap((text) => [...text.matchAll(/\(command:([\w.]+)\)/g)].map(([, id]) => id)),
    ...Object.values(contributes.menus).flatMap((items) => items.map(({ command }) => command)),
  ];
  assert.ok(named.length > 0);
  assert.deepEqual(
    named.filter((id) => id === undefined || !known.has(id)),
    [],
  );
});

test("when clauses read only the context keys that are written", () => {
  const written = Object.keys(contextKeys(null, { load: idle, found: null, filtered: false, unseen: false }));
  const read = new Set(
    [
      ...manifestText.matchAll(/(weaveThreads\.(?:state|session|ready|filtered|unseen)\w*)\b(?! ==? weaveThreads)/g),
    ].map(([, key]) => key),
  );
  assert.deepEqual([...read].toSorted(), written.toSorted());
});

test("a workspace can set what is shown, and nothing of where the key goes or by which way", () => {
  const ofWorkspaces = ["project", "defaultSort", "defaultTimeRange", "pageSize", "refreshInterval"];
  for (const [name, { scope }] of Object.entries(contributes.configuration.properties)) {
    const expected = ofWorkspaces.includes(name.replace("weaveThreads.", "")) ? "resource" : "application";
    assert.equal(scope, expected, name);
  }
});

test("what a workspace may do is declared, with reasons, and no setting waits for its trust", () => {
  const { untrustedWorkspaces, virtualWorkspaces } = manifest.capabilities;
  assert.equal(untrustedWorkspaces.supported, "limited");
  assert.equal(virtualWorkspaces.supported, true);
  assert.match(strings[untrustedWorkspaces.description.slice(1, -1)] ?? "", /cannot set where the key goes/);
  assert.match(strings[virtualWorkspaces.description.slice(1, -1)] ?? "", /settings and the count files/);
  // Every setting that a workspace may have is harmless, so none is held back until it is trusted.
  assert.deepEqual(untrustedWorkspaces.restrictedConfigurations, []);
});

test("only undici and zod are dependencies", () => {
  assert.deepEqual(Object.keys(manifest.dependencies), ["undici", "zod"]);
});

test("the extension runs where the code is, on the oldest editor that it promises", () => {
  assert.deepEqual(manifest.extensionKind, ["workspace"]);
  assert.equal(manifest.engines.vscode, "^1.105.0");
  assert.deepEqual(manifest.activationEvents, ["onStartupFinished"]);
});
