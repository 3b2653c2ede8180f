import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type * as vscode from "vscode";
import * as z from "zod";
import { type FreshFolder, freshFolder } from "./freshFolder.ts";
import type { Workbench } from "./workbench/workbench.ts";

const manifest = {
  ...{ name: "probe", publisher: "probe", version: "1.0.0", main: "./probe.js", activationEvents: ["*"] },
  engines: { vscode: "^1.105.0" },
  enabledApiProposals: ["chatProvider", "defaultChatParticipant"],
  contributes: {
    chatParticipants: [
      {
        ...{ id: "probe.default", name: "probe", fullName: "Probe" },
        ...{ isDefault: true, locations: ["panel"], modes: ["ask", "edit", "agent"] },
      },
    ],
    // VS Code takes the default model from this vendor only.
    languageModelChatProviders: [{ vendor: "copilot", displayName: "Probe" }],
    debuggers: [
      { type: "probe", label: "Probe" },
      { type: "debugpy", label: "Python" },
    ],
  },
};

/** Runs in the extension host as the probe's `activate`, without what is around it. */
function activate(api: typeof vscode): void {
  const requests: unknown[] = [];
  Reflect.set(globalThis, "chatRequests", requests);
  const limits = { maxInputTokens: 10_000, maxOutputTokens: 10_000, capabilities: { toolCalling: true } };
  api.lm.registerLanguageModelChatProvider("copilot", {
    provideLanguageModelChatInformation: () => [
      { id: "probe", name: "Model", family: "probe", version: "1", ...limits, isDefault: true },
    ],
    provideLanguageModelChatResponse: async () => undefined,
    provideTokenCount: async () => 1,
  });
  api.chat.createChatParticipant("probe.default", async ({ prompt, references }, _context, stream) => {
    const attached: string[] = [];
    for (const { value } of references) {
      const uri = value instanceof api.Location ? value.uri : value;
      // The chat adds references of its own, which are texts.
      if (!(uri instanceof api.Uri)) continue;
      const document = await api.workspace.openTextDocument(uri);
      attached.push(value instanceof api.Location ? document.getText(value.range) : document.getText());
    }
    requests.push({ prompt, attached });
    stream.markdown("Noted.");
  });
  // Debugs nothing: each request succeeds.
  const debugging = {
    createDebugAdapterDescriptor: () => {
      const sent = new api.EventEmitter<vscode.DebugProtocolMessage>();
      const handleMessage = (message: vscode.DebugProtocolMessage) => {
        const request_seq = Reflect.get(message, "seq");
        const command = Reflect.get(message, "command");
        sent.fire({ type: "response", seq: 0, request_seq, command, success: true, body: {} });
        if (command === "initialize") sent.fire({ type: "event", seq: 0, event: "initialized" });
      };
      return new api.DebugAdapterInlineImplementation({
        onDidSendMessage: sent.event,
        handleMessage,
        dispose: () => sent.dispose(),
      });
    },
  };
  for (const type of ["probe", "debugpy"]) api.debug.registerDebugAdapterDescriptorFactory(type, debugging);
}

/**
 * An extension for a development window, with a chat participant and a language model that keep what they are asked, and
 * a debugger.
 */
export async function probe(): Promise<FreshFolder> {
  const folder = await freshFolder("probe");
  await writeFile(join(folder.path, "package.json"), JSON.stringify(manifest));
  await writeFile(
    join(folder.path, "probe.js"),
    `exports.activate = () => (${activate.toString()})(require("vscode"));\n`,
  );
  return folder;
}

const chatRequest = z.object({ prompt: z.string(), attached: z.array(z.string()) });

/** What the probe was asked: each prompt with the texts of its attachments. */
export async function chatRequests(window: Workbench): Promise<readonly z.infer<typeof chatRequest>[]> {
  const host = await window.host();
  return z.array(chatRequest).parse(await host.run<unknown>(() => Reflect.get(globalThis, "chatRequests")));
}
