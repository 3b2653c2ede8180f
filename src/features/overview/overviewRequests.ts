import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import type { Overview } from "../../core/overview/overview.ts";
import type { FromOverview } from "../../core/overview/overviewProtocol.ts";
import { shownCalls } from "../../core/overview/shownCalls.ts";
import type { ConversationKey } from "../../core/query/conversationKey.ts";
import { namedText } from "../../core/text/visibleText.ts";
import { helpBy } from "../../vscode/page/pageTab.ts";
import type { App } from "../app.ts";

/** Handles a request of the page. */
export async function handleOverviewRequest(
  request: Exclude<FromOverview, { kind: "ready" }>,
  overview: Overview,
  refresh: () => Promise<unknown>,
  app: App,
): Promise<void> {
  const { steps, filter } = overview;
  switch (request.kind) {
    case "reveal":
      await reveal(request.conversation, app);
      break;
    case "openConversation":
      await app.openConversation(request);
      break;
    case "showCalls": {
      const shown = shownCalls(request.of, overview);
      if (shown !== null) await app.showCalls(shown.conditions, shown.name);
      break;
    }
    case "filter":
    case "unfilter": {
      const chosen =
        request.kind === "filter" ? steps.narrow(filter, request.after, request.before) : steps.back(filter);
      // The overview follows the tree.
      if (chosen !== null) await app.filterThreads(chosen);
      break;
    }
    case "refresh":
      await refresh();
      break;
    case "stop":
      overview.stop();
      break;
    case "action":
      if (request.action === "openSample") await app.openSample();
      else await helpBy(request.action, refresh);
      break;
    default:
      request satisfies never;
  }
}

async function reveal(conversation: ConversationKey, app: App): Promise<void> {
  if ((await app.revealThread(conversation)) !== false) return;
  const name = namedText(conversation.id);
  window.showInformationMessage(l10n.t("{0} no longer exists. Refresh the overview.", name));
}
