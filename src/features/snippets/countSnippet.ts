import * as l10n from "@vscode/l10n";
import { type QuickPickItem, Uri, window, workspace } from "vscode";
import { allCalls, type CallConditions } from "../../core/counts/callCondition.ts";
import { conditionsText } from "../../core/counts/conditionText.ts";
import { callQueryOf } from "../../core/counts/countedQuery.ts";
import { readFileText } from "../../core/counts/fileCount.ts";
import { answerableQuery } from "../../core/counts/queryAdvice.ts";
import type { SavedCount } from "../../core/counts/savedCount.ts";
import { UserError } from "../../core/failures/fault.ts";
import { type CallQuery, countFileEnding } from "../../core/query/callQuery.ts";
import type { ProjectId } from "../../core/query/projectId.ts";
import { type ServicePosts, snippetRequest } from "../../core/snippets/snippetRequest.ts";
import { aboutCountText, rewrittenCautions, unreadableFileText } from "../../core/snippets/snippetText.ts";
import type { Formats } from "../../core/text/format.ts";
import { textIn } from "../../core/text/json.ts";
import { labelText, visibleText } from "../../core/text/visibleText.ts";
import { isFromRow, showNotReady, showRowIsGone } from "../../vscode/ui/commands.ts";
import { askPick } from "../../vscode/ui/quickInput.ts";
import { copySnippet, senderOf } from "./copySnippet.ts";
import type { SnippetsParts } from "./register.ts";

/**
 * Copies a count query as code: of the given count file (`Uri`) or saved count (`{id}`); from the Command Palette, of
 * the count file in the active editor, else of a picked count.
 */
export async function copyCountQuery(given: readonly unknown[], parts: SnippetsParts): Promise<void> {
  const { sessions, threads, posts, context, formats } = parts;
  const project = threads.target?.project;
  const sender = senderOf(sessions);
  if (project === undefined || sender === null) return showNotReady(sessions.session);
  const service = await posts();
  const query = await queryIn(given, project, service, parts);
  if (query === undefined) return;
  const portable = await parts.client.portableCount(query);
  const notes = [aboutCountText(query, formats)];
  const cautions = rewrittenCautions(portable.rewritten);
  const request = snippetRequest(service.callStatsPost(portable.query), sender, {
    response: "object",
    notes,
    cautions,
  });
  const title = l10n.t("Copy Count Query As");
  const done = (name: string) => l10n.t("Count query copied as {0}", name);
  await copySnippet({ title, done, sender, request }, context.globalState);
}

/** Undefined if canceled, or if the row no longer exists, after a message. */
async function queryIn(
  given: readonly unknown[],
  project: ProjectId,
  service: ServicePosts,
  { saved, formats }: SnippetsParts,
): Promise<CallQuery | undefined> {
  const fromRow = isFromRow(given);
  const uri = fromRow ? given[0] : window.activeTextEditor?.document.uri;
  if (uri instanceof Uri && uri.path.endsWith(countFileEnding)) return queryInFile(uri, project, service);
  const row = given[0];
  const conditions = fromRow
    ? saved.all.find((count) => count.saved.id === textIn(row, "id"))?.saved.conditions
    : await pickConditions(saved.list(), formats);
  if (conditions !== undefined) return callQueryOf(conditions, project, Date.now());
  if (fromRow) showRowIsGone();
  return undefined;
}

/** The query of a count file, in a form that the service interprets as written. */
export async function queryInFile(
  uri: Uri,
  project: ProjectId,
  service: Pick<ServicePosts, "readCountFile">,
): Promise<CallQuery> {
  const text = (await workspace.openTextDocument(uri)).getText();
  const reading = await readFileText(text, project, async (body) => service.readCountFile(body));
  if (reading.kind !== "read") throw new UserError(unreadableFileText(reading));
  const { query } = reading.query;
  return { ...reading.query, project: reading.project, ...(query && { query: answerableQuery(query) }) };
}

/** Asks for a saved count or all calls; without saved counts, returns all calls. */
async function pickConditions(saved: readonly SavedCount[], formats: Formats): Promise<CallConditions | undefined> {
  if (saved.length === 0) return allCalls;
  const items: readonly (QuickPickItem & { readonly conditions: CallConditions })[] = [
    { label: l10n.t("All Calls"), conditions: allCalls },
    ...saved.map(({ name, conditions }) => ({
      label: labelText(visibleText(name)),
      detail: labelText(conditionsText(conditions, formats)),
      conditions,
    })),
  ];
  const result = await askPick({ title: l10n.t("Copy Count Query As"), placeholder: l10n.t("Select a count"), items });
  return result.kind === "accepted" ? result.value.conditions : undefined;
}
