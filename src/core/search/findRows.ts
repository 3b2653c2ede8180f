import * as l10n from "@vscode/l10n";
import { faultOf, type LoadState } from "../async/loadState.ts";
import type { RecentThread } from "../conversations/recentThreads.ts";
import { missingTypedText } from "../conversations/threadById.ts";
import { faultText } from "../failures/faultText.ts";
import { shortRange } from "../input/rangeText.ts";
import type { TimeRange } from "../input/timeRange.ts";
import type { Pasted } from "../links/pasted.ts";
import { opName } from "../query/call.ts";
import { type ConversationKey, isSameConversation, keyText } from "../query/conversationKey.ts";
import type { ProjectId } from "../query/projectId.ts";
import type { ConversationSummary } from "../query/thread.ts";
import type { Formats } from "../text/format.ts";
import type { PickRow } from "../text/rows.ts";
import { endCut, labelText, plainText, visibleCut, visibleLines } from "../text/visibleText.ts";
import type { FoundById } from "./findById.ts";
import { asEditor, headed, listCutRow, mostListed } from "./findRowTexts.ts";
import { type MessageOf, threadFacts, threadNames } from "./threadNames.ts";

export type FindAction =
  | { readonly kind: "thread"; readonly conversation: ConversationKey }
  /** Opens what a link or ID names. */
  | { readonly kind: "open"; readonly text: string }
  /** Finds the thread whose ID was typed. */
  | { readonly kind: "threadId" }
  | { readonly kind: "search"; readonly text: string }
  | { readonly kind: "nothing" };

/** A row of the box that finds threads and what an ID or link names. */
export interface FindRow extends PickRow {
  /** A heading, which cannot be selected. */
  readonly isHeading?: boolean;
  readonly action: FindAction;
}

export interface FindState {
  readonly typed: string;
  /** What the typed text names; null for other texts. */
  readonly pasted: Pasted | null;
  /** A link or ID in the clipboard. */
  readonly clipboard: { readonly text: string; readonly pasted: Pasted } | null;
  /** What has the typed ID; null for nothing, idle before it is looked up. */
  readonly exact: LoadState<FoundById | null>;
  readonly loaded: readonly ConversationSummary[];
  readonly threadOf: (key: ConversationKey) => ConversationSummary | undefined;
  readonly recent: readonly RecentThread[];
  readonly project: ProjectId;
  /** The time range of the list, in which conversations are searched. */
  readonly range: TimeRange;
  readonly messageOf: MessageOf;
  readonly formats: Formats;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What the text names, then recent and loaded threads with it, and last the thread with this ID and the search. */
export function findRows(state: FindState): readonly FindRow[] {
  const { typed, pasted, clipboard } = state;
  const text = typed.trim();
  if (text === "") {
    const offered = clipboard === null ? [] : [openRow(clipboard.text, clipboard.pasted, state, "clippy")];
    return [...offered, ...matches(state)];
  }
  const first = pasted === null ? [] : [openRow(text, pasted, state, "go-to-file")];
  const hasAgents = state.loaded.some(({ kind }) => kind === "agent");
  const rows = matches(state)
    .filter(({ isHeading }) => isHeading !== true)
    .toSorted(asEditor(text));
  return [...first, ...rows, ...(pasted === null ? [threadIdRow(state)] : []), searchRow(text, state.range, hasAgents)];
}

/** The row that Enter takes: the one that the user moved to, else the first. A text without a match is searched for. */
export function chosenRow<Row extends Pick<FindRow, "action">>(
  rows: readonly Row[],
  moved: FindAction | null,
): Row | undefined {
  return (
    rows.find(({ action }) => moved !== null && isSameFind(action, moved)) ??
    rows.find(({ action }) => action.kind !== "nothing" && action.kind !== "threadId")
  );
}

function isSameFind(a: FindAction, b: FindAction): boolean {
  if (a.kind === "thread") return b.kind === "thread" && isSameConversation(a.conversation, b.conversation);
  return a.kind === b.kind && a.kind !== "nothing";
}

function matches(state: FindState): readonly FindRow[] {
  const { loaded, recent, threadOf, formats } = state;
  const isMatch = matcher(state);
  const known = recent.map((one) => ({ ...one, thread: threadOf(one.conversation) ?? one.thread })).filter(isMatch);
  const isAbove = new Set(known.map(({ conversation }) => keyText(conversation)));
  // One more than is listed, to know whether there are more.
  const rest: ConversationSummary[] = [];
  for (const thread of loaded) {
    if (rest.length > mostListed) break;
    if (!isAbove.has(keyText(thread)) && isMatch({ conversation: thread, thread })) rest.push(thread);
  }
  const opened = known.map((one) => threadRow(one, state, "history"));
  const others = rest.map((thread) => threadRow({ conversation: thread, thread }, state, "comment-discussion"));
  return [
    ...headed(l10n.t("recently opened"), opened),
    ...headed(l10n.t("loaded threads"), others.slice(0, mostListed)),
    ...(rest.length > mostListed ? [listCutRow(formats)] : []),
  ];
}

/** Whether a thread has the typed text in its ID or in its whole message, of which a row shows the start. */
function matcher({ typed, messageOf }: FindState): (one: RecentThread) => boolean {
  const text = typed.trim().replace(/\s+/g, " ").toLowerCase();
  const has = (name: string) => name.toLowerCase().includes(text);
  return ({ conversation: { id }, thread }) => text === "" || has(id) || (thread !== null && has(messageOf(thread)));
}

function threadRow(one: RecentThread, { messageOf, formats, now }: FindState, icon: string): FindRow {
  const { label, facts } = threadNames(one, messageOf);
  return {
    label: `$(${icon}) ${label}`,
    description: labelText([...threadFacts(one.thread, { formats, now }), ...facts].join(" · ")),
    // Matched here: VS Code would match only what is shown.
    alwaysShow: true,
    action: { kind: "thread", conversation: one.conversation },
  };
}

const longestText = 60;

/** A searched text on one visible line. */
export function shownText(text: string): string {
  return endCut(visibleLines(text.slice(0, 4 * longestText).replace(/\s+/g, " ")), longestText);
}

/** Starts a search in conversations. With the typed text in its label, VS Code would move it above other rows. */
export function searchRow(text: string, range: TimeRange, isCaseSensitive = false): FindRow {
  const search = l10n.t("Search conversations for “{0}”", shownText(text));
  // The service compares what agents say as it is written.
  const caseText = l10n.t("case-sensitive in agent conversations");
  return {
    label: "$(search)",
    description: labelText([search, shortRange(range), ...(isCaseSensitive ? [caseText] : [])].join(" · ")),
    alwaysShow: true,
    action: { kind: "search", text },
  };
}

function openRow(text: string, pasted: Pasted, state: FindState, icon: string): FindRow {
  const isId = pasted.kind === "id";
  const unread = isId ? l10n.t("ID of a thread, turn, call, or trace") : plainText(pasted.lead);
  const missing = l10n.t("No thread, turn, call, or trace in {0} has this ID.", plainText(state.project));
  return {
    label: `$(${icon}) ${labelText(l10n.t("Open {0}", shownText(text)))}`,
    ...(isId && icon !== "clippy" ? lookup(state, unread, missing) : { description: labelText(unread) }),
    alwaysShow: true,
    action: { kind: "open", text },
  };
}

function threadIdRow(state: FindState): FindRow {
  const text = state.typed.trim();
  const named = labelText(l10n.t("Thread with ID “{0}”", shownText(text)));
  const { description, ...rest } = lookup(state, "", missingTypedText(text, state));
  return {
    ...rest,
    label: "$(comment-discussion)",
    description: description === undefined ? named : `${named} · ${description}`,
    alwaysShow: true,
    action: { kind: "threadId" },
  };
}

/** The state of the lookup of the typed ID. */
function lookup(state: FindState, unread: string, missing: string): Pick<FindRow, "description" | "detail"> {
  const { exact, messageOf, formats, now } = state;
  const fault = faultOf(exact);
  if (fault !== null) return { detail: `$(error) ${labelText(plainText(faultText(fault)))}` };
  if (exact.kind === "loading") return { description: l10n.t("Looking up…") };
  if (exact.kind !== "shown") return unread === "" ? {} : { description: labelText(unread) };
  if (exact.value === null) return { detail: `$(info) ${labelText(plainText(missing))}` };
  if (exact.value.kind === "call") {
    const { op, startedAt } = exact.value.call;
    return { description: labelText(`${visibleCut(opName(op))} · ${formats.ago(startedAt, now)}`) };
  }
  const { thread } = exact.value;
  const { label } = threadNames({ conversation: thread, thread }, messageOf);
  return { description: [label, ...threadFacts(thread, { formats, now })].join(" · ") };
}
