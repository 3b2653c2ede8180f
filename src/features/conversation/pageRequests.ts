import { env } from "vscode";
import type { ToPage } from "../../core/conversation/protocol.ts";
import type { WindowSession } from "../../core/session/windowSession.ts";
import { openAttempt } from "../../vscode/page/attemptDiff.ts";
import { helpBy } from "../../vscode/page/pageTab.ts";
import { besideConversation } from "../../vscode/page/tabs.ts";
import { openWebPage } from "../../vscode/ui/outside.ts";
import type { App } from "../app.ts";
import type { PageRequest } from "./conversationPanel.ts";
import type { OpenConversation } from "./openConversation.ts";
import type { ConversationParts } from "./register.ts";

/** Handles a request of a page. */
export async function handleConversationRequest(
  request: PageRequest,
  conversation: OpenConversation,
  { sessions, app, attempts }: Pick<ConversationParts, "sessions" | "app" | "attempts">,
  reply: (message: ToPage) => void,
): Promise<void> {
  switch (request.kind) {
    case "open": {
      const { callId, document } = request;
      await app.openDocument({ callId, document, op: conversation.content.opOf(callId) });
      break;
    }
    case "diff":
      await app.openEdit(request);
      break;
    case "attempt": {
      const attempt = attempts.value.find(({ id }) => id === request.id);
      if (attempt !== undefined) await openAttempt(attempt, besideConversation());
      break;
    }
    case "code":
      await app.goToOpDefinition(request.op);
      break;
    case "files":
      reply({ kind: "files", paths: await app.knownSources(request.paths) });
      break;
    case "openFile":
      await app.openSource(request);
      break;
    case "transcript":
      if (conversation.address.conversation !== null) await app.openTranscript(conversation.address.conversation);
      break;
    case "copy":
      await env.clipboard.writeText(request.text);
      break;
    case "undoFeedback":
      await app.undoFeedback(request.feedbackId);
      break;
    case "link":
      await openWebPage(request.address);
      break;
    case "action":
      await help(request.action, conversation, sessions, app);
      break;
    default:
      request satisfies never;
  }
}

async function help(
  action: string,
  conversation: OpenConversation,
  sessions: Pick<WindowSession, "selectProject">,
  app: App,
): Promise<void> {
  if (action === "showProject") await sessions.selectProject(conversation.address.project);
  else if (action === "switchAccount" || action === "openSample") await app[action]();
  else await helpBy(action, () => conversation.refresh());
}
