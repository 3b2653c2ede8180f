import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import type { ThreadFilter } from "../../core/conversations/threadSelection.ts";
import type { Overview } from "../../core/overview/overview.ts";
import type { FromOverview, OverviewState } from "../../core/overview/overviewProtocol.ts";
import { overviewState } from "../../core/overview/overviewState.ts";
import { shownCalls } from "../../core/overview/shownCalls.ts";
import type { ConversationKey } from "../../core/query/conversationKey.ts";
import { namedText } from "../../core/text/visibleText.ts";
import { helpBy } from "../../vscode/page/pageTab.ts";
import { configuredClient } from "../../vscode/storage/settings.ts";
import type { App } from "../app.ts";
import type { OverviewParts } from "./register.ts";

/** Handles a request of the page. */
export async function handleOverviewRequest(
  request: Exclude<FromOverview, { kind: "ready" }>,
  overview: Overview,
  refresh: () => Promise<unknown>,
  parts: OverviewParts,
): Promise<void> {
  const { steps, filter } = overview;
  const { app } = parts;
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
      await applyFilter(steps.narrow(filter, request.after, request.before), app);
      break;
    case "unfilter":
      await applyFilter(steps.back(filter), app);
      break;
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

/** The state to draw. */
export function shownState(overview: Overview, { sessions, project, formats }: OverviewParts): OverviewState {
  const client = configuredClient();
  return overviewState(overview, {
    session: sessions.session,
    onlyErrors: project.threads.onlyErrors,
    client,
    formats,
  });
}

/** Applies it in the tree, which the overview follows. */
async function applyFilter(filter: ThreadFilter | null, app: App): Promise<void> {
  if (filter !== null) await app.filterThreads(filter);
}
