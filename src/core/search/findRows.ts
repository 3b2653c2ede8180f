import * as l10n from "@vscode/l10n";
import { faultOf, type LoadState, shownValue } from "../async/loadState.ts";
import { faultText } from "../failures/faultText.ts";
import { shortRange } from "../input/rangeText.ts";
import type { TimeRange } from "../input/timeRange.ts";
import type { PickRow } from "../rows.ts";
import type { ProjectId } from "../session/projectId.ts";
import type { Formats } from "../text/format.ts";
import { endCut, labelText, plainText, visibleLines } from "../text/visibleText.ts";
import { missingTypedText } from "../threads/findThread.ts";
import type { RecentThread } from "../threads/recentThreads.ts";
import type { Thread } from "../threads/thread.ts";
import { type MessageOf, threadFacts, threadNames } from "./threadNames.ts";

export type FindAction =
  | { readonly kind: "thread"; readonly id: string }
  | { readonly kind: "search"; readonly text: string }
  | { readonly kind: "nothing" };

/** A row of the box that finds threads. */
export interface FindRow extends PickRow {
  /** A heading, which cannot be selected. */
  readonly isHeading?: boolean;
  readonly action: FindAction;
}

export interface FindState {
  readonly typed: string;
  /** The thread whose exact ID was typed; null for none, idle before it is looked up. */
  readonly exact: LoadState<Thread | null>;
  readonly loaded: readonly Thread[];
  /** A loaded thread. */
  readonly threadOf: (id: string) => Thread | undefined;
  readonly recent: readonly RecentThread[];
  readonly project: ProjectId;
  /** The time range of the list, in which conversations are searched. */
  readonly range: TimeRange;
  readonly messageOf: MessageOf;
  readonly formats: Formats;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** All rows are sent to VS Code at every key, and more would delay typing. */
export const mostListed = 200;

/**
 * The rows for the typed text: the thread with this exact ID first, then recent and loaded threads with the text in
 * their ID or message, and last the search in conversations.
 */
export function findRows(state: FindState): readonly FindRow[] {
  const { typed, exact, loaded, recent, threadOf, range, formats } = state;
  const found = shownValue(exact);
  const isMatch = matcher(state);
  const known = recent.map(({ id, thread }) => ({ id, thread: threadOf(id) ?? thread }));
  const others = known.filter((one) => one.id !== found?.id && isMatch(one));
  const isAbove = new Set([...others.map(({ id }) => id), found?.id]);
  // One more than is listed, to know whether there are more.
  const rest: Thread[] = [];
  for (const thread of loaded) {
    if (rest.length > mostListed) break;
    if (!isAbove.has(thread.id) && isMatch({ id: thread.id, thread })) rest.push(thread);
  }
  return [
    ...(found === null ? [] : [threadRow({ id: found.id, thread: found }, state, "search")]),
    ...headed(
      l10n.t("recently opened"),
      others.map((one) => threadRow(one, state, "history")),
    ),
    ...headed(
      l10n.t("loaded threads"),
      rest.slice(0, mostListed).map((thread) => threadRow({ id: thread.id, thread }, state, "comment-discussion")),
    ),
    ...(rest.length > mostListed ? [noteRow(cutText(formats))] : []),
    ...(typed.trim() === "" ? [] : [searchRow(typed.trim(), range), ...exactRows(state)]),
  ];
}

/** Whether a thread has the typed text in its ID or in its whole message, of which a row shows the start. */
function matcher({ typed, messageOf }: FindState): (one: RecentThread) => boolean {
  const text = typed.trim().replace(/\s+/g, " ").toLowerCase();
  const has = (name: string) => name.toLowerCase().includes(text);
  return ({ id, thread }) => text === "" || has(id) || (thread !== null && has(messageOf(thread)));
}

function headed(label: string, rows: readonly FindRow[]): readonly FindRow[] {
  return rows.length === 0 ? [] : [{ label, isHeading: true, action: { kind: "nothing" } }, ...rows];
}

function threadRow(one: RecentThread, { messageOf, formats, now }: FindState, icon: string): FindRow {
  const { label, facts } = threadNames(one, messageOf);
  const isFound = icon === "search" ? [l10n.t("found by ID")] : [];
  const description = [...facts, ...isFound, ...threadFacts(one.thread, { formats, now })].join(" · ");
  return {
    label: `$(${icon}) ${label}`,
    description: labelText(description),
    // Matched here: VS Code would match only what is shown.
    alwaysShow: true,
    action: { kind: "thread", id: one.id },
  };
}

const longestText = 60;

/** A searched text on one visible line. */
export function shownText(text: string): string {
  return endCut(visibleLines(text.slice(0, 4 * longestText).replace(/\s+/g, " ")), longestText);
}

/** The row that starts a search in conversations. */
export function searchRow(text: string, range: TimeRange): FindRow {
  return {
    label: `$(search) ${labelText(l10n.t("Search conversations for “{0}”", shownText(text)))}`,
    description: labelText(shortRange(range)),
    alwaysShow: true,
    action: { kind: "search", text },
  };
}

/** The state of the lookup of the exact ID, unless it was found. */
function exactRows({ typed, exact, project }: FindState): readonly FindRow[] {
  const fault = faultOf(exact);
  if (fault !== null) return [noteRow(`$(error) ${l10n.t("Could not look up the thread ID")}`, faultText(fault))];
  if (exact.kind === "loading") return [noteRow(`$(loading~spin) ${l10n.t("Looking up the thread ID…")}`)];
  if (exact.kind !== "shown" || exact.value !== null) return [];
  const missing = labelText(plainText(missingTypedText(typed, { project })));
  return [{ ...noteRow(`$(info) ${l10n.t("No thread with this ID")}`), description: missing }];
}

/** `detail` is untrusted. */
function noteRow(label: string, detail?: string): FindRow {
  return {
    label,
    alwaysShow: true,
    action: { kind: "nothing" },
    ...(detail !== undefined && { detail: labelText(plainText(detail)) }),
  };
}

function cutText(formats: Formats): string {
  const most = formats.exact(mostListed);
  return `$(info) ${l10n.t("Listing the first {0} loaded threads. Type more of a message or ID to find others.", most)}`;
}
