import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { freshFolder } from "../../editor/freshFolder.ts";
import { type Installation, installOnce } from "../../editor/installOnce.ts";

const never = new AbortController().signal;

function counting(fill: Installation["fill"]): { installation: Installation; fills: () => number } {
  let fills = 0;
  const installation: Installation = {
    name: "thing-1.0",
    announcement: "a thing for a test",
    fill: async (folder, signal) => {
      fills += 1;
      await fill(folder, signal);
    },
  };
  return { installation, fills: () => fills };
}

const writesContent: Installation["fill"] = (folder) => writeFile(join(folder, "content"), "whole");

test("an installation is created once and then reused", async () => {
  await using parent = await freshFolder("test");
  const { installation, fills } = counting(writesContent);
  const first = await installOnce(parent.path, installation, never);
  const second = await installOnce(parent.path, installation, never);
  assert.deepEqual([first, second, fills()], [join(parent.path, "thing-1.0"), first, 1]);
  assert.deepEqual(await readdir(parent.path), ["thing-1.0"]);
});

test("two concurrent runs create an installation once", async () => {
  await using parent = await freshFolder("test");
  const { installation, fills } = counting(writesContent);
  await Promise.all([1, 2].map(() => installOnce(parent.path, installation, never)));
  assert.equal(fills(), 1);
  assert.deepEqual(await readdir(parent.path), ["thing-1.0"]);
});

test("a failed installation is removed", async () => {
  await using parent = await freshFolder("test");
  const { installation } = counting(async (folder) => {
    await writeFile(join(folder, "content"), "half");
    throw new Error("no more");
  });
  await assert.rejects(installOnce(parent.path, installation, never), /no more/);
  assert.deepEqual(await readdir(parent.path), []);
});

test("the lock and partial folder of a killed run are replaced", async () => {
  await using parent = await freshFolder("test");
  const dead = spawnSync(process.execPath, ["--version"]).pid;
  await writeFile(join(parent.path, "thing-1.0.lock"), String(dead));
  await mkdir(join(parent.path, `thing-1.0.part-${dead}`));
  const folder = await installOnce(parent.path, counting(writesContent).installation, never);
  assert.equal(await readFile(join(folder, "content"), "utf8"), "whole");
  assert.deepEqual(await readdir(parent.path), ["thing-1.0"]);
});

test("an abort ends the wait for another run", async () => {
  await using parent = await freshFolder("test");
  await writeFile(join(parent.path, "thing-1.0.lock"), String(process.pid));
  const { installation, fills } = counting(writesContent);
  const controller = new AbortController();
  const waiting = installOnce(parent.path, installation, controller.signal);
  controller.abort(new Error("enough"));
  await assert.rejects(waiting, { name: "AbortError" });
  assert.equal(fills(), 0);
});

test("a full disk is reported in one sentence with an action", async () => {
  await using parent = await freshFolder("test");
  const { installation } = counting(() => Promise.reject(Object.assign(new Error("write"), { code: "ENOSPC" })));
  await assert.rejects(installOnce(parent.path, installation, never), {
    name: "SetupError",
    message: `The disk is full: free about 1.5 GB for ${parent.path} and run the command again.`,
  });
});
