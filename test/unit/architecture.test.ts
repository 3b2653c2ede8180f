import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

const root = path.resolve(import.meta.dirname, "../..");

/** What each part of `src` may import besides itself. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  core: ["@vscode/l10n", "zod"],
  service: ["core", "undici", "zod", "node"],
  localService: ["core", "zod", "node", "pbf"],
  zod: ["zod"],
  vscode: ["core", "@vscode/l10n", "vscode", "node"],
  webview: ["core", "@vscode/l10n", "marked", "dompurify", "@speed-highlight/core", "uplot"],
  features: ["core", "vscode", "@vscode/l10n", "zod", "jsonc-parser"],
  extension: ["core", "vscode", "features", "service"],
};

/** The rooms of `core`: each may import those before it. */
const rooms = [
  ...["text", "settings", "failures", "async", "requests"],
  // What the service has, and what it can be asked for.
  ...["query", "messages", "port", "input", "calls", "agents", "feedback"],
  ...["counts", "session", "conversations", "collector", "project", "conversation", "errors", "overview"],
  ...[
    "links",
    "opNavigation",
    "privacy",
    "documents",
    "search",
    "diff",
    "tryAgain",
    "snippets",
    "diagnostics",
    "chatTools",
    "export",
  ],
];

/** Imports against that order, with their reasons. */
const against: Readonly<Record<string, string>> = {
  "port/operations.ts privacy": "A type: each operation says what privacy mode does to it, so that none can forget it.",
  "calls/callById.ts agents": "Loaded on demand: spans are looked for where no call is found.",
  "calls/callWords.ts conversation": "Loaded on demand: the readers of documents, for labels of calls.",
  "conversations/firstMessages.ts conversation": "Loaded on demand: the readers of documents, for labels of threads.",
  "conversations/threadSource.ts search": "Loaded on demand: the conditions of a search.",
};

interface Import {
  readonly file: string;
  readonly specifier: string;
  readonly kind: "run" | "type" | "dynamic";
}

const imports: readonly Import[] = globSync("src/**/*.ts", { cwd: root }).flatMap((file) => {
  const text = readFileSync(path.join(root, file), "utf8");
  const lines = /^(?:import|export)\s(type\s)?[^"=(]*?\bfrom "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm;
  return [...text.matchAll(lines)].map(([, type, from, bare, dynamic]) => ({
    file,
    specifier: from ?? bare ?? dynamic ?? "",
    kind: type !== undefined ? "type" : dynamic !== undefined ? "dynamic" : "run",
  }));
});

function partOf(file: string): string {
  const [, part = ""] = file.split(path.sep);
  return part.replace(/\.ts$/, "");
}

function targetOf({ file, specifier }: Import): string {
  if (!specifier.startsWith(".")) return specifier.replace(/^((?:@[^/]+\/)?[^:/]+).*$/, "$1");
  return partOf(path.join(path.dirname(file), specifier));
}

test("the reader of import lines finds them", () => {
  assert.ok(imports.some(({ file, specifier }) => file.endsWith("extension.ts") && specifier === "vscode"));
  assert.ok(imports.some(({ file, kind }) => file.endsWith("extension.ts") && kind === "dynamic"));
});

test("commands are registered where privacy mode can refuse them", () => {
  const files = globSync("src/**/*.ts", { cwd: root }).filter((file) =>
    /\bregister(?:TextEditor)?Command\b/.test(readFileSync(path.join(root, file), "utf8")),
  );
  assert.deepEqual(files, [path.join("src", "vscode", "ui", "commands.ts")]);
});

test("imports run one way", () => {
  const astray = imports.filter((line) => {
    const from = partOf(line.file);
    const to = targetOf(line);
    return to !== from && !(allowed[from] ?? []).includes(to);
  });
  assert.deepEqual(astray, []);
});

test("each room of core imports only rooms before it", () => {
  const roomOf = (file: string) => file.split(path.sep)[2] ?? "";
  const astray = imports.flatMap((line) => {
    if (partOf(line.file) !== "core" || targetOf(line) !== "core") return [];
    const [from, to] = [roomOf(line.file), roomOf(path.join(path.dirname(line.file), line.specifier))];
    assert.ok(rooms.includes(from), `${line.file} is in no room`);
    return rooms.indexOf(to) <= rooms.indexOf(from) ? [] : [`${line.file.split(path.sep).slice(2).join("/")} ${to}`];
  });
  assert.deepEqual([...new Set(astray)].toSorted(), Object.keys(against).toSorted());
});

test("features import only types of what other features offer", () => {
  const [app, connecting] = ["app.ts", "register.ts"].map((name) => path.join("src", "features", name));
  const astray = imports.filter((line) => {
    if (partOf(line.file) !== "features" || targetOf(line) !== "features" || line.file === connecting) return false;
    const target = path.join(path.dirname(line.file), line.specifier);
    return target !== app && target.split(path.sep)[2] !== line.file.split(path.sep)[2];
  });
  assert.deepEqual(astray, []);
});

test("a feature names the parts that it uses: none has all, the whole project, or, but for reports, the key", () => {
  assert.deepEqual(containing(/\bFeatureParts\b/), ["features/app.ts", "features/register.ts"]);
  const features = (pattern: RegExp) => containing(pattern).filter((file) => file.startsWith("features/"));
  assert.deepEqual(features(/: OpenProject\b/), ["features/app.ts"]);
  assert.deepEqual(features(/\bParts<[^>]*"key"/), ["features/diagnostics/register.ts"]);
});

test("a window with a project waits for the client only: what it needs first is not loaded on demand", () => {
  const first = imports.filter(
    ({ file, kind }) => kind === "dynamic" && ["vscode", "extension"].includes(partOf(file)),
  );
  assert.deepEqual(
    first.map(({ specifier }) => specifier),
    // The others are loaded with the first change that the user makes, and for the local collector.
    ["./service/client.ts", "./fileLock.ts", "./localCollector.ts"],
  );
});

test("the client is loaded when it is first needed, not at activation", () => {
  const early = imports.filter(
    (line) => partOf(line.file) !== "service" && targetOf(line) === "service" && line.kind !== "dynamic",
  );
  assert.deepEqual(early, []);
});

/** The files of `src`, without that folder, whose text has a match. */
function containing(pattern: RegExp): readonly string[] {
  return globSync("src/**/*.ts", { cwd: root })
    .filter((file) => pattern.test(readFileSync(path.join(root, file), "utf8")))
    .map((file) => file.split(path.sep).slice(1).join("/"))
    .toSorted();
}

test("an exported name and the name of a file mean one thing", () => {
  const homes = new Map<string, string[]>();
  for (const file of globSync("src/**/*.ts", { cwd: root })) {
    const text = readFileSync(path.join(root, file), "utf8");
    const kinds = /^export (?:abstract )?(?:async )?(?:function\*?|class|interface|type|const|let) (\w+)/gm;
    const names = [...text.matchAll(kinds)].map(([, name]) => name ?? "");
    for (const name of new Set([path.basename(file), ...names])) homes.set(name, [...(homes.get(name) ?? []), file]);
  }
  const several = [...homes].filter(([, files]) => files.length > 1).map(([name]) => name);
  // The doors of features, and of pages.
  assert.deepEqual(several.toSorted(), ["main.ts", "register.ts"]);
});

test("settings are read in one file, which knows who may set them", () => {
  assert.deepEqual(containing(/getConfiguration/), ["vscode/storage/settings.ts"]);
});

test("no SQL has numbered parameters, which Node.js 22 does not bind by position", () => {
  assert.deepEqual(containing(/(?:[<=>]|LIMIT|VALUES \() ?\?\d/), []);
});

test("every file that the user saves goes through saveFile, which follows no link", () => {
  const reading = [
    "localService/cli.ts",
    "localService/collector/store.ts",
    "vscode/files/folderLink.ts",
    "vscode/session/collectorProof.ts",
    "vscode/session/weaveMachine.ts",
    "vscode/ui/translations.ts",
  ];
  const shared = ["vscode/session/localCollector.ts", "vscode/storage/fileLock.ts", "vscode/storage/sharedFiles.ts"];
  const writing = ["vscode/files/diskFile.ts", "vscode/files/savedFile.ts", "vscode/storage/fileLock.ts"];
  const disk = /from "node:fs(?:\/promises)?"|\bfs\.(?:writeFile|copy|rename|createDirectory|delete)\(/;
  assert.deepEqual(containing(disk), [...new Set([...reading, ...writing, ...shared])].toSorted());
  assert.deepEqual(containing(/\bwriteDiskFile\(/), writing);
  const savers = ["features/export/exportRun.ts", "vscode/files/savedFile.ts"];
  assert.deepEqual(containing(/\bsaveFile\(/), savers);
  assert.deepEqual(containing(/\baskPlace\(/), savers);
});

/** The files of this project that a file runs: those it imports at once, and theirs. */
function imported(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file)) return known;
  known.add(file);
  for (const { specifier, kind } of imports.filter((line) => line.file === file)) {
    if (specifier.startsWith(".") && kind === "run") imported(path.join(path.dirname(file), specifier), known);
  }
  return known;
}

test("separate bundles contain no messages, which would not be in the display language", () => {
  const bundles = ["src/service/client.ts", "src/localService/worker.ts"];
  const files = bundles.flatMap((bundle) => [...imported(path.normalize(bundle))]);
  assert.ok(files.length > 100);
  assert.deepEqual(
    imports.filter(({ file, specifier }) => files.includes(file) && specifier === "@vscode/l10n"),
    [],
  );
});

test("the composition root stays a table of contents", () => {
  const lines = readFileSync(path.join(root, "src/extension.ts"), "utf8").trimEnd().split("\n").length;
  assert.ok(lines <= 70, `${lines} lines`);
});
