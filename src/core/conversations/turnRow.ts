import * as l10n from "@vscode/l10n";
import { faultOf, type LoadState, shownValue } from "../async/loadState.ts";
import { callDuration, callName, statusIcons } from "../calls/callText.ts";
import { isFailed } from "../calls/failedCalls.ts";
import { failingCall } from "../calls/failure.ts";
import { statusWords } from "../calls/statusWords.ts";
import type { Fault } from "../failures/fault.ts";
import type { CallStatus } from "../query/call.ts";
import { type Call, opName } from "../query/call.ts";
import { keyFields, keyText } from "../query/conversationKey.ts";
import type { ConversationSummary } from "../query/thread.ts";
import { failedRow, type Listed, listedOf } from "../requests/failedRow.ts";
import type { Formats } from "../text/format.ts";
import { rowLabel, textsAlike } from "../text/rowLabel.ts";
import type { RowCommand, RowIcon, TreeRow } from "../text/rows.ts";
import { listed } from "../text/sentences.ts";
import { visibleCut } from "../text/visibleText.ts";
import type { ConversationPlace } from "./conversationPlace.ts";
import type { ThreadDetails } from "./threadDetails.ts";
import type { TurnList } from "./turnList.ts";

/** Where the row of a conversation is: in the list, or above it, found by its ID or pinned. */
export type ListSection = "list" | "found" | "pinned";

/** The thread of a row. */
export interface InThread {
  readonly thread: ConversationSummary;
  readonly section: ListSection;
}

/** A turn in a thread. `words` are the first words of its inputs; null while they load, empty for none. */
export interface TurnRow extends InThread {
  readonly kind: "turn";
  readonly turn: Call;
  readonly words: string | null;
  /** They begin as those of another turn. */
  readonly isAlike: boolean;
  /** The call that failed first in it; null if none did, or if it is not known. */
  readonly failure: Call | null;
}

/** A notice next to the turns of a thread. */
export type TurnNotice = InThread &
  (
    | { readonly kind: "turnsLoading" }
    /** Only the latest are listed. */
    | { readonly kind: "earlierTurns"; readonly listed: number }
    /** `fault` is null if loading was canceled or met an unexpected error. */
    | { readonly kind: "turnsFailed"; readonly fault: Fault | null; readonly listed: Listed }
  );

/** The rows of a thread's turns. None if the service does not support conversations; the view's message says so. */
export function turnRows(
  thread: ConversationSummary,
  load: LoadState<TurnList>,
  section: ListSection,
): readonly (TurnRow | TurnNotice)[] {
  const within = { thread, section };
  const list = shownValue(load);
  const fault = faultOf(load);
  if (list === null && load.kind === "loading") return [{ kind: "turnsLoading", ...within }];
  const rows: (TurnRow | TurnNotice)[] = [];
  if (list?.earlier) rows.push({ kind: "earlierTurns", listed: list.turns.length, ...within });
  const alike = textsAlike(list?.words.values() ?? []);
  for (const turn of list?.turns ?? []) {
    const isComing = load.kind === "loading" && list?.pending.has(turn.id);
    const words = isComing ? null : (list?.words.get(turn.id) ?? "");
    const failure = failingCall(list?.failed?.filter(({ turnId }) => turnId === turn.id) ?? []);
    rows.push({ kind: "turn", turn, words, isAlike: alike.has(words ?? ""), failure, ...within });
  }
  const hasEnded = load.kind === "idle" && load.ended !== undefined;
  if (hasEnded || (fault !== null && fault.kind !== "routeMissing"))
    rows.push({ kind: "turnsFailed", fault, listed: listedOf(load), ...within });
  return rows;
}

export interface TurnRowContext {
  readonly formats: Formats;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The user's last look at the project, in milliseconds since the epoch; null if there was none. */
  readonly seen: number | null;
}

/** The row of a turn: its start, its first words, and what failed in it. */
export function turnTreeRow(
  { turn, words, isAlike, thread, section, failure }: TurnRow,
  { formats, now, seen }: TurnRowContext,
): TreeRow {
  const name = words === null ? "" : words || callName(turn);
  const state = turn.status === "success" ? "" : statusWords(turn.status).word;
  const status = failure === null ? state : visibleCut(opName(failure.op));
  const duration = callDuration(turn, formats);
  const isNew = seen !== null && (turn.endedAt ?? turn.startedAt) > seen;
  return {
    isNew,
    id: `${sectionPrefix(section)}turn/${turn.id}`,
    label: rowLabel(formats.age(turn.startedAt, now), words === null ? "…" : name, isAlike),
    description: [...(status === "" ? [] : [status]), ...duration].join(" · "),
    icon: icons[turn.status],
    spoken: listed([
      name === "" ? l10n.t("Turn") : l10n.t("Turn {0}", name),
      ...(isNew ? [l10n.t("new")] : []),
      ...(state === "" ? [] : [state]),
      ...duration,
      formats.ago(turn.startedAt, now),
      ...(failure === null ? [] : [l10n.t("failed: {0}", status)]),
    ]),
    contextValue: isFailed(turn) ? "turn.error" : "turn",
    command: openCommand({ conversation: thread, turnId: turn.id }),
  };
}

/** Opens a conversation and keeps the focus on the row, as VS Code lists do. */
export function openCommand({ conversation, ...place }: ConversationPlace): RowCommand {
  return {
    command: "weaveThreads.openConversation",
    title: l10n.t("Open Conversation"),
    arguments: [{ ...keyFields(conversation), ...place, preserveFocus: true }],
  };
}

const icons: Readonly<Record<CallStatus, RowIcon>> = { ...statusIcons, success: { id: "comment" } };

/** Tells apart the rows of a conversation in the list and above it. */
export function rowId({ thread, section }: InThread): string {
  return `${sectionPrefix(section)}${keyText(thread)}`;
}

function sectionPrefix(section: ListSection): string {
  return section === "list" ? "" : `${section}/`;
}

/** A row beside the turns of a thread. */
export function turnNoticeRow(row: TurnNotice, formats: Formats): TreeRow {
  const id = `${row.kind}/${rowId(row)}`;
  switch (row.kind) {
    case "turnsLoading": {
      const label = l10n.t("Loading turns…");
      return { id, label, spoken: label, icon: { id: "loading~spin" }, contextValue: "notice" };
    }
    case "earlierTurns": {
      const label = l10n.t("Earlier turns");
      const description = l10n.t("open the conversation");
      return {
        id,
        label,
        description,
        icon: { id: "ellipsis" },
        spoken: listed([label, description]),
        isButton: true,
        tooltip: l10n.t(
          "Only the latest {0} turns are listed. Open the conversation to see all turns.",
          formats.exact(row.listed),
        ),
        contextValue: "notice",
        command: openCommand({ conversation: row.thread }),
      };
    }
    case "turnsFailed":
      return failedRow(id, row, l10n.t("Turns not loaded. Retry"), {
        command: "weaveThreads.retryDetails",
        arguments: [row],
      });
  }
}

/** The folded node of a thread's details. */
export function detailsTreeRow(row: ThreadDetails): TreeRow {
  const label = l10n.t("Details");
  const id = `details/${rowId(row)}`;
  return { id, label, spoken: label, icon: { id: "info" }, isOpen: false };
}
