import { commands, type Disposable, type ExtensionContext, type LogOutputChannel, Uri, window } from "vscode";
import { addressParts, serviceOf } from "../../core/conversation/conversationAddress.ts";
import type { Target } from "../../core/target.ts";
import { registerCommands, tellNotReady } from "../../host/commands.ts";
import type { SessionStore } from "../../host/sessionStore.ts";
import { turnAsked } from "./turnAsked.ts";

export const conversationViewType = "weaveThreads.conversation";

export interface ConversationParts {
  readonly sessions: SessionStore;
  /** Whom to ask now, and the window's project; null when there is nobody. */
  readonly target: () => Target | null;
  readonly context: Pick<ExtensionContext, "extensionUri">;
  readonly log: LogOutputChannel;
}

/** The tab that shows what a thread says. Its code is loaded with the first one. */
export function registerConversation(parts: ConversationParts): Disposable[] {
  const { sessions, target, log } = parts;
  let loading: Promise<import("./conversationTabs.ts").ConversationTabs> | null = null;
  const tabs = () => {
    loading ??= import("./conversationTabs.ts").then(({ ConversationTabs }) => new ConversationTabs(parts));
    return loading;
  };
  const show = async (given: unknown): Promise<void> => {
    const asked = turnAsked(given);
    const { session } = sessions;
    const service = session && serviceOf(session);
    const project = target()?.project;
    if (asked === undefined) return;
    if (service === null || project === undefined) return tellNotReady(session);
    const parts = addressParts({ service, project, threadId: asked.threadId });
    const uri = Uri.from({ scheme: "weave-conversation", ...parts });
    if (asked.turnId !== undefined) (await tabs()).reveal(uri, asked.turnId);
    const options = { preview: true, preserveFocus: asked.preserveFocus };
    await commands.executeCommand("vscode.openWith", uri, conversationViewType, options);
  };
  return [
    window.registerCustomEditorProvider(
      conversationViewType,
      {
        openCustomDocument: async (uri) => (await tabs()).open(uri),
        resolveCustomEditor: async (document, panel) => (await tabs()).show(document.uri, panel),
      },
      { supportsMultipleEditorsPerDocument: true, webviewOptions: { enableFindWidget: true } },
    ),
    { dispose: () => void loading?.then((loaded) => loaded.dispose()) },
    ...registerCommands({ "weaveThreads.showConversation": show }, log),
  ];
}
