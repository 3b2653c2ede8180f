import * as l10n from "@vscode/l10n";
import type { ThreadList } from "../conversations/threadList.ts";
import { selectionQuery } from "../conversations/threadSelection.ts";
import { conditionsOf } from "../counts/conditionsOf.ts";
import { conditionsText } from "../counts/conditionText.ts";
import type { FileReading } from "../counts/fileCount.ts";
import { pathInBody } from "../failures/fault.ts";
import { boundsText, rangeName } from "../input/rangeText.ts";
import type { TimeRange } from "../input/timeRange.ts";
import type { CallQuery } from "../query/callQuery.ts";
import type { ConversationKind } from "../query/conversationKey.ts";
import type { ThreadQuery } from "../query/threadQuery.ts";
import type { Formats } from "../text/format.ts";
import { quoted } from "../text/visibleText.ts";
import { curlText } from "./curlText.ts";
import { pythonText } from "./pythonText.ts";
import { keyVariable, type SnippetRequest, type SnippetSender, usernameVariable } from "./snippetRequest.ts";
import { typescriptText } from "./typescriptText.ts";

export function needsOf(language: SnippetLanguage): string {
  return {
    curl: l10n.t("For bash, zsh and other POSIX shells."),
    python: l10n.t("For Python 3.8 or later. No packages required."),
    typescript: l10n.t("For Node.js 22.18 or later, as an .mts file."),
  }[language];
}

export function advice(sender: SnippetSender): string {
  return sender.isSample ? sampleAdvice() : keyAdvice(sender);
}

export function sampleAdvice(): string {
  return l10n.t("Sample data: replace the project with your own before running.");
}

export function keyAdvice({ username }: SnippetSender): string {
  return username === null
    ? l10n.t("Set {0} and {1} in the environment. They are not copied.", usernameVariable, keyVariable)
    : l10n.t("Set {0} in the environment. The key is not copied.", keyVariable);
}

/** Describes the query for a kind of conversation with the time range that its times come from. */
export function snippetAbout(query: ThreadQuery, kind: ConversationKind, time: TimeRange, formats: Formats): string {
  const isClipped = query.after !== undefined || query.before !== undefined;
  const range = isClipped ? [rangeName(time), boundsText(query, formats)] : [];
  const { project } = query;
  const what = kind === "agent" ? l10n.t("Agent conversations in {0}", project) : l10n.t("Threads in {0}", project);
  return [what, ...range].join(" · ");
}

/** What the view shows that a query for threads does not reproduce. */
export interface ShownBesides {
  readonly onlyErrors: boolean;
  readonly agents: boolean;
}

/** Limits and filters of the view that the query does not reproduce. */
export function cautionsOf(
  { limit }: ThreadQuery,
  kind: ConversationKind,
  { onlyErrors, agents }: ShownBesides,
  formats: Formats,
): readonly string[] {
  const most = formats.exact(limit ?? 0);
  const limited =
    kind === "agent"
      ? l10n.t("Returns at most the first {0} agent conversations.", most)
      : l10n.t(
          "Returns at most the first {0} threads, like the view. Remove the limit to return all matching threads.",
          most,
        );
  const others = l10n.t("The view also shows agent conversations. This query returns only threads.");
  const unfiltered = l10n.t("The view shows only threads with errors. This query also returns threads without errors.");
  return [...(limit === undefined ? [] : [limited]), ...(onlyErrors ? [unfiltered] : []), ...(agents ? [others] : [])];
}

const snippetLanguages = ["curl", "python", "typescript"] as const;

export type SnippetLanguage = (typeof snippetLanguages)[number];

/** The languages, the last selected one first; `last` is the value of a memento. */
export function orderedLanguages(last: unknown): readonly SnippetLanguage[] {
  return snippetLanguages.toSorted((a, b) => Number(b === last) - Number(a === last));
}

/** The request as runnable code. */
export function snippetText(language: SnippetLanguage, request: SnippetRequest): string {
  return { curl: curlText, python: pythonText, typescript: typescriptText }[language](request);
}

/** Describes the query with its conditions. */
export function aboutCountText(query: CallQuery, formats: Formats): string {
  return [l10n.t("Calls in {0}", query.project), conditionsText(conditionsOf(query), formats)].join(" · ");
}

/** How the count of a query may differ after it was rewritten for a service without these operators. */
export function rewrittenCautions(operators: readonly string[]): readonly string[] {
  return operators.map((operator) =>
    l10n.t(
      "The service does not support {0}. The query was rewritten and may count calls without a value differently.",
      operator,
    ),
  );
}

/** Why a count file has no query that can be copied. */
export function unreadableFileText(reading: Exclude<FileReading, { readonly kind: "read" }>): string {
  if (reading.kind === "notJson") return l10n.t("The count file is not valid JSON.");
  const [issue] = reading.issues;
  const place = issue && pathInBody(issue).join(".");
  const why = issue && quoted(place === "" ? issue.message : `${place}: ${issue.message}`);
  return l10n.t("The count file is not valid. {0}", why ?? "").trim();
}

/** The query for all shown rows of a kind at once, in the same time range; null without a project. */
export function shownQuery(
  list: Pick<ThreadList, "target" | "selection" | "pages">,
  kind: ConversationKind,
  pageSize: number,
): ThreadQuery | null {
  if (list.target === null) return null;
  const { bounds, cursors } = list.pages;
  const cursor = cursors.find(({ source }) => source.kind === kind);
  const limit = cursor?.received(pageSize) ?? null;
  const { filter } = list.selection;
  // What a filter has found first is named.
  const selection = { ...list.selection, filter: { ...filter, threadIds: cursor?.named ?? filter.threadIds } };
  return { project: list.target.project, ...selectionQuery(selection, { bounds, limit, offset: 0 }) };
}
