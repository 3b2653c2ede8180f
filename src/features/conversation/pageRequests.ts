import { commands, env } from "vscode";
import { helpBy } from "../../vscode/page/pageNotice.ts";
import type { SessionStore } from "../../vscode/session/sessionStore.ts";
import { openWebPage } from "../../vscode/ui/webPage.ts";
import type { PageRequest } from "./conversationPanel.ts";
import type { OpenConversation } from "./openConversation.ts";

/** Handles a request of a page. */
export async function answerPage(
  request: PageRequest,
  conversation: OpenConversation,
  sessions: Pick<SessionStore, "selectProject">,
): Promise<void> {
  switch (request.kind) {
    case "open": {
      const { callId, document } = request;
      const op = conversation.content.opOf(callId);
      const asked = { callId, document, ...(op !== undefined && { op }) };
      await commands.executeCommand("weaveThreads.openCallDocument", asked);
      break;
    }
    case "code":
      await commands.executeCommand("weaveThreads.goToOpCode", { op: request.op });
      break;
    case "transcript":
      await commands.executeCommand("weaveThreads.openTranscript", { threadId: conversation.address.threadId });
      break;
    case "copy":
      await env.clipboard.writeText(request.text);
      break;
    case "link":
      await openWebPage(request.address);
      break;
    case "action":
      await help(request.action, conversation, sessions);
      break;
    default:
      request satisfies never;
  }
}

async function help(
  action: string,
  conversation: OpenConversation,
  sessions: Pick<SessionStore, "selectProject">,
): Promise<void> {
  if (action === "showProject") await sessions.selectProject(conversation.address.project);
  else if (action === "switchAccount" || action === "openSample")
    await commands.executeCommand(`weaveThreads.${action}`);
  else await helpBy(action, () => conversation.refresh());
}
