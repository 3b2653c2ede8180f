import * as l10n from "@vscode/l10n";
import { type Fault, pathInBody, type RequestIssue } from "../failures/fault.ts";
import { issuesDetail } from "../failures/faultText.ts";
import { boundsText, rangeName } from "../input/rangeText.ts";
import { parseRange, resolveRange, type TimeRange } from "../input/timeRange.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import { type AttributeCondition, folderAttribute } from "../query/agentQueries.ts";
import { type ConversationKind, conversationKinds } from "../query/conversationKey.ts";
import type { Formats } from "../text/format.ts";
import type { PickRow } from "../text/rows.ts";
import { agentFilterTexts, filtersText, idCountText, kindName } from "./filterText.ts";
import { isSameFilter, kindOf, type ThreadFilter } from "./threadSelection.ts";

export interface FilterMenu {
  readonly target: ProjectClient | null;
  readonly current: ThreadFilter;
  /** The filter of a project without a choice. */
  readonly defaults: ThreadFilter;
  readonly onlyErrors: boolean;
  /** Whether the project has or had agent conversations, or they are chosen. */
  readonly hasAgents: boolean;
  /** The open folders. */
  readonly folders: readonly string[];
  /** The fault of the last request; null if it succeeded. Rejected parts are marked. */
  readonly fault: Fault | null;
  readonly formats: Formats;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export type FilterEntry = "time" | "kind" | "threadIds" | "errors" | "thumbsDown" | "clear" | "folder" | Attribute;

/** What agent conversations can be filtered by. */
export type Attribute = (typeof attributeEntries)[number];
export const attributeEntries = ["agent.name", "agent.version", "attribute"] as const;

/** A row of the filter menu. */
export interface FilterItem extends PickRow {
  readonly entry: FilterEntry;
  /** A typed time range, which is applied at once. */
  readonly range?: TimeRange;
}

/** The row of a typed time range; undefined for other text. */
export function typedRangeItem(typed: string, { formats, now }: FilterMenu): FilterItem | undefined {
  const read = parseRange(typed, now(), formats.dayFirst);
  if (typeof read === "string") return undefined;
  const { range, bounds } = read;
  return { entry: "time", range, label: rangeName(range), description: boundsText(bounds, formats), alwaysShow: true };
}

/** The part of the filter that the service rejected. */
export function refusedEntry({ fault }: FilterMenu): FilterEntry | undefined {
  return (["time", "threadIds"] as const).find((part) => issuesWith(part, fault).length > 0);
}

export function filterItems({
  current,
  defaults,
  onlyErrors,
  hasAgents,
  folders,
  fault,
  formats,
  now,
}: FilterMenu): readonly FilterItem[] {
  const { time, threadIds, attributes = [] } = current;
  const isAllTime = time.kind === "preset" && time.preset === "all";
  const kindItem: FilterItem = { entry: "kind", label: l10n.t("Kind"), description: kindName(kindOf(current)) };
  const items: FilterItem[] = [
    {
      entry: "time",
      label: l10n.t("Time"),
      description: rangeName(time),
      ...(!isAllTime && { detail: boundsText(resolveRange(time, now()), formats) }),
      ...issuesDetail(issuesWith("time", fault)),
    },
    ...(hasAgents ? [kindItem, ...attributeEntries.map((entry) => attributeItem(entry, attributes))] : []),
    ...(hasAgents && folders.length > 0 ? [folderItem(attributes)] : []),
    {
      entry: "threadIds",
      label: l10n.t("IDs"),
      description: threadIds.length === 0 ? l10n.t("All") : idCountText(threadIds.length, formats),
      ...issuesDetail(issuesWith("threadIds", fault)),
    },
    {
      entry: "thumbsDown",
      label: l10n.t("Thumbs Down"),
      description: current.thumbsDown ? l10n.t("on") : l10n.t("off"),
    },
    onlyErrors
      ? { entry: "errors", label: l10n.t("Show All Threads"), description: l10n.t("Current: only threads with errors") }
      : { entry: "errors", label: l10n.t("Show Only Threads with Errors") },
  ];
  return onlyErrors || !isSameFilter(current, defaults)
    ? [
        ...items,
        { entry: "clear", label: l10n.t("Clear Filter"), description: filtersText(current, onlyErrors, formats) },
      ]
    : items;
}

function attributeItem(entry: Attribute, conditions: readonly AttributeCondition[]): FilterItem {
  const names = {
    "agent.name": l10n.t("Agent"),
    "agent.version": l10n.t("Agent Version"),
    attribute: l10n.t("Attribute…"),
  };
  const known = conditions.filter(({ attribute }) =>
    entry === "attribute" ? !/^(agent\.name|agent\.version|folder)$/.test(attribute) : attribute === entry,
  );
  const description = agentFilterTexts({ attributes: known }).slice(1).join(" · ");
  return { entry, label: names[entry], description: description || l10n.t("All") };
}

function folderItem(conditions: readonly AttributeCondition[]): FilterItem {
  const isChosen = conditions.some(({ attribute }) => attribute === folderAttribute);
  return { entry: "folder", label: l10n.t("This Folder"), description: isChosen ? l10n.t("on") : l10n.t("off") };
}

/** The rows of the pick of a kind: `undefined` for both. */
export function kindItems(current: ThreadFilter): readonly (PickRow & { readonly of: ConversationKind | undefined })[] {
  return ([undefined, ...conversationKinds] as const).map((kind) => {
    const label = kindName(kind);
    return { of: kind, label: kind === kindOf(current) ? `$(check) ${label}` : label };
  });
}

/** The filter with this kind; conditions of spans go with another one. */
export function withKind(
  { kind: _, attributes, ...others }: ThreadFilter,
  kind: ConversationKind | undefined,
): ThreadFilter {
  if (kind === undefined) return others;
  return { ...others, kind, ...(kind === "agent" && attributes && { attributes }) };
}

/** The filter with these values of an attribute, none for any. */
export function withAttribute(filter: ThreadFilter, attribute: string, values: readonly string[]): ThreadFilter {
  const { attributes = [], ...others } = filter;
  const kept = attributes.filter((each) => each.attribute !== attribute);
  const all = values.length === 0 ? kept : [...kept, { attribute, values }];
  return all.length === 0 ? others : { ...others, attributes: all };
}

/** The choice that an issue with `POST /threads/stream_query` refers to; null for anything else in the request. */
export function refusedPart(issue: RequestIssue): "time" | "threadIds" | "sort" | null {
  const [member, field] = pathInBody(issue);
  if (member === "sort_by") return "sort";
  if (member !== "filter") return null;
  if (field === "thread_ids") return "threadIds";
  return field === "after_datetime" || field === "before_datetime" ? "time" : null;
}

/** The issues that the service reports for one of the choices. */
export function issuesWith(part: ReturnType<typeof refusedPart>, fault: Fault | null): readonly RequestIssue[] {
  return fault?.kind === "invalidRequest" ? fault.issues.filter((issue) => refusedPart(issue) === part) : [];
}
