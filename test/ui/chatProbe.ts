import type * as vscode from "vscode";
import * as z from "zod";
import type { FreshFolder } from "../editor/freshFolder.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { probe } from "./probe.ts";

const enabledApiProposals = ["chatProvider", "defaultChatParticipant"];
const contributes = {
  chatParticipants: [
    {
      ...{ id: "probe.default", name: "probe", fullName: "Probe" },
      ...{ isDefault: true, locations: ["panel"], modes: ["ask", "edit", "agent"] },
    },
  ],
  // VS Code takes the default model from this vendor only.
  languageModelChatProviders: [{ vendor: "copilot", displayName: "Probe" }],
};

/** Runs in the extension host as the probe's `activate`. */
function activate(api: typeof vscode): void {
  const requests: unknown[] = [];
  Reflect.set(globalThis, "chatProbe", requests);
  const limits = { maxInputTokens: 10_000, maxOutputTokens: 10_000, capabilities: { toolCalling: true } };
  api.lm.registerLanguageModelChatProvider("copilot", {
    provideLanguageModelChatInformation: () => [
      { id: "probe", name: "Model", family: "probe", version: "1", ...limits, isDefault: true },
    ],
    provideLanguageModelChatResponse: async () => undefined,
    provideTokenCount: async () => 1,
  });
  api.chat.createChatParticipant("probe.default", async ({ prompt, references }, _context, stream) => {
    // The chat adds references of its own, which are texts.
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
}

/** An extension with a chat participant and a language model that keep what they are asked; for a development window. */
export function chatProbe(): Promise<FreshFolder> {
  return probe({ enabledApiProposals, contributes }, activate);
}

const chatRequest = z.object({ prompt: z.string(), attached: z.array(z.string()) });

/** What the probe was asked: each prompt with the texts of its attachments. */
export async function chatRequests(window: Workbench): Promise<readonly z.infer<typeof chatRequest>[]> {
  const host = await window.host();
  return z.array(chatRequest).parse(await host.run<unknown>(() => Reflect.get(globalThis, "chatProbe")));
}
