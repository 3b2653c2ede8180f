import { commands, env } from "vscode";
import type { SessionStore } from "../../host/sessionStore.ts";
import type { PageRequest } from "./conversationPanel.ts";
import { helpBy } from "./faultHelp.ts";
import type { OpenConversation } from "./openConversation.ts";

/** Does what a person asked for in a page. */
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
      await openLink(request.address);
      break;
    case "remedy":
      await help(request.remedy, conversation, sessions);
      break;
    default:
      request satisfies never;
  }
}

declare module "vscode" {
  export namespace env {
    /** As the editor's own code takes it, and opens it: a Uri writes `%26`, `%3D` and `%23` of a query in its own way. */
    export function openExternal(target: string): Thenable<boolean>;
  }
}

/** Opens a stranger's link. The editor asks first, with the address, unless the person trusts the place. */
async function openLink(address: string): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol === "https:" || url?.protocol === "http:") await env.openExternal(url.href);
}

async function help(
  remedy: string,
  conversation: OpenConversation,
  sessions: Pick<SessionStore, "selectProject">,
): Promise<void> {
  if (remedy === "showProject") await sessions.selectProject(conversation.address.project);
  else if (remedy === "switchAccount" || remedy === "openSample")
    await commands.executeCommand(`weaveThreads.${remedy}`);
  else await helpBy(remedy, () => conversation.refresh());
}
