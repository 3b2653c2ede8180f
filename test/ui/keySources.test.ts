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

async function rows(window: Workbench): Promise<readonly string[]> {
  return (await window.quickInput.items()).map(({ label, description, active }) =>
    [label, description, active ? "active" : ""].filter((part) => part !== "").join(" | "),
  );
}

async function seeRows(window: Workbench, expected: readonly string[]): Promise<void> {
  await window.quickInput.waitFor(/\(1\//);
  await eventually(async () => assert.deepEqual(await rows(window), expected));
}

test("the environment's API key is found for its service, and offered for no other", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const variables = { WF_TRACE_SERVER_URL: service.url, WANDB_API_KEY: service.password };
    await withEnvironment(window, variables, async () => {
      const { quickInput } = window;
      const found = [
        `Use WANDB_API_KEY | API key for ${service.url} | active`,
        // W&B's own service is one of this machine, too.
        "Use WANDB_API_KEY | API key for W&B",
        "W&B | https://trace.wandb.ai",
        `${service.url} | from the environment variable WF_TRACE_SERVER_URL`,
        "Another Service… | enter or paste its URL",
      ];
      await window.runCommand("Weave: Sign In…");
      await seeRows(window, found);
      await quickInput.type("http://127.0.0.1:9/traces");
      await quickInput.accept();
      await quickInput.waitFor("Sign In to Weave (2/3)");
      await eventually(async () => assert.match(await quickInput.message(), /sent only to http:\/\/127\.0\.0\.1:9\)/));
      assert.equal(await window.page.locator(".quick-input-widget").getByLabel("Use WANDB_API_KEY").count(), 0);
      await quickInput.press("Back");
      await quickInput.waitFor(/\(1\//);
      await eventually(async () => assert.match(await quickInput.placeholder(), /an API key on the remote machine/));
      await quickInput.pick(service.url);
      await quickInput.waitFor("Sign In to Weave (2/3)");
      await quickInput.press("Use WANDB_API_KEY");
      await quickInput.waitFor("Sign In to Weave (2/2)");
      await enterStep(window, 2, project);
      await waitForStatus(window, "9K calls");
      assert.equal(service.requests.at(-1)?.authorization, basic({ username: "api" }, service.password));
    });
  }));

test("a netrc key is found, a rejected one returns to the key, and files are read again each time", (t) =>
  editor.inWindow(t, {}, async (window, { home }) => {
    const file = join(home, ".netrc");
    await using _ = { [Symbol.asyncDispose]: () => rm(file, { force: true }) };
    await withEnvironment(window, { WF_TRACE_SERVER_URL: service.url }, async () => {
      const { quickInput } = window;
      const { host } = new URL(service.url);
      const longKey = "wandb_v1_".padEnd(8_000, "aB3");
      const services = [
        "W&B | https://trace.wandb.ai",
        `${service.url} | from the environment variable WF_TRACE_SERVER_URL`,
        "Another Service… | enter or paste its URL",
      ];
      await writeFile(file, "machine 127.0.0.1 login user");
      await window.runCommand("Weave: Sign In…");
      await seeRows(window, [
        `${services[0]} | active`,
        ...services.slice(1),
        `The entry for ${host} in ~/.netrc has no password.`,
      ]);
      await quickInput.dismiss();
      await writeFile(file, "machine 127.0.0.1 password wrong");
      await window.runCommand("Weave: Sign In…");
      const found = [`Use ~/.netrc | API key for ${service.url} | active`, ...services];
      await seeRows(window, found);
      await quickInput.pick("Use ~/.netrc");
      await enterStep(window, 2, project);
      await eventually(async () =>
        assert.equal(await quickInput.message(), `Invalid or expired API key in ~/.netrc (${host}).`),
      );
      await quickInput.waitFor("Sign In to Weave (2/3)");
      await eventually(async () => assert.deepEqual([await quickInput.masked(), await quickInput.value()], [true, ""]));

      await writeFile(file, `machine 127.0.0.1 login user password ${longKey}`);
      service.misbehave(rotated({ ...service, username: "api" }, longKey));
      await quickInput.press("Back");
      await seeRows(window, found);
      await quickInput.pick("Use ~/.netrc");
      await quickInput.waitFor("Sign In to Weave (2/2)");
      await eventually(async () => assert.equal(await quickInput.value(), project));
      await quickInput.accept();
      await quickInput.waitUntilClosed();
      await settledRows(window.view("Threads"));
      assert.equal(service.requests.at(-1)?.authorization, basic({ username: "api" }, longKey));
    });
  }));
