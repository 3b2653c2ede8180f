import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { patiently } from "../../../../src/vscode/files/diskFile.ts";

const never = new AbortController().signal;

// Errors of Windows for files in use cannot be reproduced on other systems: the errors are simulated, the final rename
// is real.

async function files(t: TestContext): Promise<{ readonly from: string; readonly to: string }> {
  const place = await mkdtemp(path.join(tmpdir(), "weave-rename-"));
  t.after(() => rm(place, { recursive: true, force: true }));
  const [from, to] = [path.join(place, "part"), path.join(place, "whole")];
  writeFileSync(from, "new");
  writeFileSync(to, "old");
  return { from, to };
}

/** Fails this many times, then renames. */
function refusing(code: string, times: number) {
  let tries = 0;
  const move: typeof rename = async (from, to) => {
    tries++;
    if (tries <= times) throw Object.assign(new Error(code), { code });
    await rename(from, to);
  };
  return { move, tries: () => tries };
}

for (const code of ["EPERM", "EACCES", "EBUSY"]) {
  test(`a briefly held file (${code}) is renamed when released`, async (t) => {
    const { from, to } = await files(t);
    const { move, tries } = refusing(code, 3);
    await patiently(() => move(from, to), never);
    assert.equal(readFileSync(to, "utf8"), "new");
    assert.equal(tries(), 4);
  });
}

test("a file held too long rejects with the last error", async (t) => {
  const { from, to } = await files(t);
  const { move, tries } = refusing("EBUSY", Number.POSITIVE_INFINITY);
  await assert.rejects(
    patiently(() => move(from, to), never),
    { code: "EBUSY" },
  );
  assert.equal(readFileSync(to, "utf8"), "old");
  assert.ok(tries() > 3);
});

test("a permanent error rejects at once", async (t) => {
  const { from, to } = await files(t);
  for (const code of ["ENOENT", "EISDIR", "EXDEV", "ENOSPC"]) {
    const { move, tries } = refusing(code, 1);
    await assert.rejects(
      patiently(() => move(from, to), never),
      { code },
    );
    assert.equal(tries(), 1);
  }
});

test("canceling during the wait stops the retries", async (t) => {
  const { from, to } = await files(t);
  const controller = new AbortController();
  let tries = 0;
  const move: typeof rename = async () => {
    tries++;
    controller.abort(new Error("canceled"));
    throw Object.assign(new Error("EBUSY"), { code: "EBUSY" });
  };
  await assert.rejects(
    patiently(() => move(from, to), controller.signal),
    { name: "AbortError" },
  );
  assert.equal(tries, 1);
  assert.equal(readFileSync(to, "utf8"), "old");
});
