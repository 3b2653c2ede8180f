import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { commands } from "vscode";
import { entryBytes, zipEntries } from "../../release/zip.ts";
import { extension } from "./installed.ts";

const dist = `${extension.extensionPath}/dist`;

/** The files that importing a file loads, with their text. */
async function loadedWith(name: string, found = new Map<string, string>()): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(`${dist}/${name}`, "utf8");
  found.set(name, text);
  for (const [, imported = ""] of text.matchAll(/\b(?:from|import)\s*"\.\/([^"]+)"/g)) {
    if (!found.has(imported)) await loadedWith(imported, found);
  }
  return found;
}

/** A name without the hash of its text. */
const plainName = (name: string) => name.replace(/-[A-Z0-9]{8}(?=\.m?js$)/, "");

test("activation loads at most 219 kB, without HTTP client, schemas, sample service and on-demand code", async () => {
  const start = await loadedWith("extension.mjs");
  const text = [...start.values()].join("");
  assert.ok(Buffer.byteLength(text) < 219_000, [...start.keys()].join(", "));
  assert.deepEqual([...new Set([...start.keys()].map(plainName))].sort(), ["chunk.mjs", "extension.mjs"]);
  const modules = [...text.matchAll(/\bfrom\s*"([^."][^"]*)"/g)].map(([, name]) => name);
  assert.deepEqual([...new Set(modules)].sort(), [
    ..."node:crypto node:fs node:module node:os node:path node:timers/promises node:worker_threads".split(" "),
    "vscode",
  ]);
  const rest = globSync("*.mjs", { cwd: dist }).filter((name) => !start.has(name));
  const texts = await Promise.all(rest.map((name) => readFile(`${dist}/${name}`, "utf8")));
  for (const mark of ["disallowComments", "llhttp", "ZodError", "node:sqlite"]) {
    assert.ok(texts.join("").includes(mark), `${mark} in another file`);
    assert.ok(!text.includes(mark), `${mark} is loaded at activation`);
  }
});

const packed = [
  "[Content_Types].xml",
  "extension.vsixmanifest",
  "extension/LICENSE.txt",
  "extension/SUPPORT.md",
  "extension/changelog.md",
  "extension/dist/ThirdPartyLicenses.txt",
  "extension/dist/chunk.mjs",
  "extension/dist/client.mjs",
  "extension/dist/conversation.css",
  "extension/dist/conversation.js",
  "extension/dist/countFile.schema.json",
  "extension/dist/extension.mjs",
  "extension/dist/guide.md",
  "extension/dist/llhttp.wasm.br",
  "extension/dist/localService.mjs",
  "extension/dist/messages.json",
  "extension/dist/on-demand.mjs",
  "extension/dist/overview.css",
  "extension/dist/overview.js",
  "extension/dist/pages.js",
  "extension/dist/readers.js",
  "extension/media/icon.png",
  "extension/media/threads-light.svg",
  "extension/media/threads.svg",
  "extension/media/walkthrough/collector-dark.webp",
  "extension/media/walkthrough/collector-hc-light.webp",
  "extension/media/walkthrough/collector-hc.webp",
  "extension/media/walkthrough/collector-light.webp",
  "extension/media/walkthrough/conversation-dark.webp",
  "extension/media/walkthrough/conversation-hc-light.webp",
  "extension/media/walkthrough/conversation-hc.webp",
  "extension/media/walkthrough/conversation-light.webp",
  "extension/media/walkthrough/sample-dark.webp",
  "extension/media/walkthrough/sample-hc-light.webp",
  "extension/media/walkthrough/sample-hc.webp",
  "extension/media/walkthrough/sample-light.webp",
  "extension/media/walkthrough/sign-in-dark.webp",
  "extension/media/walkthrough/sign-in-hc-light.webp",
  "extension/media/walkthrough/sign-in-hc.webp",
  "extension/media/walkthrough/sign-in-light.webp",
  "extension/package.json",
  "extension/package.nls.de.json",
  "extension/package.nls.ja.json",
  "extension/package.nls.json",
  "extension/package.nls.zh-cn.json",
  "extension/readme.md",
];

test("the VSIX has at most 560 kB of code and texts, 120 kB of pictures, 55 files, and these files", async () => {
  const vsix = await readFile(`${dist}/weave-threads.vsix`);
  const entries = zipEntries(vsix);
  const bytesOf = (all: typeof entries) => all.reduce((sum, entry) => sum + entryBytes(entry), 0);
  const pictures = bytesOf(entries.filter(({ name }) => name.startsWith("extension/media/")));
  const others = vsix.length - pictures;
  assert.ok(others <= 560_000, `${others} bytes of code and texts`);
  assert.ok(pictures <= 120_000, `${pictures} bytes of pictures`);
  const names = entries.map(({ name }) => name);
  assert.ok(names.length <= 55, `${names.length} files`);
  assert.deepEqual([...new Set(names.map(plainName))].sort(), packed);
  const scripts = names.filter((name) => name.endsWith(".mjs"));
  assert.ok(scripts.length <= 10, scripts.join(", "));
});

test("the client does not replace the host's fetch", async (t) => {
  const semaphore = () => [
    Reflect.get(globalThis, "fetch"),
    ...["undici.globalDispatcher.1", "undici.globalDispatcher.2"].map((name) =>
      Reflect.get(globalThis, Symbol.for(name)),
    ),
  ];
  const before = semaphore();
  t.after(() => commands.executeCommand("weaveThreads.signOut"));
  await commands.executeCommand("weaveThreads.openSample");
  await commands.executeCommand("weaveThreads.refresh");
  for (const [index, value] of semaphore().entries()) assert.equal(value, before[index]);
});
