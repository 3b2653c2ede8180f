import { commands, type Disposable, env, Uri, window } from "vscode";
import { Lazy } from "../../core/async/lazy.ts";
import { addressParts, serviceOf } from "../../core/conversation/conversationAddress.ts";
import type { ConversationPlace } from "../../core/turns/conversationPlace.ts";
import { besideOverview, conversationViewType } from "../../vscode/page/tabs.ts";
import { registerCommands, tellRowIsGone } from "../../vscode/ui/commands.ts";
import type { Feature, FeatureParts } from "../app.ts";
import type { OpenConversation } from "./openConversation.ts";

/** The argument of the page's menu: `{weaveText}`. */
async function copySelected(given: unknown): Promise<void> {
  const isText = typeof given === "object" && given !== null && "weaveText" in given;
  if (isText && typeof given.weaveText === "string") await env.clipboard.writeText(given.weaveText);
}

/** The conversation tab. Its code is loaded with the first one. */
export function registerConversation(parts: FeatureParts): Feature<"openConversation"> {
  const { sessions, project, log } = parts;
  const tabs = new Lazy(async () => {
    const { ConversationTabs } = await import("./conversationTabs.ts");
    return new ConversationTabs(parts);
  });
  const openConversation = async ({ threadId, turnId, callId, preserveFocus = false }: ConversationPlace) => {
    const { session } = sessions;
    const service = session && serviceOf(session);
    const { target } = project.threads;
    // The row belongs to a session that has just ended.
    if (service === null || target === null) return tellRowIsGone();
    const address = { service, project: target.project, threadId };
    const uri = Uri.from({ scheme: "weave-conversation", ...addressParts(address) });
    const options = { preview: true, preserveFocus, viewColumn: besideOverview() };
    await commands.executeCommand("vscode.openWith", uri, conversationViewType, options);
    if (turnId !== undefined) (await tabs.get()).reveal(uri, { turnId, callId: callId ?? null });
  };
  const subscriptions: readonly Disposable[] = [
    window.registerCustomEditorProvider(
      conversationViewType,
      {
        openCustomDocument: async (uri) => (await tabs.get()).open(uri),
        resolveCustomEditor: async (document: OpenConversation, panel) => (await tabs.get()).show(document, panel),
      },
      { supportsMultipleEditorsPerDocument: true, webviewOptions: { enableFindWidget: true } },
    ),
    { dispose: async () => (await tabs.there())?.dispose() },
    ...registerCommands({ "weaveThreads.copySelectedText": copySelected }, log),
  ];
  return { openConversation, subscriptions };
}
