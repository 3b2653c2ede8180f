import * as l10n from "@vscode/l10n";
import { faultOf, type LoadState, shownValue } from "../async/loadState.ts";
import type { Call, CallStatus } from "../calls/call.ts";
import { parseOpRef } from "../counts/opRef.ts";
import { actionTitle } from "../failures/action.ts";
import type { Fault } from "../failures/fault.ts";
import { faultText } from "../failures/faultText.ts";
import { type RowCommand, type RowIcon, type TreeRow, warningIcon } from "../rows.ts";
import type { Formats } from "../text/format.ts";
import { apart, endCut, quoted, visibleCut } from "../text/visibleText.ts";
import type { Thread } from "../threads/thread.ts";
import type { ConversationPlace } from "./conversationPlace.ts";
import { isFailed, type TurnList } from "./turnList.ts";

/** The thread of a row; `pinned` if it was found by ID and is shown above the list. */
interface InThread {
  readonly thread: Thread;
  readonly pinned: boolean;
}

/** A turn in a thread. `words` are the first words of its inputs; null while they load, empty for none. */
export interface TurnRow extends InThread {
  readonly kind: "turn";
  readonly turn: Call;
  readonly words: string | null;
}

/** A notice next to the turns of a thread. */
export type TurnNotice = InThread &
  (
    | { readonly kind: "turnsLoading" }
    /** Only the latest are listed. */
    | { readonly kind: "earlierTurns"; readonly listed: number }
    /** What is listed nevertheless: nothing, turns without all of their text, or outdated turns. */
    | { readonly kind: "turnsFailed"; readonly fault: Fault; readonly listed: "none" | "parts" | "older" }
  );

/** The rows of a thread's turns. None if the service does not support conversations; the view's message says so. */
export function turnRows(
  thread: Thread,
  load: LoadState<TurnList>,
  pinned: boolean,
): readonly (TurnRow | TurnNotice)[] {
  const within = { thread, pinned };
  const list = shownValue(load);
  const fault = faultOf(load);
  if (list === null && load.kind === "loading") return [{ kind: "turnsLoading", ...within }];
  const rows: (TurnRow | TurnNotice)[] = [];
  if (list?.earlier) rows.push({ kind: "earlierTurns", listed: list.turns.length, ...within });
  for (const turn of list?.turns ?? []) {
    const isComing = load.kind === "loading" && list?.pending.has(turn.id);
    rows.push({ kind: "turn", turn, words: isComing ? null : (list?.words.get(turn.id) ?? ""), ...within });
  }
  const listed = load.kind !== "stale" ? "none" : load.at === null ? "parts" : "older";
  if (fault !== null && fault.kind !== "routeMissing") rows.push({ kind: "turnsFailed", fault, listed, ...within });
  return rows;
}

/** Longer text would push the facts out of a side bar of usual width. A status shortens the text. */
const longestLabel = 24;
/** Text cut shorter than this is not useful. */
const shortestLabel = 12;

/** The row of a turn: its first words and its facts. `now` is milliseconds since the epoch. */
export function turnTreeRow(
  { turn, words, thread }: TurnRow,
  { formats, now }: { readonly formats: Formats; readonly now: number },
): TreeRow {
  const name = words === null ? "" : words || opText(turn);
  const status = turn.status === "success" ? "" : statusText(turn.status);
  const room = Math.max(longestLabel - Math.max(status.length - 1, 0), shortestLabel);
  const facts = [
    ...(status === "" ? [] : [status]),
    ...(turn.endedAt === null ? [] : [formats.duration(turn.endedAt - turn.startedAt)]),
    formats.ago(turn.startedAt, now),
  ];
  return {
    id: `turn/${turn.id}`,
    label: words === null ? "…" : apart(endCut(name, room)),
    description: facts.join(" · "),
    icon: statusIcons[turn.status],
    spoken: [name === "" ? l10n.t("Turn") : l10n.t("Turn {0}", name), ...facts].join(", "),
    contextValue: isFailed(turn) ? "turn.error" : "turn",
    command: openCommand({ threadId: thread.id, turnId: turn.id }),
  };
}

/** Opens a conversation and keeps the focus on the row, as VS Code lists do. */
export function openCommand(place: ConversationPlace): RowCommand {
  return {
    command: "weaveThreads.openConversation",
    title: l10n.t("Open Conversation"),
    arguments: [{ ...place, preserveFocus: true }],
  };
}

/** The lines of a turn's tooltip, with exact values. */
export function turnTooltip({ turn, words }: TurnRow, formats: Formats): readonly string[] {
  const { startedAt, endedAt, storedBytes, exception } = turn;
  const lines = words ? [words] : [];
  const value = (name: string, text: string) => lines.push(`${name}: ${text}`);
  value(l10n.t("Turn"), visibleCut(turn.id));
  value(l10n.t("Op"), opText(turn));
  value(l10n.t("Status"), statusText(turn.status));
  value(l10n.t("Started"), formats.dateTime(startedAt));
  if (endedAt !== null) {
    const duration = endedAt - startedAt;
    value(l10n.t("Ended"), formats.dateTime(endedAt));
    value(l10n.t("Duration"), l10n.t("{0} ({1} ms)", formats.duration(duration), formats.exact(duration)));
  }
  if (storedBytes !== null) value(l10n.t("Storage"), l10n.t("{0} bytes", formats.exact(storedBytes)));
  if (exception !== null) value(l10n.t("Exception"), quoted(exception));
  return lines;
}

function opText({ op, displayName }: Call): string {
  return visibleCut(displayName ?? parseOpRef(op)?.name ?? op).trim() || l10n.t("(blank name)");
}

function statusText(status: CallStatus): string {
  const texts: Readonly<Record<CallStatus, string>> = {
    success: l10n.t("success"),
    error: l10n.t("error"),
    descendantError: l10n.t("failed call inside"),
    running: l10n.t("running"),
  };
  return texts[status];
}

/** None spins: a turn whose program died stays running forever. */
const statusIcons: Readonly<Record<CallStatus, RowIcon>> = {
  success: { id: "comment" },
  error: { id: "error", color: "list.errorForeground" },
  descendantError: warningIcon,
  running: { id: "sync" },
};

/** A row beside the turns of a thread. */
export function turnNoticeRow(row: TurnNotice, formats: Formats): TreeRow {
  const id = `${row.kind}/${row.pinned ? "found" : "thread"}/${row.thread.id}`;
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
        spoken: `${label}, ${description}`,
        isButton: true,
        tooltip: l10n.t(
          "Only the latest {0} turns are listed. Open the conversation to see all turns.",
          formats.exact(row.listed),
        ),
        contextValue: "notice",
        command: openCommand({ threadId: row.thread.id }),
      };
    }
    case "turnsFailed": {
      const text = faultText(row.fault);
      const labels = {
        none: l10n.t("Turns not loaded. Retry"),
        parts: l10n.t("Incomplete. Retry"),
        older: l10n.t("Not refreshed. Retry"),
      };
      const label = labels[row.listed];
      return {
        id,
        label,
        description: text,
        icon: warningIcon,
        spoken: `${label}: ${text}`,
        isButton: true,
        tooltip: text,
        contextValue: "notice.failed",
        command: { command: "weaveThreads.retryDetails", title: actionTitle("retry"), arguments: [row] },
      };
    }
  }
}
