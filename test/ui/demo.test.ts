import assert from "node:assert/strict";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type TestContext, test } from "node:test";
import { startEditorServer } from "../editor/editorServer.ts";
import { freshFolder } from "../editor/freshFolder.ts";
import { markedProcesses, markVariable } from "../editor/markedProcesses.ts";
import { SetupError } from "../editor/setupError.ts";

const demoFile = join(import.meta.dirname, "..", "editor", "demo.ts");

type Demo = {
  readonly process: ChildProcessByStdio<null, Readable, Readable>;
  readonly mark: string;
};

/** Starts the demo with temporary files in `folder` and a mark on everything that it starts. */
function startDemo(test: TestContext, folder: string, args: readonly string[]): Demo {
  const mark = `demo-${process.pid}-${folder}`;
  const child = spawn(process.execPath, [demoFile, ...args], {
    env: { ...process.env, TMPDIR: folder, [markVariable]: mark },
    stdio: ["ignore", "pipe", "pipe"],
  });
  test.after(() => child.kill("SIGINT"));
  return { process: child, mark };
}

async function urlIn(output: Readable): Promise<string> {
  let seen = "";
  for await (const chunk of output) {
    seen += chunk;
    const found = /http:\S+/.exec(seen)?.[0];
    if (found !== undefined) return found;
  }
  throw new Error(`no URL in: ${seen}`);
}

async function leavesNothing(folder: string, mark: string): Promise<void> {
  assert.deepEqual(await readdir(folder), []);
  assert.deepEqual(await markedProcesses(mark), []);
}

test("the demo prints a URL that requires its token, keeps its port, and leaves nothing behind at Ctrl+C", async (t) => {
  await using folder = await freshFolder("demo-test");
  const demo = startDemo(t, folder.path, []);
  const url = await urlIn(demo.process.stdout);
  // The token becomes a cookie in a redirect, so redirects are not followed.
  const status = async (requested: string | URL) => (await fetch(requested, { redirect: "manual" })).status;
  assert.equal(await status(url), 302);
  assert.equal(await status(new URL("/", url)), 403);
  const { port } = new URL(url);
  await assert.rejects(
    startEditorServer({ port: Number(port) }, t.signal),
    new SetupError(`Port ${port} is in use. Choose another with --port, or omit it to use a free one.`),
  );
  demo.process.kill("SIGINT");
  assert.deepEqual(await once(demo.process, "exit"), [0, null]);
  await leavesNothing(folder.path, demo.mark);
});

test("the demo takes a picture of the rows and the count, and ends", async (t) => {
  await using folder = await freshFolder("demo-test");
  await using pictures = await freshFolder("demo-picture");
  const file = join(pictures.path, "out.png");
  const demo = startDemo(t, folder.path, ["--screenshot", file]);
  assert.deepEqual(await once(demo.process, "exit"), [0, null]);
  const picture = await readFile(file);
  assert.equal(picture.subarray(1, 4).toString("latin1"), "PNG");
  await leavesNothing(folder.path, demo.mark);
});
