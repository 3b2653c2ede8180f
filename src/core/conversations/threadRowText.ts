import * as l10n from "@vscode/l10n";
import { faultText } from "../failures/faultText.ts";
import { shortFaultText } from "../failures/shortFaultText.ts";
import { type RowIcon, type TreeRow, warningIcon } from "../rows.ts";
import { longestText, rowLabel } from "../text/rowLabel.ts";
import { listed, sentences } from "../text/sentences.ts";
import { endCut, middleCut, visibleCut } from "../text/visibleText.ts";
import type { ConversationSummary } from "./thread.ts";
import { type FactContext, factOfField, factText, spokenFact, type ThreadFact, threadName } from "./threadFact.ts";
import type { SortField } from "./threadQuery.ts";
import type { EndRow, ThreadBlock } from "./threadRows.ts";
import type { CheckedThread } from "./threadTurns.ts";
import { openCommand, rowId } from "./turnRow.ts";

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
  /** Found by ID and shown above the list. */
  readonly pinned: boolean;
  /** Whether the row is expanded if VS Code has no state for it. */
  readonly isOpen: boolean;
  /** Notes on its position and statistics, as sentences. */
  readonly notes: readonly string[];
}

/** The row of a thread, starting with the value it is sorted by. */
export function threadTreeRow({ thread }: CheckedThread, context: ThreadRowContext): TreeRow {
  const { pinned, isNew, isOpen, hasFailed, notes, sortedBy, message, isAlike } = context;
  const name = threadName(thread);
  const facts = factsInOrder(sortedBy).map((fact) => ({ fact, text: factText(fact, thread, context) }));
  const states = [
    ...(pinned ? [l10n.t("found")] : []),
    ...(isNew ? [l10n.t("new")] : []),
    ...(hasFailed ? [l10n.t("errors")] : []),
  ];
  const said = endCut(message, longestSpoken);
  const named = spokenName(thread, name, said);
  const spokenFacts = facts.map(({ fact, text }) => spokenFact(fact, text, thread, context));
  const spoken = listed([named, ...states, ...spokenFacts]);
  const texts = facts.map(({ text }) => text);
  if (sortedBy === "thread_id") texts.unshift(message === "" ? "" : middleCut(name, longestSorted));
  const [sorted = "", ...others] = texts;
  return {
    id: rowId({ thread, pinned }),
    label: rowLabel(sorted, labelText(message, thread), isAlike),
    description: others.join(" · "),
    isNew,
    icon: threadIcon(context),
    spoken: sentences(spoken, ...notes),
    contextValue: hasFailed ? "thread.error" : "thread",
    isOpen,
    ...(context.opens && { command: openCommand({ conversation: thread }) }),
  };
}

function spokenName({ kind }: ConversationSummary, name: string, said: string): string {
  if (kind === "thread") return said === "" ? l10n.t("Thread {0}", name) : l10n.t("{0}, thread {1}", said, name);
  return said === "" ? l10n.t("Agent conversation {0}", name) : l10n.t("{0}, agent conversation {1}", said, name);
}

/** The text of a thread's label: its message, or its ID, which its end may tell apart. */
export function labelText(message: string, thread: ConversationSummary): string {
  return message || middleCut(threadName(thread), longestText);
}

function threadIcon({ pinned, hasFailed }: ThreadRowContext): RowIcon {
  if (hasFailed) return { id: "error", color: "list.errorForeground" };
  return { id: pinned ? "search" : "comment-discussion" };
}

/** The sorted value and two more. */
function factsInOrder(sortedBy: SortField): readonly ThreadFact[] {
  const first = factOfField[sortedBy] ?? "updated";
  const others = (["turns", "updated", "p50"] as const).filter((fact) => fact !== first);
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
  const label = l10n.t("Threads {0} to {1}", exact(block.start + 1), exact(block.end));
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

/** The row that ends the list. It always has the same ID, so it keeps the focus when one replaces another. */
export function endTreeRow(row: EndRow): TreeRow {
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
    case "more":
      return loadRow(l10n.t("Load more"), { icon: { id: "ellipsis" } });
  }
}

function loadRow(label: string, row: Partial<TreeRow>): TreeRow {
  const command = { command: "weaveThreads.loadMore", title: label } as const;
  return { id: "end", label, spoken: label, isButton: true, command, ...row };
}
