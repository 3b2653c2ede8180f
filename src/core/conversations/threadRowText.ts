import * as l10n from "@vscode/l10n";
import { faultText } from "../failures/faultText.ts";
import { shortFaultText } from "../failures/shortFaultText.ts";
import { keyText } from "../query/conversationKey.ts";
import type { ConversationSummary } from "../query/thread.ts";
import type { SortField } from "../query/threadQuery.ts";
import type { Formats } from "../text/format.ts";
import { longestText, rowLabel } from "../text/rowLabel.ts";
import { type RowIcon, type TreeRow, warningIcon } from "../text/rows.ts";
import { listed, sentences } from "../text/sentences.ts";
import { endCut, middleCut, visibleCut } from "../text/visibleText.ts";
import { totalsText } from "./filterText.ts";
import type { Pin } from "./pins.ts";
import { type FactContext, factOfField, factText, spokenFact, type ThreadFact, threadName } from "./threadFact.ts";
import type { EndRow, PinnedGroup, ThreadBlock } from "./threadRows.ts";
import type { CheckedThread } from "./threadTurns.ts";
import { type ListSection, openCommand, rowId } from "./turnRow.ts";

/** Of an ID before a message. */
const longestSorted = 20;

/** Characters of a message in an accessible label. */
const longestSpoken = 200;

export interface ThreadRowContext extends FactContext {
  readonly sortedBy: SortField;
  /** The first user message; empty if it is not known or not shown. */
  readonly message: string;
  /** Its message, or its ID without one, begins as that of another row. */
  readonly isAlike: boolean;
  /** Updated since the last look. */
  readonly isNew: boolean;
  /** A turn or one of its calls is known to have failed. */
  readonly hasFailed: boolean;
  /** Whether a click opens its conversation; it expands the row if the service does not support conversations. */
  readonly opens: boolean;
  readonly section: ListSection;
  /** Its pin, wherever its row is. */
  readonly pin?: Pin | undefined;
  /** Whether the row is expanded if VS Code has no state for it. */
  readonly isOpen: boolean;
  /** Notes on its position and statistics, as sentences. */
  readonly notes: readonly string[];
}

/** The row of a thread, starting with the value it is sorted by. */
export function threadTreeRow({ thread }: CheckedThread, context: ThreadRowContext): TreeRow {
  const { section, pin, isNew, isOpen, hasFailed, notes, sortedBy, message, isAlike } = context;
  const name = threadName(thread);
  const facts = factsInOrder(thread, sortedBy).map((fact) => ({ fact, text: factText(fact, thread, context) }));
  const states = [
    ...(section === "found" ? [l10n.t("found")] : section === "pinned" ? [l10n.t("pinned")] : []),
    ...(isNew ? [l10n.t("new")] : []),
    ...(hasFailed ? [l10n.t("errors")] : []),
  ];
  const opening = endCut(message, longestSpoken);
  const named = spokenName(thread, name, opening);
  const spokenFacts = facts.map(({ fact, text }) => spokenFact(fact, text, thread, context));
  const note = pin === undefined || pin.note === "" ? [] : [visibleCut(pin.note)];
  const spoken = listed([named, ...states, ...note, ...spokenFacts]);
  const texts = facts.map(({ text }) => text);
  if (sortedBy === "thread_id") texts.unshift(message === "" ? "" : middleCut(name, longestSorted));
  const [sorted = "", ...others] = texts;
  const kind = thread.kind;
  return {
    id: rowId({ thread, section }),
    label: rowLabel(sorted, threadLabel(message, thread), isAlike),
    description: [...note, ...others].join(" · "),
    isNew,
    icon: threadIcon(thread, context),
    spoken: sentences(spoken, ...notes),
    contextValue: [
      kind,
      ...(isResumable(thread) ? ["coding"] : []),
      ...(hasFailed ? ["error"] : []),
      ...(pin ? ["pinned"] : []),
    ].join("."),
    isOpen,
    ...(context.opens && { command: openCommand({ conversation: thread }) }),
  };
}

/** The ID of a session, in the form of both coding agents. */
const sessionId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a coding agent can resume a conversation. */
export function isResumable({ id, agent }: ConversationSummary): boolean {
  return agent !== undefined && agent.coding !== null && sessionId.test(id);
}

function spokenName({ kind }: ConversationSummary, name: string, opening: string): string {
  if (kind === "thread") return opening === "" ? l10n.t("Thread {0}", name) : l10n.t("{0}, thread {1}", opening, name);
  return opening === "" ? l10n.t("Agent conversation {0}", name) : l10n.t("{0}, agent conversation {1}", opening, name);
}

/** The text of a thread's label: its message, or its ID, which its end may tell apart. */
export function threadLabel(message: string, thread: ConversationSummary): string {
  return message || middleCut(threadName(thread), longestText);
}

function threadIcon({ kind, agent }: ConversationSummary, { section, hasFailed }: ThreadRowContext): RowIcon {
  const id =
    section === "found" ? "search" : kind === "thread" ? "comment-discussion" : agent?.coding ? "terminal" : "hubot";
  // An agent often goes on after a failed tool: its icon stays, so that the kinds can be told apart.
  if (hasFailed) return { id: kind === "thread" ? "error" : id, color: "list.errorForeground" };
  return { id };
}

/** The sorted value and two more. */
function factsInOrder({ kind }: ConversationSummary, sortedBy: SortField): readonly ThreadFact[] {
  const first = factOfField[sortedBy] ?? "updated";
  const usual = ["turns", "updated", kind === "thread" ? "p50" : "cost"] as const;
  const others = usual.filter((fact) => fact !== first);
  return [first, ...others.slice(0, 2)];
}

/** Of an ID in the row of a block. */
const longestId = 14;

/** The row of a block: which threads it holds, and the sort value of the first and last of them. */
export function blockTreeRow(block: ThreadBlock, sortedBy: SortField, isOpen: boolean, context: FactContext): TreeRow {
  const fact = factOfField[sortedBy];
  const value = (thread: ConversationSummary) =>
    fact === null ? visibleCut(thread.id, longestId) : factText(fact, thread, context);
  const { exact } = context.formats;
  const [from, to] = [exact(block.start + 1), exact(block.end)];
  const isOfThreads = block.first.kind === "thread" && block.last.kind === "thread";
  const label = isOfThreads ? l10n.t("Threads {0} to {1}", from, to) : l10n.t("Conversations {0} to {1}", from, to);
  const description = `${value(block.first)} → ${value(block.last)}`;
  return {
    id: `block/${block.index}`,
    label,
    description,
    icon: { id: "list-ordered" },
    spoken: `${label}, ${description}`,
    contextValue: "block",
    isOpen,
  };
}

/** The group of pinned conversations, and one that is gone. */
export function pinTreeRow(row: PinnedGroup | { readonly kind: "unpinned"; readonly pin: Pin }): TreeRow {
  if (row.kind === "pins") {
    const label = l10n.t("Pinned");
    return { id: "pins", label, spoken: label, icon: { id: "pinned" }, isOpen: true };
  }
  const { key, note } = row.pin;
  const [label, description] = [visibleCut(key.id), l10n.t("not listed by the service")];
  return {
    id: `pinned/${keyText(key)}`,
    label,
    description: note === "" ? description : `${visibleCut(note)} · ${description}`,
    spoken: listed([label, ...(note === "" ? [] : [visibleCut(note)]), description]),
    icon: { id: "warning" },
    contextValue: "gone.pinned",
  };
}

/** The row that ends the list. It always has the same ID, so it keeps the focus when one replaces another. */
export function endTreeRow(row: EndRow, formats: Formats): TreeRow {
  switch (row.kind) {
    case "loading": {
      const label = l10n.t("Loading…");
      return { id: "end", label, spoken: label, icon: { id: "loading~spin" } };
    }
    case "incomplete": {
      const text = faultText(row.fault);
      const spoken = l10n.t("Incomplete: {0} Retry", text);
      const description = shortFaultText(row.fault);
      return loadRow(l10n.t("Incomplete. Retry"), { icon: warningIcon, description, tooltip: text, spoken });
    }
    case "more": {
      const [label, description] = [l10n.t("Load more"), totalsText(row.pages, formats)];
      const totals = description === "" ? {} : { description, spoken: listed([label, description]) };
      return loadRow(label, { icon: { id: "ellipsis" }, ...totals });
    }
  }
}

function loadRow(label: string, row: Partial<TreeRow>): TreeRow {
  const command = { command: "weaveThreads.loadMore", title: label } as const;
  return { id: "end", label, spoken: label, isButton: true, command, ...row };
}
