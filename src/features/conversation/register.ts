import { commands, type Disposable, env, Uri, window } from "vscode";
import { Lazy } from "../../core/async/lazy.ts";
import { addressParts, type ConversationSubject, serviceOf } from "../../core/conversation/conversationAddress.ts";
import { type ConversationPlace, placeOf } from "../../core/conversations/conversationPlace.ts";
import { textIn } from "../../core/text/json.ts";
import { besideOverview, conversationScheme, conversationViewType } from "../../vscode/page/tabs.ts";
import { registerCommands, showRowIsGone } from "../../vscode/ui/commands.ts";
import type { App, Feature, Parts } from "../app.ts";
import type { OpenConversation } from "./openConversation.ts";

export type ConversationParts = Parts<
  | "app"
  | "attempts"
  | "threads"
  | "messages"
  | "recent"
  | "following"
  | "sessions"
  | "privacy"
  | "formats"
  | "context"
  | "log",
  "feedback" | "refreshables" | "threads"
>;

/** The conversation tab. Its code is loaded with the first one. */
export function registerConversation(parts: ConversationParts): Feature<"openConversation" | "openCall"> {
  const { sessions, threads, recent } = parts;
  const tabs = new Lazy(async () => new (await import("./conversationTabs.ts")).ConversationTabs(parts));
  /** Resolves to the URI of the tab; null if there is no project, after a message. */
  const openTab = async (subject: ConversationSubject, preserveFocus: boolean): Promise<Uri | null> => {
    const { session } = sessions;
    const service = session && serviceOf(session);
    const { target } = threads;
    if (service === null || target === null) {
      // The row belongs to a session that has just ended.
      showRowIsGone();
      return null;
    }
    const address = { service, project: target.project, ...subject };
    const uri = Uri.from({ scheme: conversationScheme, ...addressParts(address) });
    const options = { preview: true, preserveFocus, viewColumn: besideOverview() };
    await commands.executeCommand("vscode.openWith", uri, conversationViewType, options);
    return uri;
  };
  const openConversation = async (place: ConversationPlace) => {
    const { conversation, turnId = null, callId = null, find = null, preserveFocus = false } = place;
    if (threads.target !== null) recent.add(conversation, threads.threadOf(conversation) ?? null);
    const uri = await openTab({ conversation }, preserveFocus);
    if (uri !== null && turnId !== null) (await tabs.get()).reveal(uri, { turnId, callId, find });
  };
  const openCall: App["openCall"] = async (call, { preserveFocus = false } = {}) => {
    const place = placeOf(call);
    if (place !== null) await openConversation({ ...place, preserveFocus });
    else await openTab({ conversation: null, callId: call.id, op: call.op }, preserveFocus);
  };
  const subscriptions: readonly Disposable[] = [
    window.registerCustomEditorProvider(
      conversationViewType,
      {
        openCustomDocument: async (uri) => (await tabs.get()).open(uri),
        resolveCustomEditor: async (document: OpenConversation, panel) => (await tabs.get()).show(document, panel),
      },
      // The page finds text in turns that are not drawn.
      { supportsMultipleEditorsPerDocument: true, webviewOptions: { enableFindWidget: false } },
    ),
    { dispose: async () => (await tabs.there())?.dispose() },
    ...registerCommands(parts, {
      "weaveThreads.copySelectedText": async (given: unknown) => {
        const text = textIn(given, "weaveText");
        if (text !== undefined) await env.clipboard.writeText(text);
      },
    }),
  ];
  return { openConversation, openCall, subscriptions };
}
