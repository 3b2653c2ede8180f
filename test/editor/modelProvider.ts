import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createVSIX } from "@vscode/vsce";
import type * as vscode from "vscode";
import * as z from "zod";
import { type FreshFolder, freshFolder } from "./freshFolder.ts";
import { eventually } from "./workbench/eventually.ts";
import type { Workbench } from "./workbench/workbench.ts";

const manifest = {
  ...{ name: "models", publisher: "probe", version: "1.0.0", main: "./models.js", activationEvents: ["*"] },
  engines: { vscode: "^1.105.0" },
  contributes: { languageModelChatProviders: [{ vendor: "probe", displayName: "Probe" }] },
};

/** What a test tells the model in the middle of a response. */
type Step = { text: string } | { call: string; input: object } | { error: string } | "end";

/** Runs in the extension host as the extension's `activate`, without what is around it. */
function activate(api: typeof vscode): void {
  const requests: object[] = [];
  const steps: ((step: Step) => void)[] = [];
  Object.assign(globalThis, { modelRequests: requests, modelSteps: steps });
  const limits = { maxInputTokens: 10_000, maxOutputTokens: 10_000, capabilities: { toolCalling: true } };
  api.lm.registerLanguageModelChatProvider("probe", {
    provideLanguageModelChatInformation: () =>
      ["One", "Two"].map((name) => ({ id: name, name: `Model ${name}`, family: name, version: "1", ...limits })),
    provideTokenCount: async ({ id }) => {
      if (id === "One") throw new Error("no tokenizer");
      return 100;
    },
    provideLanguageModelChatResponse: (model, messages, options, progress, token) =>
      new Promise((resolve, reject) => {
        const sent = messages.map(({ role, content }) => ({
          role,
          content: content.map((part) => Object.assign({}, part)),
        }));
        const request = { model: model.id, messages: sent, options, canceled: false };
        requests.push(request);
        // Goes on: a model may take its time to stop.
        token.onCancellationRequested(() => Object.assign(request, { canceled: true }));
        steps.push((step) => {
          if (step === "end") resolve();
          else if ("error" in step) reject(api.LanguageModelError.Blocked(step.error));
          else if ("text" in step) progress.report(new api.LanguageModelTextPart(step.text));
          else progress.report(new api.LanguageModelToolCallPart("c1", step.call, step.input));
        });
      }),
  });
}

/** The package of an extension that offers two chat models. They keep what they are sent, and say what tests tell them. */
export async function modelProvider(): Promise<FreshFolder & { readonly vsix: string }> {
  const folder = await freshFolder("models");
  const vsix = join(folder.path, "models.vsix");
  const files = {
    "package.json": JSON.stringify(manifest),
    "models.js": `exports.activate = () => (${activate.toString()})(require("vscode"));\n`,
    "README.md": "Models\n",
    ".vscodeignore": "*.vsix\n",
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder.path, name), text);
  const options = { allowMissingRepository: true, skipLicense: true, dependencies: false };
  await createVSIX({ cwd: folder.path, packagePath: vsix, ...options });
  return { ...folder, vsix };
}

const modelRequest = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.number(), content: z.array(z.record(z.string(), z.unknown())) })),
  options: z.record(z.string(), z.unknown()),
  canceled: z.boolean(),
});

/** What the models were sent, in order. */
export async function modelRequests(window: Workbench): Promise<readonly z.infer<typeof modelRequest>[]> {
  const host = await window.host();
  return z.array(modelRequest).parse(await host.run<unknown>(() => Reflect.get(globalThis, "modelRequests")));
}

/** The model that gets the request of this number, from 1, says this, or ends. */
export async function modelSays(window: Workbench, number: number, ...said: readonly Step[]): Promise<void> {
  const host = await window.host();
  await eventually(async () => assert.equal((await modelRequests(window)).length, number));
  await host.run((_inside, given: readonly Step[]) => {
    const steps: ((step: Step) => void)[] = Reflect.get(globalThis, "modelSteps");
    for (const step of given) steps.at(-1)?.(step);
  }, said);
}
