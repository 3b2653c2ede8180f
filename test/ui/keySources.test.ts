import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { freshFolder } from "../editor/freshFolder.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering, startInterposedService } from "../fault/interposedService.ts";
import { installedEditor } from "./installedEditor.ts";
import { enterStep, project, settledRows, waitForStatus } from "./steps.ts";

// The editor's environment names them, so they are there before it starts.
const folder = await freshFolder("keys");
const service = await startInterposedService();
after(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});
beforeEach(() => service.misbehave(null));
const named = join(folder.path, "named.netrc");
const editor = installedEditor({
  environment: { WF_TRACE_SERVER_URL: service.url, WANDB_API_KEY: service.password, NETRC: named },
});

const otherWay = "Use WANDB_API_KEY or a netrc file…";

/** Goes through the dialogue to the list of sources, at the address that the environment names. */
async function openSources(window: Workbench): Promise<void> {
  await window.runCommand("Weave: Sign In…");
  await window.quickInput.waitFor(/\(1\/4\)/);
  await window.quickInput.pick(service.url);
  await enterStep(window, 2, service.username);
  await pressOtherWay(window);
}

async function pressOtherWay(window: Workbench): Promise<void> {
  await window.quickInput.waitFor(/\(3\/4\)/);
  await window.quickInput.press(otherWay);
  await waitForLabels(window, /^Use ~\/\.netrc$/);
}

async function waitForLabels(window: Workbench, label: RegExp): Promise<readonly string[]> {
  return await eventually(async () => {
    const labels = (await window.quickInput.items()).map((item) => item.label);
    assert.ok(
      labels.some((one) => label.test(one)),
      labels.join(", "),
    );
    return labels;
  });
}

/** Takes the last step and waits for what a sign-in brings. */
async function finish(window: Workbench, key: string): Promise<void> {
  await enterStep(window, 4, project);
  await window.quickInput.waitUntilClosed();
  await settledRows(window.view("Threads"));
  await waitForStatus(window, "9K calls");
  assert.equal(service.requests.at(-1)?.authorization, authorization(key));
}

function authorization(key: string): string {
  return `Basic ${Buffer.from(`${service.username}:${key}`).toString("base64")}`;
}

test("the address and the key that the environment names sign in, and no list shows the key", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    await window.runCommand("Weave: Sign In…");
    await quickInput.waitFor("Sign In to Weave (1/4)");
    const addresses = (await quickInput.items()).map(({ label, description, active }) => [label, description, active]);
    assert.deepEqual(addresses, [
      ["https://trace.wandb.ai", "from VS Code settings", true],
      [service.url, "from the environment variable WF_TRACE_SERVER_URL", false],
      ["Enter Another URL…", "", false],
    ]);
    await quickInput.pick(service.url);
    await enterStep(window, 2, service.username);
    await pressOtherWay(window);
    assert.equal(await quickInput.title(), "Sign In to Weave (3/4)");
    assert.match(await quickInput.placeholder(), new RegExp(`API key for ${service.url} on the remote machine$`));
    const host = new URL(service.url).host;
    const sources = await quickInput.items();
    assert.deepEqual(
      sources.map(({ label, description, active }) => [label, description, active]),
      [
        ["Use WANDB_API_KEY", "environment variable", true],
        [`Use ${named}`, `entry for ${host}`, false],
        ["Use ~/.netrc", `entry for ${host}`, false],
        ["Use ~/_netrc", `entry for ${host}`, false],
      ],
    );
    assert.ok(!JSON.stringify([addresses, sources]).includes(service.password));
    await quickInput.pick("Use WANDB_API_KEY");
    await finish(window, service.password);
  }));

test("WANDB_API_KEY is not offered to an address that it does not belong to", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const stranger = "http://127.0.0.1:9/traces";
    await window.runCommand("Weave: Sign In…");
    await quickInput.waitFor(/\(1\/4\)/);
    await quickInput.pick("Enter Another URL…");
    await eventually(async () => assert.equal(await quickInput.value(), "https://trace.wandb.ai"));
    await quickInput.press("Back");
    await waitForLabels(window, /^Enter Another URL…$/);
    await quickInput.type(stranger);
    await eventually(async () => assert.equal((await quickInput.items()).length, 1));
    await quickInput.accept();
    await eventually(async () => assert.match(await quickInput.message(), /^Service URL/));
    assert.equal(await quickInput.value(), stranger);
    await quickInput.accept();
    await enterStep(window, 2, service.username);
    await pressOtherWay(window);
    const items = await quickInput.items();
    assert.deepEqual(
      items.slice(1).map(({ label, description }) => [label, description]),
      [
        ["Use ~/.netrc", "entry for 127.0.0.1:9"],
        ["Use ~/_netrc", "entry for 127.0.0.1:9"],
        [`WANDB_API_KEY is for ${service.url} and is not offered here.`, ""],
      ],
    );
    await quickInput.pick(`WANDB_API_KEY is for ${service.url} and is not offered here.`);
    assert.equal(await quickInput.title(), "Sign In to Weave (3/4)");

    await quickInput.press("Back");
    await eventually(async () => assert.equal(await quickInput.masked(), true));
    await quickInput.press("Back");
    await quickInput.waitFor(/\(2\/4\)/);
    await quickInput.press("Back");
    await eventually(async () => assert.equal(await quickInput.value(), stranger));
    await quickInput.press("Back");
    await waitForLabels(window, /^Enter Another URL…$/);
    await quickInput.dismiss();
  }));

test("~/.netrc is read when it is chosen: absent at first, found once it is written", (t) =>
  editor.inWindow(t, {}, async (window, { home }) => {
    const file = join(home, ".netrc");
    await rm(file, { force: true });
    await openSources(window);
    await window.quickInput.pick("Use ~/.netrc");
    await waitForLabels(window, /^~\/\.netrc does not exist\.$/);
    await writeFile(file, `machine 127.0.0.1 login user password ${service.password}`);
    await window.quickInput.accept();
    await finish(window, service.password);
  }));

test("~/_netrc is read in many lines, with comments and line ends of Windows", (t) =>
  editor.inWindow(t, {}, async (window, { home }) => {
    const { host } = new URL(service.url);
    const lines = ["\ufeff# kept by hand", "machine 127.0.0.1", "  password another", ""];
    lines.push(`machine ${host}`, "\tlogin user", `\tpassword "${service.password}" # for tests`, "");
    await writeFile(join(home, "_netrc"), lines.join("\r\n"));
    await openSources(window);
    await window.quickInput.pick("Use ~/_netrc");
    await finish(window, service.password);
  }));

test("the file that NETRC names is read, and one without a key says what was looked for", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const { host } = new URL(service.url);
    const faults: readonly [text: string, sentence: string][] = [
      ["machine api.wandb.ai password k\ndefault password k", `${named} has no entry for ${host}.`],
      ["machine 127.0.0.1 login user", `The entry for ${host} in ${named} has no password.`],
      ["machine 127.0.0.1 key k", `The entry for ${host} in ${named} is not valid.`],
      [
        'machine 127.0.0.1 password "k\\nl"',
        `The API key in ${named} contains a line break or an invisible character.`,
      ],
      ["k".repeat(1024 * 1024 + 1), `${named} is too large to be a netrc file.`],
    ];
    await openSources(window);
    for (const [text, sentence] of faults) {
      await writeFile(named, text);
      await quickInput.pick(`Use ${named}`);
      await eventually(async () => assert.equal((await quickInput.items())[0]?.label, sentence));
    }
    await rm(named);
    await mkdir(named);
    await quickInput.pick(`Use ${named}`);
    await eventually(async () => assert.equal((await quickInput.items())[0]?.label, `${named} is not a regular file.`));
    await rm(named, { recursive: true });
    await writeFile(named, `machine 127.0.0.1 password ${service.password}`);
    await quickInput.pick(`Use ${named}`);
    await finish(window, service.password);
  }));

test("a wrong key in a netrc file leads back to the sources, and nothing typed is lost", (t) =>
  editor.inWindow(t, {}, async (window, { home }) => {
    const { quickInput } = window;
    const { host } = new URL(service.url);
    await writeFile(join(home, ".netrc"), "machine 127.0.0.1 password wrong");
    await window.runCommand("Weave: Sign In…");
    await quickInput.waitFor(/\(1\/4\)/);
    await quickInput.pick(service.url);
    await enterStep(window, 2, service.username);
    await quickInput.waitFor(/\(3\/4\)/);
    await quickInput.type("half a key");
    await pressOtherWay(window);
    await quickInput.pick("Use ~/.netrc");
    await enterStep(window, 4, project);
    await waitForLabels(window, new RegExp(`^Invalid or expired API key in ~/.netrc \\(${host}\\)\\.$`));
    assert.deepEqual(
      (await quickInput.items()).filter(({ active }) => active).map(({ label }) => label),
      ["Use ~/.netrc"],
    );
    await quickInput.press("Back");
    await eventually(async () => assert.equal(await quickInput.value(), "half a key"));
    assert.equal(await quickInput.masked(), true);
    await pressOtherWay(window);
    await writeFile(join(home, ".netrc"), `machine 127.0.0.1 password ${service.password}`);
    await quickInput.pick("Use ~/.netrc");
    await quickInput.waitFor(/\(4\/4\)/);
    assert.equal(await quickInput.value(), project);
    await quickInput.press("Back");
    await waitForLabels(window, /^Use ~\/\.netrc$/);
    await quickInput.accept();
    await quickInput.waitFor(/\(4\/4\)/);
    await quickInput.accept();
    await quickInput.waitUntilClosed();
    await settledRows(window.view("Threads"));
  }));

for (const way of ["typed", "read"] as const) {
  test(`a key of any length arrives whole: ${way}`, (t) =>
    editor.inWindow(t, {}, async (window, { home }) => {
      const { quickInput } = window;
      const long = `wandb_v1_${way}`.padEnd(8_000, "aB3");
      service.misbehave(answering(200, { count: 5, has_more: false, total_storage_size_bytes: null }));
      await writeFile(join(home, ".netrc"), `machine 127.0.0.1 login user password ${long}`);
      await openSources(window);
      if (way === "read") await quickInput.pick("Use ~/.netrc");
      else {
        await quickInput.press("Back");
        await eventually(async () => assert.equal(await quickInput.masked(), true));
        await quickInput.type(`  ${long}  `);
        await quickInput.accept();
      }
      await enterStep(window, 4, project);
      await waitForStatus(window, "5 calls");
      assert.equal(service.requests.at(-1)?.authorization, authorization(long));
    }));
}
