import * as l10n from "@vscode/l10n";
import type { TreeRow } from "../rows.ts";
import { visibleCut } from "../text/visibleText.ts";
import type { Thread } from "./thread.ts";
import { type FactContext, factOfField, factText } from "./threadFact.ts";
import type { SortField } from "./threadQuery.ts";
import type { ThreadBlock } from "./threadRow.ts";

const longestId = 14;

/** The row of a block: the sort value of its first and last thread. */
export function blockTreeRow(block: ThreadBlock, sortedBy: SortField, isOpen: boolean, context: FactContext): TreeRow {
  const fact = factOfField[sortedBy];
  const value = (thread: Thread) =>
    fact === null ? visibleCut(thread.id, longestId) : factText(fact, thread, { ...context, window: null });
  const { formats } = context;
  const label = `${value(block.first)} → ${value(block.last)}`;
  const description = l10n.t("{0} to {1}", formats.exact(block.start + 1), formats.exact(block.end));
  return {
    id: `block/${block.index}`,
    label,
    description,
    icon: { id: "list-ordered" },
    spoken: l10n.t("Threads {0}, {1}", description, label),
    contextValue: "block",
    isOpen,
  };
}
