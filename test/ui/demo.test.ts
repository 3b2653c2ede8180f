import assert from "node:assert/strict";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { freshFolder } from "../editor/freshFolder.ts";
import { markedProcesses, markVariable } from "../editor/markedProcesses.ts";

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

async function addressIn(output: Readable): Promise<string> {
  let seen = "";
  for await (const chunk of output) {
    seen += chunk;
    const found = /http:\S+/.exec(seen)?.[0];
    if (found !== undefined) return found;
  }
  throw new Error(`no address in: ${seen}`);
}

async function leavesNothing(folder: string, mark: string): Promise<void> {
  assert.deepEqual(await readdir(folder), []);
  assert.deepEqual(await markedProcesses(mark), []);
}

test("the demo gives an address that only its token opens, and leaves nothing behind at Ctrl+C", async (t) => {
  await using folder = await freshFolder("demo-test");
  const demo = startDemo(t, folder.path, []);
  const address = await addressIn(demo.process.stdout);
  // The token becomes a cookie on the way to the page, so the way is what is looked at.
  const status = async (url: string | URL) => (await fetch(url, { redirect: "manual" })).status;
  assert.equal(await status(address), 302);
  assert.equal(await status(new URL("/", address)), 403);
  demo.process.kill("SIGINT");
  assert.deepEqual(await once(demo.process, "exit"), [0, null]);
  await leavesNothing(folder.path, demo.mark);
});

test("the demo takes a picture of the rows and the count by itself", async (t) => {
  await using folder = await freshFolder("demo-test");
  await using pictures = await freshFolder("demo-picture");
  const file = join(pictures.path, "out.png");
  const demo = startDemo(t, folder.path, ["--screenshot", file]);
  assert.deepEqual(await once(demo.process, "exit"), [0, null]);
  const picture = await readFile(file);
  assert.equal(picture.subarray(1, 4).toString("latin1"), "PNG");
  await leavesNothing(folder.path, demo.mark);
});

test("a taken port and wrong arguments end the demo with one sentence", async (t) => {
  await using folder = await freshFolder("demo-test");
  await using taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const address = taken.address();
  assert.ok(address !== null && typeof address === "object");
  for (const [args, code, sentence] of [
    [["--port", String(address.port)], 1, /port/i],
    [["--port", "80x"], 2, /--port/],
    [["--nonsense"], 2, /--nonsense/],
  ] as const) {
    const demo = startDemo(t, folder.path, args);
    const errors = text(demo.process.stderr);
    assert.deepEqual(await once(demo.process, "exit"), [code, null]);
    assert.match((await errors).trim(), sentence);
    assert.equal((await errors).trim().split("\n").length, 1, await errors);
    await leavesNothing(folder.path, demo.mark);
  }
});
