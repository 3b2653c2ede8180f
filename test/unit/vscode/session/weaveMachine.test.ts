import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { readSmallFile, smallFileLimit, WeaveMachine } from "../../../../src/vscode/session/weaveMachine.ts";
import { freshFolder } from "../../../editor/freshFolder.ts";

const signal = new AbortController().signal;

async function home(test: TestContext): Promise<string> {
  const folder = await freshFolder("home");
  test.after(() => folder[Symbol.asyncDispose]());
  return folder.path;
}

test("a file is read completely, and special or large files are distinct errors", async (t) => {
  const folder = await home(t);
  const read = (name: string) => readSmallFile(join(folder, name), signal);
  await writeFile(join(folder, "full"), "k".repeat(smallFileLimit));
  await writeFile(join(folder, "over"), "k".repeat(smallFileLimit + 1));
  await writeFile(join(folder, "marked"), "\ufeffmachine");
  await symlink(join(folder, "marked"), join(folder, "link"));
  await symlink(join(folder, "nowhere"), join(folder, "dangling"));
  const full = await read("full");
  assert.equal(full.kind === "text" && full.text.length, smallFileLimit);
  assert.deepEqual(await read("over"), { kind: "tooLarge" });
  assert.deepEqual(await read("link"), { kind: "text", text: "machine" });
  for (const name of ["absent", "dangling", "marked/inside"]) assert.deepEqual(await read(name), { kind: "missing" });
  assert.deepEqual(await read("."), { kind: "notAFile" });
});

test("a pipe without a writer is not a file and does not block", {
  skip: process.platform === "win32",
}, async (t) => {
  const pipe = join(await home(t), "pipe");
  execFileSync("mkfifo", [pipe]);
  assert.deepEqual(await readSmallFile(pipe, signal), { kind: "notAFile" });
});

test("a file that cannot be opened has the system's code", async (t) => {
  const file = join(await home(t), "round");
  await symlink(file, file);
  assert.deepEqual(await readSmallFile(file, signal), { kind: "unreadable", code: "ELOOP" });
});

test("an invalid name has the system's code", async () => {
  assert.deepEqual(await readSmallFile(`/${"n".repeat(300)}`, signal), { kind: "unreadable", code: "ENAMETOOLONG" });
});

test("reading ends when its signal aborts", async (t) => {
  const folder = await home(t);
  const reason = new Error("enough");
  await assert.rejects(readSmallFile(folder, AbortSignal.abort(reason)), reason);
  const machine = new WeaveMachine({ variables: { WANDB_BASE_URL: "https://corp.example" }, home: folder });
  const [service] = await machine.services(AbortSignal.abort(reason));
  assert.equal(service?.url, "https://corp.example/traces");
});

test("the wandb settings file names the service if no variable does", async (t) => {
  const folder = await home(t);
  const urls = async (variables: Record<string, string>) =>
    (await new WeaveMachine({ variables, home: folder }).services(signal)).map(({ url }) => url);
  assert.deepEqual(await urls({}), ["https://trace.wandb.ai"]);
  await mkdir(join(folder, ".config", "wandb"), { recursive: true });
  await writeFile(join(folder, ".config", "wandb", "settings"), "[default]\nbase_url = https://corp.example\n");
  assert.deepEqual(await urls({}), ["https://corp.example/traces"]);
  assert.deepEqual(await urls({ WANDB_BASE_URL: "https://other.example" }), ["https://other.example/traces"]);
  await writeFile(join(folder, "settings"), "[default]\nbase_url: https://elsewhere.example\n");
  assert.deepEqual(await urls({ WANDB_CONFIG_DIR: folder }), ["https://elsewhere.example/traces"]);
});

test("the keys of services are read each time, and one that is not read in time is skipped", async (t) => {
  const folder = await home(t);
  const variables: Record<string, string> = { NETRC: "keys" };
  const machine = new WeaveMachine({ variables, home: folder });
  const configured = await machine.services(signal);
  const [wandb, other] = ["https://trace.wandb.ai", "https://other.example"].map((url) => ({ url, origin: url }));
  assert.ok(wandb && other);
  const keys = async (services = [wandb]) =>
    (await machine.keys(services, configured, signal)).map(({ service, source, lookup }) => {
      const found = lookup.kind === "found" ? lookup.key : lookup.kind === "file" ? lookup.problem.kind : lookup.kind;
      return `${service.url} ${source.kind === "netrc" ? source.file : source.kind} ${found}`;
    });
  assert.deepEqual(await keys(), [
    "https://trace.wandb.ai environment badKey",
    "https://trace.wandb.ai keys missing",
    "https://trace.wandb.ai ~/.netrc missing",
    "https://trace.wandb.ai ~/_netrc missing",
  ]);

  variables.WANDB_API_KEY = " from the environment ";
  for (const name of ["keys", ".netrc", "_netrc"]) {
    await writeFile(join(folder, name), `machine api.wandb.ai\r\n  login user\r\n  password from-${name}\r\n`);
  }
  assert.deepEqual(await keys([wandb, other]), [
    "https://trace.wandb.ai environment from the environment",
    "https://trace.wandb.ai keys from-keys",
    "https://trace.wandb.ai ~/.netrc from-.netrc",
    "https://trace.wandb.ai ~/_netrc from-_netrc",
    // The variable is for the services of this machine only.
    "https://other.example keys noEntry",
    "https://other.example ~/.netrc noEntry",
    "https://other.example ~/_netrc noEntry",
  ]);
  const late = await machine.keys([wandb], configured, AbortSignal.abort(new Error("enough")));
  assert.deepEqual(
    late.map(({ source }) => source.kind),
    ["environment"],
  );
});
