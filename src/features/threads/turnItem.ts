import * as l10n from "@vscode/l10n";
import { MarkdownString, ThemeColor, ThemeIcon, TreeItem } from "vscode";
import type { Call, CallStatus } from "../../core/calls/call.ts";
import { parseOpRef } from "../../core/counts/opRef.ts";
import type { Formats } from "../../core/format.ts";
import type { ConversationPlace } from "../../core/turns/conversationPlace.ts";
import { isFailed } from "../../core/turns/turnList.ts";
import type { TurnRow } from "../../core/turns/turnRow.ts";
import { apart, endCut, visibleCut } from "../../core/visibleText.ts";
import { quoted } from "../../host/quotedText.ts";

/** Words beyond this would push the figures out of a side bar of usual width. A status takes its room from the words. */
const longestLabel = 24;

export interface TurnItemContext {
  readonly formats: Formats;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The row of a turn: what it was about, and how it went. */
export function turnItem({ turn, words, thread }: TurnRow, { formats, now }: TurnItemContext): TreeItem {
  const name = words === null ? "" : words || opText(turn);
  const status = turn.status === "success" ? "" : statusText(turn.status);
  const room = longestLabel - Math.max(status.length - 1, 0);
  const item = new TreeItem(words === null ? l10n.t("…") : apart(endCut(name, room)));
  const facts = [
    ...(status === "" ? [] : [status]),
    ...(turn.endedAt === null ? [] : [formats.duration(turn.endedAt - turn.startedAt)]),
    formats.ago(turn.startedAt, now),
  ];
  item.id = `turn/${turn.id}`;
  item.contextValue = isFailed(turn) ? "turn.error" : "turn";
  item.description = facts.join(" · ");
  item.iconPath = statusIcon(turn.status);
  item.accessibilityInformation = { label: l10n.t("Turn {0}, {1}", name, facts.join(", ")) };
  item.command = openCommand({ threadId: thread.id, turnId: turn.id });
  return item;
}

/** Opens a conversation as lists do: the focus stays on the row. */
export function openCommand(place: ConversationPlace): NonNullable<TreeItem["command"]> {
  return {
    command: "weaveThreads.openConversation",
    title: l10n.t("Open Conversation"),
    arguments: [{ ...place, preserveFocus: true }],
  };
}

/** Every value unrounded. Words, names and IDs are untrusted text and are appended as text. */
export function turnTooltip({ turn, words }: TurnRow, formats: Formats): MarkdownString {
  const tooltip = new MarkdownString();
  const line = (text: string) => tooltip.appendText(text).appendMarkdown("  \n");
  const value = (name: string, text: string) => line(`${name}: ${text}`);
  if (words) line(words);
  value(l10n.t("Turn"), visibleCut(turn.id));
  value(l10n.t("Op"), opText(turn));
  value(l10n.t("Status"), statusText(turn.status));
  value(l10n.t("Started"), formats.dateTime(turn.startedAt));
  if (turn.endedAt !== null) {
    const duration = turn.endedAt - turn.startedAt;
    value(l10n.t("Ended"), formats.dateTime(turn.endedAt));
    value(l10n.t("Duration"), l10n.t("{0} ({1} ms)", formats.duration(duration), formats.exact(duration)));
  }
  if (turn.storedBytes !== null) value(l10n.t("Stored"), l10n.t("{0} bytes", formats.exact(turn.storedBytes)));
  if (turn.exception !== null) value(l10n.t("Exception"), quoted(turn.exception));
  return tooltip;
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
      return l10n.t("error below");
    case "running":
      return l10n.t("running");
  }
}

/** A turn whose program died says that it runs for ever, so that the sign of it does not move. */
function statusIcon(status: CallStatus): ThemeIcon {
  switch (status) {
    case "success":
      return new ThemeIcon("comment");
    case "error":
      return new ThemeIcon("error", new ThemeColor("list.errorForeground"));
    case "descendantError":
      return new ThemeIcon("warning", new ThemeColor("list.warningForeground"));
    case "running":
      return new ThemeIcon("sync");
  }
}
