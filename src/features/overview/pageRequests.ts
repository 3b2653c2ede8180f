import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import { shownValue } from "../../core/async/loadState.ts";
import { GrowingColumns } from "../../core/overview/growingColumns.ts";
import type { Overview } from "../../core/overview/overview.ts";
import { overviewState } from "../../core/overview/overviewState.ts";
import type { FromPage, OverviewExport } from "../../core/overview/protocol.ts";
import { namedText } from "../../core/text/visibleText.ts";
import type { ThreadFilter } from "../../core/threads/threadFilter.ts";
import { helpBy } from "../../vscode/page/pageNotice.ts";
import type { App } from "../app.ts";
import { overviewContext } from "./overviewContext.ts";
import type { OverviewParts } from "./register.ts";
import { saveOverview } from "./saveOverview.ts";

/** Handles a request of the page. */
export async function answerPage(
  request: Exclude<FromPage, { kind: "ready" }>,
  overview: Overview,
  refresh: () => Promise<unknown>,
  parts: OverviewParts,
): Promise<void> {
  const { steps, filter } = overview;
  const { app } = parts;
  switch (request.kind) {
    case "reveal":
      await reveal(request.threadId, app);
      break;
    case "openConversation":
      await app.openConversation({ threadId: request.threadId });
      break;
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
    case "export":
      await exportShown(request.what, overview, parts);
      break;
    default:
      request satisfies never;
  }
}

async function reveal(threadId: string, app: App): Promise<void> {
  if ((await app.revealThread(threadId)) !== false) return;
  const name = namedText(threadId);
  window.showInformationMessage(l10n.t("{0} no longer exists. Refresh the overview.", name));
}

async function exportShown(what: OverviewExport, overview: Overview, parts: OverviewParts): Promise<void> {
  const { target, load } = overview;
  if (target === null) return;
  const columns = (shownValue(load)?.columns ?? new GrowingColumns()).view();
  await saveOverview(
    what,
    { project: target.project, state: overviewState(overview, overviewContext(parts)), columns },
    parts,
  );
}

/** Applies it in the tree, which the overview follows. */
async function applyFilter(filter: ThreadFilter | null, app: App): Promise<void> {
  if (filter !== null) await app.filterThreads(filter);
}
