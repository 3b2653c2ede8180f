import * as l10n from "@vscode/l10n";
import type { Call, CallStatus } from "../calls/call.ts";
import { parseOpRef } from "../counts/opRef.ts";
import { type RowCommand, type RowIcon, type TreeRow, warningIcon } from "../rows.ts";
import type { Formats } from "../text/format.ts";
import { apart, endCut, quoted, visibleCut } from "../text/visibleText.ts";
import type { ConversationPlace } from "./conversationPlace.ts";
import { isFailed } from "./turnList.ts";
import type { TurnRow } from "./turnRow.ts";

/** Longer text would push the facts out of a side bar of usual width. A status shortens the text. */
const longestLabel = 24;
/** Text cut shorter than this is not useful. */
const shortestLabel = 12;

export interface TurnRowContext {
  readonly formats: Formats;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The row of a turn: its first words and its facts. */
export function turnTreeRow({ turn, words, thread }: TurnRow, { formats, now }: TurnRowContext): TreeRow {
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
    icon: statusIcon(turn.status),
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
  const lines: string[] = [];
  const value = (name: string, text: string) => lines.push(`${name}: ${text}`);
  if (words) lines.push(words);
  value(l10n.t("Turn"), visibleCut(turn.id));
  value(l10n.t("Op"), opText(turn));
  value(l10n.t("Status"), statusText(turn.status));
  value(l10n.t("Started"), formats.dateTime(turn.startedAt));
  if (turn.endedAt !== null) {
    const duration = turn.endedAt - turn.startedAt;
    value(l10n.t("Ended"), formats.dateTime(turn.endedAt));
    value(l10n.t("Duration"), l10n.t("{0} ({1} ms)", formats.duration(duration), formats.exact(duration)));
  }
  if (turn.storedBytes !== null) value(l10n.t("Storage"), l10n.t("{0} bytes", formats.exact(turn.storedBytes)));
  if (turn.exception !== null) value(l10n.t("Exception"), quoted(turn.exception));
  return lines;
}

function opText({ op, displayName }: Call): string {
  return visibleCut(displayName ?? parseOpRef(op)?.name ?? op).trim() || l10n.t("(blank name)");
}

function statusText(status: CallStatus): string {
  switch (status) {
    case "success":
      return l10n.t("success");
    case "error":
      return l10n.t("error");
    case "descendantError":
      return l10n.t("failed call inside");
    case "running":
      return l10n.t("running");
  }
}

/** The icon does not spin: a turn whose program died stays running forever. */
function statusIcon(status: CallStatus): RowIcon {
  switch (status) {
    case "success":
      return { id: "comment" };
    case "error":
      return { id: "error", color: "list.errorForeground" };
    case "descendantError":
      return warningIcon;
    case "running":
      return { id: "sync" };
  }
}
