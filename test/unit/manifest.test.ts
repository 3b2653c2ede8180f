import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import * as z from "zod";
import { idle } from "../../src/core/async/loadState.ts";
import { listNoticeRow } from "../../src/core/conversations/listNotice.ts";
import { everyKey, sortKeyText } from "../../src/core/conversations/sortText.ts";
import { actionCommand, actionsFor, actionTitle } from "../../src/core/failures/action.ts";
import { faultGroup } from "../../src/core/failures/faultForm.ts";
import { presetName } from "../../src/core/input/rangeText.ts";
import { timePresets } from "../../src/core/input/timeRange.ts";
import { contextKeys } from "../../src/core/project/display.ts";
import { sortFields } from "../../src/core/query/threadQuery.ts";
import { setBy } from "../../src/core/settings/settingRules.ts";
import { createFormats } from "../../src/core/text/format.ts";
import { columnsOf } from "../../src/core/text/wordCut.ts";
import { oldestEditor } from "../editor/codeServer.ts";
import { stories } from "../editors/stories.ts";
import { faultForms, faultsOfForms } from "./core/failures/faults.ts";
import { locales, messagesIn } from "./inLanguage.ts";
import { threadsWelcome } from "./welcome.ts";

const root = path.resolve(import.meta.dirname, "../..");

const menuItem = z.object({
  /** Undefined for a submenu. */
  command: z.string().optional(),
  submenu: z.string().optional(),
  when: z.string().default(""),
  group: z.string().optional(),
});
type MenuItem = z.infer<typeof menuItem>;
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
    keybindings: z.optional(z.unknown()),
    commands: z.array(
      z.object({ command: z.string(), title: z.string(), category: z.string(), enablement: z.string().optional() }),
    ),
    viewsContainers: z.object({ activitybar: z.array(z.object({ id: z.string(), title: z.string() })) }),
    views: z.record(z.string(), z.array(z.object({ id: z.string(), name: z.string() }))),
    viewsWelcome: z.array(z.object({ view: z.string(), contents: z.string(), when: z.string() })),
    menus: z.record(z.string(), z.array(menuItem)),
    submenus: z.array(z.object({ id: z.string(), label: z.string() })),
    configuration: z.array(
      z.object({
        title: z.string(),
        properties: z.record(
          z.string(),
          z.object({
            scope: z.string(),
            order: z.number(),
            markdownDescription: z.string(),
            enum: z.array(z.string()).default([]),
            enumItemLabels: z.array(z.string()).default([]),
            markdownEnumDescriptions: z.array(z.string()).default([]),
          }),
        ),
      }),
    ),
  }),
});

const manifestText = readFileSync(path.join(root, "package.json"), "utf8");
const manifest = manifestShape.parse(JSON.parse(manifestText));
const strings = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync(path.join(root, "package.nls.json"), "utf8")));
const { contributes } = manifest;
const properties = Object.fromEntries(contributes.configuration.flatMap((group) => Object.entries(group.properties)));

const sources = globSync("src/{core,vscode,features,webview}/**/*.ts", { cwd: root })
  .concat("src/extension.ts")
  .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));
const sourceText = sources
  .filter(({ file }) => !/^src.(?:core|webview)/.test(file))
  .map(({ text }) => text)
  .join("\n");

test("no command has a default keybinding", () => assert.equal(contributes.keybindings, undefined));

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
    ...contributes.configuration.map(({ title }) => title),
    ...contributes.submenus.map(({ label }) => label),
    ...contributes.commands.flatMap(({ title, category }) => [title, category]),
    ...contributes.viewsContainers.activitybar.map(({ title }) => title),
    ...Object.values(contributes.views).flatMap((views) => views.map(({ name }) => name)),
    ...contributes.viewsWelcome.map(({ contents }) => contents),
    ...Object.values(properties).map(({ markdownDescription }) => markdownDescription),
  ];
  for (const text of read) assert.match(text, /^%[\w.]+%$/);
  const used = new Set([...manifestText.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key));
  assert.deepEqual([...used].toSorted(), Object.keys(strings).toSorted());
});

test("every string that the code shows goes through l10n.t", () => {
  const shown =
    /\b(?:showInformationMessage|showErrorMessage|showWarningMessage|setStatusBarMessage|TreeItem|appendText|actionItem)\(\s*(?:"\w+",\s*)?["'`]\p{Lu}|\.(?:text|label|tooltip|message|placeholder) = ["'`]\p{Lu}|\b(?:placeholder|prompt|title|description|tooltip|name|label): ["'`]\p{Lu}/u;
  assert.match('title: "Sort"', shown);
  assert.deepEqual(
    // The names of message formats are proper nouns.
    sources
      .filter(({ file, text }) => !file.includes("/messages/formats/") && shown.test(text))
      .map(({ file }) => file),
    [],
  );
});

test("a welcome text exists for every state of the view but that with rows", () => {
  const ofThreads = contributes.viewsWelcome.filter(({ view }) => view === "weaveThreads.threads");
  const states = new Set(
    ofThreads.flatMap(({ when }) => /== '([\w.]+)'(?: && !?weaveThreads\.(?:filtered|slow))?$/.exec(when)?.[1] ?? []),
  );
  const display = readFileSync(path.join(root, "src/core/project/display.ts"), "utf8");
  const held = ["held.restricted", "held.container"];
  const failed = new Set(faultForms.map((form) => `failed.${faultGroup(faultsOfForms[form][0])}`));
  const named = /ViewState =([^;]+);/.exec(display)?.[1] ?? "";
  const plain = [...named.matchAll(/"(\w+)"/g)].map(([, state]) => state);
  assert.ok(plain.length > 4);
  assert.deepEqual(
    [...states].toSorted(),
    [...failed, ...held, ...plain].filter((state) => state !== "rows").toSorted(),
  );
});

for (const form of faultForms) {
  test(`the welcome text of ${form} has the buttons that a notification has`, () => {
    const [fault] = faultsOfForms[form];
    for (const client of ["own", "editor"] as const) {
      const expected = actionsFor(fault, "threads", client).map((action) => {
        const { command, arguments: given } = actionCommand[action];
        // VS Code takes a single argument that is no list as it is.
        return [
          actionTitle(action),
          given === undefined ? command : `${command}?${encodeURIComponent(JSON.stringify(given[0]))}`,
        ];
      });
      const { buttons } = threadsWelcome(`failed.${faultGroup(fault)}`, { client });
      assert.deepEqual(
        buttons.map(({ title, link }) => [title, link]),
        expected,
        client,
      );
    }
  });
}

test("the row of a failure has a button for each action but the first", () => {
  const buttons = contributes.menus["view/item/context"]?.flatMap(({ command, when }) => {
    const [, pattern] = /^view == weaveThreads\.threads && viewItem =~ \/(\^failed.+)\/$/.exec(when) ?? [];
    return pattern === undefined ? [] : [{ command, shows: new RegExp(pattern) }];
  });
  for (const form of faultForms) {
    const [fault] = faultsOfForms[form];
    for (const client of ["own", "editor"] as const) {
      const { contextValue = "" } = listNoticeRow(
        { kind: "failed", fault, at: 1 },
        { formats: createFormats("en"), limitedUntil: null, client },
      );
      const [, ...others] = actionsFor(fault, "threads", client);
      assert.deepEqual(
        buttons?.filter(({ shows }) => shows.test(contextValue)).map(({ command }) => command),
        others.map((action) => actionCommand[action].command),
        contextValue,
      );
    }
  }
});

test("the title of the Threads view has four buttons, with icons, in this order", () => {
  for (const following of [true, false])
    for (const slow of [true, false]) {
      const shown = contributes.menus["view/title"]?.filter(({ when, group = "" }) => {
        const isHidden =
          when.includes(following ? "!weaveThreads.following" : " weaveThreads.following") ||
          when.includes(slow ? "!weaveThreads.slow" : " weaveThreads.slow");
        return when.startsWith("view == weaveThreads.threads") && group.startsWith("navigation") && !isHidden;
      });
      const expected = [
        "findThread",
        "filter",
        following ? "stopFollowing" : "follow",
        slow ? "cancelRefresh" : "refresh",
      ];
      assert.deepEqual(
        shown?.toSorted((a, b) => (a.group ?? "").localeCompare(b.group ?? "")).map(({ command }) => command),
        expected.map((name) => `weaveThreads.${name}`),
      );
    }
});

test("every action is a command of the manifest", () => {
  const known = new Set(contributes.commands.map(({ command }) => command));
  for (const { command } of Object.values(actionCommand)) assert.ok(known.has(command), command);
});

/** Rows whose menus are long, and what is so in turn: one of each pair of clauses that exclude each other. */
const longMenus: readonly (readonly [what: string, most: number, menu: string, shows: (item: MenuItem) => boolean])[] =
  [
    ["a thread's row", 9, "view/item/context", ofRow("threads", "thread.error")],
    ["a turn's row", 8, "view/item/context", ofRow("threads", "turn.error")],
    ["a call's row", 8, "view/item/context", ofRow("counts", "call.thread.error")],
    ["a saved count", 8, "view/item/context", ofRow("counts", "count")],
    ["a saved count in the status bar", 8, "view/item/context", ofRow("counts", "count.status")],
    ["a count that is not saved", 8, "view/item/context", ofRow("counts", "count.temporary")],
    [
      "the Threads view",
      9,
      "view/title",
      ({ when }) => when.includes("view == weaveThreads.threads") && !isOther(when),
    ],
    ["the Command Palette while signed in", 30, "commandPalette", ({ when }) => !isOther(when)],
  ];

/** Not in the usual state: signed in, with rows and new threads. */
function isOther(when: string): boolean {
  return /^false$|resourceFilename|(?<!\|\| weaveThreads\.)state == '|weaveThreads\.(?:onlyErrors|following|slow)\b|!weaveThreads.unseen|session != signedIn|client == editor/.test(
    when.replace(/!weaveThreads\.(?:onlyErrors|following|slow)\b/g, ""),
  );
}

function ofRow(view: string, viewItem: string): (item: MenuItem) => boolean {
  return ({ when }) => {
    const [, pattern, value] = /viewItem (?:=~ \/(.+?)\/(?= |$)|== (\S+))/.exec(when) ?? [];
    const isShown = pattern === undefined ? value === viewItem : new RegExp(pattern).test(viewItem);
    return isShown && (when.includes("view =~") || when.includes(`view == weaveThreads.${view} `));
  };
}

for (const [what, most, menu, shows] of longMenus) {
  test(`the menu of ${what} has at most ${most} entries`, () => {
    const items = contributes.menus[menu] ?? [];
    // A command that the palette does not restrict is offered wherever it is enabled.
    const unlisted = contributes.commands.flatMap(({ command, enablement = "" }) =>
      items.some((item) => item.command === command) ? [] : { command, when: enablement },
    );
    const listed = items.filter(({ group = "" }) => !/^(?:navigation|inline)/.test(group));
    const shown = [...listed, ...(menu === "commandPalette" ? unlisted : [])].filter(shows);
    assert.ok(shown.length > 4 && shown.length <= most, shown.map(({ command }) => command).join(" "));
  });
}

test("welcome texts and menus name commands that exist", () => {
  const views = Object.values(contributes.views).flat();
  const known = new Set([
    ...contributes.commands.map(({ command }) => command),
    ...views.map(({ id }) => `${id}.focus`),
  ]);
  const named = [
    ...Object.values(strings).flatMap((text) =>
      [...text.matchAll(/\(command:([\w.]+)(?:\?[^)]*)?\)/g)].map(([, id]) => id),
    ),
    ...Object.values(contributes.menus).flatMap((items) => items.flatMap(({ command }) => command ?? [])),
  ];
  assert.ok(named.length > 0);
  assert.deepEqual(
    named.filter((id) => id === undefined || !known.has(id)),
    [],
  );
});

test("when clauses read only the context keys that are written", () => {
  const written = Object.keys(
    contextKeys(
      null,
      {
        load: idle,
        listing: { threads: [], reach: "all", checked: 0 },
        isFollowing: false,
        found: null,
        filtered: false,
        onlyErrors: false,
        unseen: false,
        slow: false,
      },
      "own",
    ),
  );
  const read = new Set(
    [
      ...manifestText.matchAll(
        /(weaveThreads\.(?:state|session|ready|filtered|onlyErrors|unseen|following|slow|client)\w*)\b(?! ==? weaveThreads)/g,
      ),
    ].map(([, key]) => key),
  );
  assert.deepEqual([...read].toSorted(), written.toSorted());
  // The merged value of a setting can be a workspace's.
  assert.doesNotMatch(manifestText, /config\.weaveThreads/);
});

test("the manifest declares for each setting who may set it, as the code reads it", () => {
  const own = Object.entries(setBy).filter(([id]) => id.startsWith("weaveThreads."));
  const declared = Object.entries(properties).map(([id, { scope }]) => [id, scope]);
  const scopes = new Map([["weaveThreads.threadLabel", "window"]]);
  const read = own.map(([id, by]) => [id, by === "user" ? "application" : (scopes.get(id) ?? "resource")]);
  assert.deepEqual(Object.fromEntries(declared), Object.fromEntries(read));
  assert.deepEqual(
    manifest.capabilities.untrustedWorkspaces.restrictedConfigurations,
    own.filter(([, by]) => by === "trustedWorkspace").map(([id]) => id),
  );
});

test("the settings have the same order in the manifest and the Settings editor", () => {
  for (const group of contributes.configuration) {
    const orders = Object.values(group.properties).map(({ order }) => order);
    assert.deepEqual(
      orders,
      orders.map((_, index) => index + 1),
    );
  }
});

test("each value of a setting has a name and a description, as elsewhere in the product", () => {
  const named = Object.entries(properties).map(([id, property]) => {
    const texts = [property.enumItemLabels, property.markdownEnumDescriptions].map((all) =>
      all.map((text) => strings[text.slice(1, -1)]),
    );
    const [labels = [], descriptions = []] = texts;
    assert.deepEqual([labels.length, descriptions.length], [property.enum.length, property.enum.length], id);
    return [id, property.enum.map((value, index) => [value, labels[index]])] as const;
  });
  const labels = Object.fromEntries(named);
  assert.deepEqual(
    labels["weaveThreads.defaultSort"]?.toSorted(),
    everyKey(sortFields)
      .map((key) => [`${key.field}:${key.direction}`, sortKeyText(key)])
      .toSorted(),
  );
  assert.deepEqual(
    labels["weaveThreads.defaultTimeRange"],
    timePresets.map((preset) => [preset, presetName(preset)]),
  );
});

test("what a workspace may do is declared, with reasons", () => {
  const { untrustedWorkspaces, virtualWorkspaces } = manifest.capabilities;
  assert.equal(untrustedWorkspaces.supported, "limited");
  assert.equal(virtualWorkspaces.supported, true);
  assert.match(
    strings[untrustedWorkspaces.description.slice(1, -1)] ?? "",
    /no requests are sent until you run a command or load threads/,
  );
  assert.match(strings[virtualWorkspaces.description.slice(1, -1)] ?? "", /workspace settings, the count files/);
});

test("the dependencies are the packages that are bundled", () => {
  const imported = /(?:from|import) ?\(?"((?:@[\w-]+\/)?[\w-]+)[/"]/g;
  const files = globSync("src/**/*.ts", { cwd: root }).map((file) => readFileSync(path.join(root, file), "utf8"));
  const packages = new Set(files.flatMap((text) => [...text.matchAll(imported)].map(([, name]) => name)));
  packages.delete("vscode");
  assert.deepEqual([...packages].sort(), Object.keys(manifest.dependencies));
});

test("the extension runs where the code is, on the oldest editor that it promises", () => {
  assert.deepEqual(manifest.extensionKind, ["workspace"]);
  assert.equal(manifest.engines.vscode, "^1.105.0");
  // code-server 4.105 contains VS Code 1.105.
  assert.equal(oldestEditor.replace(/^4\.(\d+)\.\d+$/, "^1.$1.0"), manifest.engines.vscode);
  assert.deepEqual(manifest.activationEvents, [
    "onStartupFinished",
    "onFileSystem:weave-call",
    "onWebviewPanel:weaveThreads.overview",
    "onUri",
  ]);
});

test("each command of the palette and the menus is named by a test in the editor", () => {
  const tests = globSync("test/ui/*.test.ts", { cwd: root })
    .map((file) => readFileSync(path.join(root, file), "utf8"))
    .join("\n");
  const german = messagesIn("package.nls.de.json");
  const offered = Object.values(contributes.menus).flat();
  const unpressed = contributes.commands.filter(({ command, title }) => {
    const inPalette = !contributes.menus.commandPalette?.some((item) => item.command === command);
    const isOffered = inPalette || offered.some((item) => item.command === command && item.when !== "false");
    const names = [strings, german].map((texts) => texts[title.slice(1, -1)]);
    return isOffered && !names.some((name) => tests.includes(`"${name}"`) || tests.includes(`"Weave: ${name}"`));
  });
  assert.deepEqual(
    unpressed.map(({ command }) => command),
    [],
  );
});

test("each story that npm run test:editors shows is one test", () => {
  const astray = stories.filter(([file, story]) => {
    return readFileSync(path.join(root, `test/${file}.test.ts`), "utf8").split(`test("${story}"`).length !== 2;
  });
  assert.deepEqual(astray, []);
});

const menuCommands = (menu: string) => {
  const shown = new Set(contributes.menus[menu]?.map(({ command }) => command));
  return contributes.commands.filter(({ command }) => shown.has(command)).map(({ title }) => title);
};
const welcomeTexts = contributes.viewsWelcome.map(({ contents }) => contents);
const button = /^\[(.*)\]\(command:.*\)$/gm;
const ofWelcome = (text: string) => [...text.matchAll(button)].map(([, title = ""]) => title);

/** Columns in a monospaced font: 40 of them are about 260 pixels, a side bar of usual width. */
const lengths: readonly (readonly [
  what: string,
  most: number,
  texts: readonly string[],
  parts?: (text: string) => readonly string[],
])[] = [
  ["names of views", 14, Object.values(contributes.views).flatMap((views) => views.map(({ name }) => name))],
  ["names of view containers", 16, contributes.viewsContainers.activitybar.map(({ title }) => title)],
  ["commands in the Command Palette", 50, contributes.commands.map(({ title }) => title)],
  ["commands of editor titles", 36, menuCommands("editor/title")],
  ...["view/title", "view/item/context", "webview/context"].map((menu) => [menu, 46, menuCommands(menu)] as const),
  ["buttons of welcome views", 36, welcomeTexts, ofWelcome],
  ["paragraphs of welcome views", 240, welcomeTexts, (text) => text.replaceAll(button, "").split("\n")],
  ["names of values in settings", 40, Object.values(properties).flatMap(({ enumItemLabels }) => enumItemLabels)],
];
for (const [what, most, texts, parts = (text: string) => [text]] of lengths) {
  test(`in every language, ${what} have at most ${most} columns`, () => {
    for (const file of ["package.nls.json", ...locales.map((locale) => `package.nls.${locale}.json`)]) {
      const shown = texts.flatMap((text) => parts(messagesIn(file)[text.slice(1, -1)] ?? ""));
      assert.ok(shown.length > 0);
      assert.deepEqual(
        shown.filter((text) => columnsOf(text) > most),
        [],
        file,
      );
    }
  });
}
