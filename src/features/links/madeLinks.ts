import * as l10n from "@vscode/l10n";
import { env, window } from "vscode";
import { serviceOf } from "../../core/conversation/conversationAddress.ts";
import type { CallConditions } from "../../core/counts/callCondition.ts";
import { type EditorLink, formatEditorLink } from "../../core/links/editorLink.ts";
import { type LinkProblem, linkProblemText } from "../../core/links/linkText.ts";
import type { LinkTarget } from "../../core/query/linkTarget.ts";
import type { ProjectId } from "../../core/query/projectId.ts";
import { isOpen } from "../../core/session/session.ts";
import { webAddress } from "../../core/session/webAddress.ts";
import { shownConversation } from "../../vscode/page/tabs.ts";
import { webSite } from "../../vscode/session/webSite.ts";
import { openSetting } from "../../vscode/storage/settings.ts";
import { isFromRow, showNoThread, showNotReady } from "../../vscode/ui/commands.ts";
import { copyText, openWebPage } from "../../vscode/ui/outside.ts";
import { type LinkedPlace, linkedPlace, pageOf } from "./linkedPlace.ts";
import type { LinksParts } from "./register.ts";

/** What to do with the URL of a web page. */
export type UseOfPage = "open" | "copy";

/**
 * Builds the URL of a page and uses it: of the row or page whose menu was used; from the palette, of the visible
 * conversation, otherwise of the selected row.
 */
export async function usePage(given: readonly unknown[], use: UseOfPage, parts: LinksParts): Promise<void> {
  const requested = requestedPlace(given, parts);
  if (requested === undefined) return;
  const project = await projectOf(requested, parts);
  if (project !== null) await useAddressOf(pageOf(requested, project), use, parts);
}

/** Opens the page of the threads of the window's project. */
export async function openThreadsPage(parts: LinksParts): Promise<void> {
  const project = await projectOf({}, parts);
  if (project !== null) await useAddressOf({ kind: "threads", project }, "open", parts);
}

/** Copies a VS Code link to a thread or one of its turns. */
export async function copyThreadLink(given: readonly unknown[], parts: LinksParts): Promise<void> {
  const requested = requestedPlace(given, parts);
  if (requested === undefined) return;
  const { conversation, turnId = null } = requested;
  if (conversation === undefined) return showNoThread(given);
  const project = await projectOf(requested, parts);
  if (project !== null) await copyEditorLink({ kind: "thread", project, conversation, turnId }, parts);
}

/** Copies a VS Code link to a count. */
export async function copyCountLink(conditions: CallConditions, parts: LinksParts): Promise<void> {
  const project = await projectOf({}, parts);
  if (project !== null) await copyEditorLink({ kind: "count", project, conditions }, parts);
}

/** Undefined if there is no such place, after a message. */
function requestedPlace(given: readonly unknown[], { app }: LinksParts): LinkedPlace | undefined {
  const shown = shownConversation();
  const fromRow = isFromRow(given);
  if (!fromRow && shown !== null) return { ...shown, conversation: shown.conversation ?? undefined, elsewhere: shown };
  const place = linkedPlace(fromRow ? given[0] : app.selectedRow(), fromRow ? shown : null);
  if (place === undefined) showNoThread(given);
  return place;
}

/** Null if there is no such project, after a message. */
async function projectOf({ elsewhere }: Pick<LinkedPlace, "elsewhere">, parts: LinksParts): Promise<ProjectId | null> {
  const { session } = parts.sessions;
  if (session === null || !isOpen(session) || session.project === null) {
    await showNotReady(session);
    return null;
  }
  if (elsewhere === undefined) return session.project;
  if (elsewhere.service === serviceOf(session)) return elsewhere.project;
  notify({ kind: "otherService", service: elsewhere.service });
  return null;
}

async function useAddressOf(target: LinkTarget, use: UseOfPage, { sessions }: LinksParts): Promise<void> {
  const site = webSite(sessions);
  if (site.kind === "badSetting") return showBadSetting();
  if (site.kind === "none") return notify({ kind: "samplePage" });
  const address = webAddress(site.base, target);
  if (address === null) notify({ kind: "name" });
  else await (use === "open" ? openWebPage(address) : copyText(address, l10n.t("Link copied")));
}

async function showBadSetting(): Promise<void> {
  const change = l10n.t("Open Web URL Setting");
  if ((await window.showErrorMessage(linkProblemText({ kind: "webUrl" }), change)) === change)
    await openSetting("weaveThreads.webUrl");
}

async function copyEditorLink(link: EditorLink, { context }: LinksParts): Promise<void> {
  const address = formatEditorLink(`${env.uriScheme}://${context.extension.id}`, link);
  if (address !== null) return copyText(address, l10n.t("VS Code link copied"));
  notify({ kind: link.kind === "count" ? "longCount" : "longThread" });
}

function notify(problem: LinkProblem): void {
  window.showInformationMessage(linkProblemText(problem));
}
