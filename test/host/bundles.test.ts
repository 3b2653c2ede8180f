import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { commands } from "vscode";
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

test("activation loads at most 200 kB, without HTTP client, schemas, sample service and on-demand code", async () => {
  const start = await loadedWith("extension.mjs");
  const text = [...start.values()].join("");
  assert.ok(Buffer.byteLength(text) < 200_000, [...start.keys()].join(", "));
  const rest = globSync("*.mjs", { cwd: dist }).filter((name) => !start.has(name));
  const texts = await Promise.all(rest.map((name) => readFile(`${dist}/${name}`, "utf8")));
  for (const mark of ["disallowComments", "llhttp", "ZodError", "node:sqlite"]) {
    assert.ok(texts.join("").includes(mark), `${mark} in another file`);
    assert.ok(!text.includes(mark), `${mark} is loaded at activation`);
  }
});

test("the package has at most 10 scripts besides its pages", () => {
  const scripts = globSync("*.mjs", { cwd: dist });
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
