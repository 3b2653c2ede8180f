import * as l10n from "@vscode/l10n";
import { boundsText, presetName, rangeName } from "../input/rangeText.ts";
import { folderAttribute } from "../query/agentQueries.ts";
import type { ConversationKind } from "../query/conversationKey.ts";
import type { TimeBounds } from "../query/startedWithin.ts";
import type { Formats } from "../text/format.ts";
import { plural } from "../text/plural.ts";
import type { TreeRow } from "../text/rows.ts";
import { listed } from "../text/sentences.ts";
import { visibleCut } from "../text/visibleText.ts";
import type { ConversationPages } from "./conversationPages.ts";
import { kindOf, type ThreadFilter } from "./threadSelection.ts";

const longestId = 18;

/** The filter in words: `Last 7 days · 3 IDs`; empty if nothing is filtered. `bounds` are the resolved time bounds. */
export function filterText(filter: ThreadFilter, bounds: TimeBounds, formats: Formats): string {
  const { time } = filter;
  const ids = [...agentFilterTexts(filter), ...idsText(filter, formats), ...thumbsText(filter)];
  if (time.kind === "custom") return [l10n.t("Turns {0}", boundsText(bounds, formats)), ...ids].join(" · ");
  return [...(time.preset === "all" ? [] : [presetName(time.preset)]), ...ids].join(" · ");
}

export function idsText({ threadIds }: ThreadFilter, formats: Formats): string[] {
  const [first, ...others] = threadIds;
  if (first === undefined) return [];
  return [others.length === 0 ? visibleCut(first, longestId) : idCountText(threadIds.length, formats)];
}

/** The kind, and the conditions of agents: `Agents · agent.version: 2.1.0` */
export function agentFilterTexts(filter: Pick<ThreadFilter, "kind" | "attributes">): string[] {
  const kind = kindOf(filter);
  const conditions = (filter.attributes ?? []).map(({ attribute, values: [first = "", ...others] }) => {
    const value = visibleCut(first, longestId);
    if (attribute === folderAttribute) return l10n.t("this folder");
    return `${visibleCut(attribute)}: ${others.length === 0 ? value : l10n.t("{0} and {1} more", value, others.length)}`;
  });
  return [...(kind === undefined ? [] : [kindName(kind)]), ...conditions];
}

function thumbsText({ thumbsDown }: Pick<ThreadFilter, "thumbsDown">): string[] {
  return thumbsDown ? [l10n.t("thumbs down")] : [];
}

export function kindName(kind: ConversationKind | undefined): string {
  if (kind === undefined) return l10n.t("All");
  return kind === "thread" ? l10n.t("Threads") : l10n.t("Agents");
}

/** `120 of 340 agent conversations, 80+ threads`; empty if there are no agent conversations. */
export function totalsText({ cursors }: Pick<ConversationPages, "cursors">, formats: Formats): string {
  const agents = cursors.find(({ source }) => source.kind === "agent");
  const threads = cursors.find(({ source }) => source.kind === "thread");
  if (agents === undefined || agents.total === null || agents.total === 0) return "";
  const count = cursors.length === 1 ? agents.rows.length : agents.taken;
  const all = formats.exact(agents.total);
  const text =
    count < agents.total
      ? l10n.t("{0} of {1} agent conversations", formats.exact(count), all)
      : plural(agents.total, l10n.t("1 agent conversation"), l10n.t("{0} agent conversations", all));
  if (threads === undefined) return text;
  const some = `${formats.exact(threads.taken)}${threads.ended ? "" : "+"}`;
  const threadsText = plural(threads.ended ? threads.taken : 2, l10n.t("1 thread"), l10n.t("{0} threads", some));
  return listed([text, threadsText]);
}

/** `12 IDs` */
export function idCountText(count: number, formats: Formats): string {
  return plural(count, l10n.t("1 ID"), l10n.t("{0} IDs", formats.exact(count)));
}

/** `All time · 3 IDs · errors only` */
export function filtersText({ time, ...ids }: ThreadFilter, onlyErrors: boolean, formats: Formats): string {
  const parts = [
    ...agentFilterTexts(ids),
    rangeName(time),
    ...idsText({ time, ...ids }, formats),
    ...thumbsText(ids),
    ...(onlyErrors ? [l10n.t("errors only")] : []),
  ];
  return parts.join(" · ");
}

/** The row above the threads that says which filters are in force, and clears them. */
export function filterTreeRow(filter: ThreadFilter, onlyErrors: boolean, formats: Formats): TreeRow {
  const [label, description] = [l10n.t("Clear Filter"), filtersText(filter, onlyErrors, formats)];
  const command = { command: "weaveThreads.clearFilter", title: label } as const;
  const spoken = listed([label, description]);
  return { id: "filter", label, description, icon: { id: "clear-all" }, spoken, isButton: true, command };
}
