import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import * as countSchemas from "../../../../src/core/counts/countSchemas.ts";
import { SavedCounts } from "../../../../src/core/counts/savedCounts.ts";
import { randomFrom } from "../../../../src/localService/data/random.ts";
import { Preferences } from "../../../../src/vscode/storage/preferences.ts";
import { SharedFiles } from "../../../../src/vscode/storage/sharedFiles.ts";
import { freshFolder } from "../../../editor/freshFolder.ts";
import { ofOp, unusedTarget } from "../../core/counts/savedCountStore.ts";
import { CountingMemento } from "./countingMemento.ts";

const staleMs = 100;

/** A user's windows over one folder, each with its own copy of `globalState`. */
async function user(t: TestContext, earlier: Readonly<Record<string, unknown>> = {}) {
  const { path: folder, ...made } = await freshFolder("shared");
  t.after(() => made[Symbol.asyncDispose]());
  const failures: string[] = [];
  const openFiles = (stored = earlier) => {
    const globalState = new CountingMemento(Object.entries(stored));
    const context = { globalState, globalStorageUri: { fsPath: folder } };
    const files = new SharedFiles(context, (error) => failures.push(String(error)), staleMs);
    t.after(() => files.dispose());
    return { files, globalState };
  };
  const open = async () => {
    const { files, globalState } = openFiles();
    const state = { globalState, workspaceState: new CountingMemento() };
    const preferences = new Preferences(state, files, async () => countSchemas);
    await preferences.prepare({ kind: "sample", project: unusedTarget.project });
    const saved = new SavedCounts(preferences.counts, Date.now);
    saved.reset(unusedTarget);
    files.changes.subscribe(() => saved.reread());
    return { files, globalState, preferences, saved };
  };
  const named = (end: string) => readdirSync(folder).filter((name) => name.endsWith(end));
  return { folder, failures, openFiles, open, named };
}

async function until(reached: () => boolean): Promise<void> {
  for (const end = Date.now() + 5000; !reached(); await pause(2)) assert.ok(Date.now() < end, String(reached));
}

test("20 interleaved changes in two windows are all kept, and each window shows those of the other", async (t) => {
  const { open, named } = await user(t);
  const [a, b] = [await open(), await open()];
  await a.saved.add("first", ofOp("first"));
  await until(() => b.saved.list().length === 1);
  assert.equal(a.files.changes.value, 0);
  const [first] = b.saved.list();
  assert.ok(first);
  await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const account = { url: `https://${index}`, origin: `https://${index}`, username: "api", project: null };
      await Promise.all([
        a.saved.add(`a${index}`, ofOp(`a${index}`)),
        index === 0 ? b.saved.edit(first.id, { name: "renamed" }) : b.saved.add(`b${index}`, ofOp(`b${index}`)),
        a.preferences.addRecentProject(`team/a${index}`),
        b.preferences.changeAccounts((accounts) => [...accounts, account]),
        a.preferences.changeAccounts((accounts) => [...accounts, { ...account, username: "bob" }]),
      ]);
    }),
  );
  const names = [...Array(10).keys()].flatMap((index) => [`a${index}`, index === 0 ? "renamed" : `b${index}`]);
  for (const { saved, preferences } of [a, b]) {
    await until(() => saved.list().length === names.length);
    assert.deepEqual(
      saved
        .list()
        .map(({ name }) => name)
        .toSorted(),
      names.toSorted(),
    );
    assert.equal(preferences.accounts().length, 20);
    assert.deepEqual(
      preferences.recentProjects(),
      [...Array(10).keys()].map((index) => `team/a${9 - index}`),
    );
  }
  assert.deepEqual([named(".json").length, named("lock"), named(".part"), a.globalState.writes], [4, [], [], 0]);
});

test("of two windows that open a project under two services at once, both know which has what was stored before", async (t) => {
  const { open } = await user(t);
  const sample = { kind: "sample", project: "acme/desk" } as const;
  const account = { url: "https://one", origin: "https://one", username: "api" };
  const sessions = [sample, { ...sample, kind: "signedIn", account } as const];
  const windows = await Promise.all(sessions.map(open));
  await Promise.all(windows.map(({ preferences }, index) => preferences.prepare(sessions[index] ?? sample)));
  const [a, b] = windows.map(({ preferences }) => sessions.map((session) => preferences.placeOf(session)));
  assert.deepEqual(a, b);
  assert.equal(new Set(a).size, 2);
});

function startWriting(
  t: TestContext,
  args: readonly [folder: string, name: string, times: number, staleMs: number],
): ChildProcess {
  const execArgv = ["--disable-warning=ExperimentalWarning"];
  const child = fork(path.join(import.meta.dirname, "writingProcess.ts"), args.map(String), { execArgv });
  t.after(() => child.kill("SIGKILL"));
  return child;
}

test("40 changes of two processes are all kept, each process' in its order", async (t) => {
  const { folder, openFiles } = await user(t);
  await Promise.all(["a", "b"].map((name) => once(startWriting(t, [folder, name, 20, 60_000]), "exit")));
  const stored = openFiles().files.get("numbers");
  assert.ok(Array.isArray(stored) && stored.length === 40);
  for (const name of ["a", "b"]) {
    const own: unknown[] = stored.filter((text) => String(text).startsWith(name));
    assert.deepEqual(
      own,
      [...Array(20).keys()].map((index) => `${name}${index + 1}`),
    );
  }
});

test("after each of 30 kills while writing, files are whole and have every awaited change", async (t) => {
  const { folder, openFiles, named } = await user(t);
  const random = randomFrom(7);
  const { files } = openFiles();
  let kept: readonly unknown[] = [];
  for (let kill = 0; kill < 30; kill++) {
    const child = startWriting(t, [folder, "k", 1e6, 100]);
    let awaited = 0;
    child.on("message", (number) => {
      awaited = Number(number);
    });
    await once(child, "message");
    await pause(random.between(0, 12));
    child.kill("SIGKILL");
    await once(child, "exit");
    const stored = files.get("numbers");
    assert.ok(Array.isArray(stored));
    // One more may be written than awaited.
    const added = stored.slice(kept.length);
    assert.deepEqual(stored.slice(0, kept.length), kept);
    assert.deepEqual(
      added,
      [...added.keys()].map((index) => `k${index + 1}`),
    );
    assert.ok(added.length === awaited || added.length === awaited + 1, `${added.length} of ${awaited}`);
    const [first = "", , last] = readFileSync(path.join(folder, "k.csv"), "utf8").split("\n");
    assert.ok(first !== "" && first === last && Number(first) - awaited <= 1);
    kept = stored;
  }
  await pause(staleMs);
  await files.update("numbers", () => []);
  assert.deepEqual([named("lock"), named("json.part")], [[], []]);
});

test("a lock is taken once it has not changed for the time after which it is stale, whatever its own time", async (t) => {
  const { folder, openFiles, named } = await user(t);
  const { files } = openFiles();
  const lock = path.join(folder, "lock");
  for (const age of [1e6, -1e6]) {
    const since = performance.now();
    writeFileSync(lock, "killed");
    writeFileSync(path.join(folder, ".left.json.0123456789ab.part"), "{");
    utimesSync(lock, Date.now() / 1000, (Date.now() - age) / 1000);
    await files.update("accounts", () => [age]);
    assert.deepEqual([files.get("accounts"), named("lock"), named(".part")], [[age], [], []]);
    assert.ok(performance.now() - since >= staleMs);
  }
});

test("a lock that can be neither read nor removed fails the change instead of delaying it forever", async (t) => {
  const { folder, openFiles } = await user(t);
  mkdirSync(path.join(folder, "lock"));
  await assert.rejects(
    openFiles().files.update("accounts", () => [1]),
    { code: "EISDIR" },
  );
});

test("a window that loses the lock while it is suspended changes the value that was written meanwhile", async (t) => {
  const { folder, openFiles } = await user(t);
  const [{ files }, { files: other }] = [openFiles(), openFiles()];
  await files.update("accounts", () => ["before"]);
  const [file = ""] = readdirSync(folder);
  let calls = 0;
  const since = Date.now();
  await files.update("accounts", (stored) => {
    calls += 1;
    if (calls === 1) writeFileSync(path.join(folder, "lock"), "another window");
    if (calls === 1) writeFileSync(path.join(folder, file), '["meanwhile"]');
    return [stored, "after"];
  });
  assert.deepEqual([calls, other.get("accounts")], [2, [["meanwhile"], "after"]]);
  assert.ok(Date.now() - since >= staleMs - 5, "the lock of the other window was respected");
});

test("values of earlier versions are imported once, and stay where they were", async (t) => {
  const stored = { accounts: [1], "savedCounts/a/b": { counts: [] }, "username/https://one": "api", used: true };
  const { folder, openFiles, named } = await user(t, stored);
  const { files, globalState } = openFiles();
  assert.deepEqual([files.get("accounts"), named("json")], [[1], []]);
  files.start();
  await files.update("accounts", (accounts) => [accounts, 2]);
  const imported = named(".json").map((name) => statSync(path.join(folder, name)).ino);
  assert.equal(imported.length, 2);
  const next = openFiles({ accounts: ["of an earlier version that ran since"] }).files;
  next.start();
  await next.update("accounts", () => undefined);
  assert.deepEqual(
    named(".json").map((name) => statSync(path.join(folder, name)).ino),
    imported,
  );
  assert.deepEqual([next.get("accounts"), next.get("savedCounts/a/b")], [[[1], 2], { counts: [] }]);
  assert.deepEqual([globalState.get("accounts"), globalState.writes], [[1], 0]);
});

test("a broken file reads as nothing, is logged once, and is kept when it is replaced", async (t) => {
  const { folder, openFiles, named, failures } = await user(t, { accounts: ["earlier"] });
  const { files } = openFiles();
  await files.update("accounts", () => [1]);
  const [file = ""] = named(".json");
  writeFileSync(path.join(folder, file), '{"broken');
  assert.deepEqual([files.get("accounts"), files.get("accounts"), named(".broken")], [undefined, undefined, []]);
  await files.update("accounts", () => undefined);
  assert.deepEqual(named(".broken"), []);
  await files.update("accounts", (stored) => [stored === undefined, 2]);
  const [kept = ""] = named(".broken");
  assert.equal(readFileSync(path.join(folder, kept), "utf8"), '{"broken');
  assert.deepEqual([files.get("accounts"), failures.length], [[true, 2], 1]);
  assert.match(failures.join(), /accounts-\w+\.json is not JSON/);
});

test("a file that cannot be read keeps its last value and is not replaced, and other values can still be changed", async (t) => {
  const { folder, openFiles, named, failures } = await user(t);
  const { files } = openFiles();
  await files.update("accounts", () => [1]);
  const [file = ""] = named(".json");
  rmSync(path.join(folder, file));
  symlinkSync(file, path.join(folder, file));
  assert.deepEqual([files.get("accounts"), failures.length], [[1], 1]);
  await assert.rejects(
    files.update("accounts", () => [2]),
    { code: "ELOOP" },
  );
  await files.update("recentProjects", () => ["a/b"]);
  assert.deepEqual([files.get("recentProjects"), named("lock")], [["a/b"], []]);
});

test("keys that differ in case or in odd characters have files of their own, on every file system", async (t) => {
  const { openFiles, named } = await user(t);
  const { files } = openFiles();
  const keys = [
    "savedCounts/a/b",
    "savedCounts/A/b",
    "savedCounts/a-b",
    "savedCounts/a/ü",
    `savedCounts/${"é/".repeat(200)}`,
  ];
  for (const key of keys) await files.update(key, () => key);
  assert.deepEqual(
    keys.map((key) => files.get(key)),
    keys,
  );
  const names = named(".json");
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, keys.length);
  for (const name of names) assert.match(name, /^[\w-]{1,80}\.json$/);
});
