import { commands, env, l10n, Uri, window } from "vscode";
import { visibleText } from "../../core/visibleText.ts";
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

/** Opens a stranger's link once a person has seen where it leads. */
async function openLink(address: string): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return;
  const open = l10n.t("Open");
  const detail = visibleText(url.href);
  const chosen = await window.showWarningMessage(
    l10n.t("Open this link in the browser?"),
    { modal: true, detail },
    open,
  );
  if (chosen === open) await env.openExternal(Uri.parse(url.href, true));
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
