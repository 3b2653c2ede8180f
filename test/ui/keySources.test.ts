import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { basic, rotated } from "./rotatedKey.ts";
import { enterStep, project, settledRows, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed();

type Variables = Readonly<Record<string, string>>;

/** Takes steps in a window whose extension host has these environment variables. */
async function withEnvironment(window: Workbench, variables: Variables, steps: () => Promise<void>): Promise<void> {
  const host = await window.host();
  await host.run((_inside, values: Variables) => void Object.assign(process.env, values), variables);
  try {
    await steps();
  } finally {
    await host.run((_inside, names: readonly string[]) => {
      for (const name of names) delete process.env[name];
    }, Object.keys(variables));
  }
}

/** Opens the list of key sources from the step of the key. */
async function openSources(window: Workbench): Promise<void> {
  await window.quickInput.waitFor(/\(3\/4\)/);
  await window.quickInput.press("Use WANDB_API_KEY or a netrc file…");
  await waitForLabel(window, "Use ~/.netrc");
}

async function waitForLabel(window: Workbench, label: string): Promise<void> {
  await eventually(async () => {
    const labels = (await window.quickInput.items()).map((item) => item.label);
    assert.ok(labels.includes(label), labels.join(", "));
  });
}

async function rows(window: Workbench): Promise<readonly string[]> {
  return (await window.quickInput.items()).map(({ label, description, active }) =>
    [label, description, active ? "active" : ""].filter((part) => part !== "").join(" | "),
  );
}

test("the environment's service URL can be selected, and its API key is offered for no other service", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const variables = { WF_TRACE_SERVER_URL: service.url, WANDB_API_KEY: service.password, NETRC: "/etc/keys" };
    await withEnvironment(window, variables, async () => {
      const { quickInput } = window;
      const other = "http://127.0.0.1:9/traces";
      await window.runCommand("Weave: Sign In…");
      await quickInput.waitFor("Sign In to Weave (1/4)");
      const addresses = [
        "https://trace.wandb.ai | from VS Code settings | active",
        `${service.url} | from the environment variable WF_TRACE_SERVER_URL`,
        "Enter Another URL…",
      ];
      await eventually(async () => assert.deepEqual(await rows(window), addresses));
      await quickInput.type(other);
      await eventually(async () => assert.deepEqual(await rows(window), ["Enter Another URL… | active"]));
      await quickInput.accept();
      await eventually(async () => assert.match(await quickInput.message(), /^Service URL/));
      assert.equal(await quickInput.value(), other);
      await quickInput.accept();
      await enterStep(window, 2, service.username);
      await openSources(window);
      assert.deepEqual(await rows(window), [
        "Use /etc/keys | entry for 127.0.0.1:9 | active",
        "Use ~/.netrc | entry for 127.0.0.1:9",
        "Use ~/_netrc | entry for 127.0.0.1:9",
        `WANDB_API_KEY is for ${service.url} and is not offered here.`,
      ]);
      await quickInput.press("Back");
      await eventually(async () => assert.equal(await quickInput.masked(), true));
      for (const value of [service.username, other]) {
        await quickInput.press("Back");
        await eventually(async () => assert.equal(await quickInput.value(), value));
      }
      await quickInput.press("Back");
      await waitForLabel(window, service.url);
      await quickInput.pick(service.url);
      await enterStep(window, 2, service.username);
      await openSources(window);
      assert.match(await quickInput.placeholder(), new RegExp(`API key for ${service.url} on the remote machine$`));
      const { host } = new URL(service.url);
      const sources = await rows(window);
      assert.deepEqual(sources, [
        "Use WANDB_API_KEY | environment variable | active",
        `Use /etc/keys | entry for ${host}`,
        `Use ~/.netrc | entry for ${host}`,
        `Use ~/_netrc | entry for ${host}`,
      ]);
      await quickInput.pick("Use WANDB_API_KEY");
      await enterStep(window, 4, project);
      await waitForStatus(window, "9K calls");
      assert.equal(service.requests.at(-1)?.authorization, basic(service, service.password));
    });
  }));

test("a netrc file without a usable key returns to the sources, and is read again when selected", (t) =>
  editor.inWindow(t, {}, async (window, { home }) => {
    const file = join(home, ".netrc");
    await using _ = { [Symbol.asyncDispose]: () => rm(file, { force: true }) };
    await withEnvironment(window, { WF_TRACE_SERVER_URL: service.url }, async () => {
      const { quickInput } = window;
      const { host } = new URL(service.url);
      const longKey = "wandb_v1_".padEnd(8_000, "aB3");
      await window.runCommand("Weave: Sign In…");
      await quickInput.waitFor(/\(1\/4\)/);
      await quickInput.pick(service.url);
      await enterStep(window, 2, service.username);
      await quickInput.waitFor(/\(3\/4\)/);
      await quickInput.type("half a key");
      await openSources(window);
      await quickInput.pick("Use ~/.netrc");
      await waitForLabel(window, "~/.netrc does not exist.");
      await writeFile(file, "machine 127.0.0.1 password wrong");
      await quickInput.accept();
      await enterStep(window, 4, project);
      await waitForLabel(window, `Invalid or expired API key in ~/.netrc (${host}).`);
      assert.deepEqual((await rows(window)).slice(1, 3), [
        "Use WANDB_API_KEY | environment variable",
        `Use ~/.netrc | entry for ${host} | active`,
      ]);
      await quickInput.press("Back");
      await eventually(async () => assert.equal(await quickInput.value(), "half a key"));
      assert.equal(await quickInput.masked(), true);

      await openSources(window);
      await writeFile(file, `machine 127.0.0.1 login user password ${longKey}`);
      service.misbehave(rotated(service, longKey));
      await quickInput.pick("Use ~/.netrc");
      await quickInput.waitFor(/\(4\/4\)/);
      assert.equal(await quickInput.value(), project);
      await quickInput.accept();
      await quickInput.waitUntilClosed();
      await settledRows(window.view("Threads"));
      assert.equal(service.requests.at(-1)?.authorization, basic(service, longKey));
    });
  }));
