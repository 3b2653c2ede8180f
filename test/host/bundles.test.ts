import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { commands, extensions } from "vscode";

const extension = extensions.getExtension("weave-threads.weave-threads");
assert.ok(extension);
const { extensionPath } = extension;
const bundle = (name: string) => `${extensionPath}/dist/${name}.cjs`;
const loaded = () => Object.keys(createRequire(bundle("extension")).cache);

test("the activation bundle excludes HTTP client, schemas, sample service and on-demand code", async () => {
  await extension.activate();
  assert.ok(loaded().includes(bundle("extension")));
  assert.ok(!loaded().includes(bundle("client")));
  assert.ok(!loaded().includes(bundle("onDemand")));
  const marks = {
    onDemand: ["disallowComments"],
    client: ["llhttp"],
    zod: ["ZodError"],
    sampleService: ["node:sqlite"],
  };
  const start = await readFile(bundle("extension"), "utf8");
  for (const [name, texts] of Object.entries(marks)) {
    const text = await readFile(bundle(name), "utf8");
    for (const mark of texts) {
      assert.ok(text.includes(mark), `${mark} tells ${name}`);
      assert.ok(!start.includes(mark), `${mark} in the first bundle`);
    }
  }
});

test("the client is loaded on the first request, and does not replace the host's fetch", async (t) => {
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
  assert.ok(loaded().includes(bundle("client")));
  for (const [index, value] of semaphore().entries()) assert.equal(value, before[index]);
});
