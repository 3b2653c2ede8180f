import { EventEmitter, type TreeDataProvider, type TreeItem } from "vscode";
import { filterTreeRow } from "../../core/conversations/filterText.ts";
import { listNoticeRow } from "../../core/conversations/listNotice.ts";
import { detailRows } from "../../core/conversations/threadDetails.ts";
import type { FactContext } from "../../core/conversations/threadFact.ts";
import {
  blockOf,
  blockRows,
  type OpenRows,
  pinnedRows,
  type ThreadRow,
  threadRows,
} from "../../core/conversations/threadRows.ts";
import {
  blockTreeRow,
  endTreeRow,
  pinTreeRow,
  threadLabel,
  threadTreeRow,
} from "../../core/conversations/threadRowText.ts";
import {
  detailsTreeRow,
  type ListSection,
  turnNoticeRow,
  turnRows,
  turnTreeRow,
} from "../../core/conversations/turnRow.ts";
import { isSameConversation, keyText } from "../../core/query/conversationKey.ts";
import type { ConversationSummary } from "../../core/query/thread.ts";
import { textsAlike } from "../../core/text/rowLabel.ts";
import type { TreeRow } from "../../core/text/rows.ts";
import { configuredClient, configuredPageSize } from "../../vscode/storage/settings.ts";
import { linesTooltip, treeItem } from "../../vscode/ui/treeView.ts";
import { ThreadRowFacts, type TreeParts } from "./threadRowFacts.ts";

export interface RevealOptions {
  /** Keeps the focus where it is. */
  readonly preserveFocus: boolean;
}

/** Threads at the head of the list whose labels are compared: no others have messages. */
const mostCompared = 1000;

/** Draws the thread list. It has no rows of its own, and requests only the turns and details of expanded threads. */
export class ThreadTree implements TreeDataProvider<ThreadRow> {
  readonly #parts: TreeParts;
  readonly #facts: ThreadRowFacts;
  readonly #changed = new EventEmitter<undefined>();
  readonly #open: OpenRows;
  readonly #drawn: () => void;
  readonly onDidChangeTreeData = this.#changed.event;
  /** Whether there were no rows when they were last read, and no redraw has been due since. */
  #isEmpty = false;
  /** Loaded when details are first expanded. */
  #detailText: typeof import("../../core/conversations/detailRowText.ts") | null = null;
  /** The texts of rows that begin as that of another row. */
  #alike: ReadonlySet<string> = new Set();

  /** `drawn` is called once VS Code has received rows. */
  constructor(parts: TreeParts, open: OpenRows, drawn: () => void) {
    [this.#parts, this.#open, this.#drawn] = [parts, open, drawn];
    this.#facts = new ThreadRowFacts(parts);
  }

  /** Whether the first rows have arrived since the last redraw. */
  get isFilling(): boolean {
    return this.#isEmpty && this.#rows().length > 0;
  }

  redraw(): void {
    this.#isEmpty = false;
    this.#changed.fire(undefined);
  }

  getChildren(row?: undefined): ThreadRow[];
  getChildren(row?: ThreadRow): ThreadRow[] | Promise<ThreadRow[]>;
  getChildren(row?: ThreadRow): ThreadRow[] | Promise<ThreadRow[]> {
    const { listing } = this.#parts.threads;
    setImmediate(this.#drawn);
    if (row === undefined) {
      // Here, because rows may have arrived since the redraw that caused this call.
      this.#open.update(listing.threads, configuredPageSize());
      this.#alike = textsAlike(listing.threads.slice(0, mostCompared).map((thread) => this.#textOf(thread)));
      const rows = this.#rows();
      this.#isEmpty = rows.length === 0;
      return rows;
    }
    // VS Code loses its event for an expanded row while it redraws the tree, but then it requests the rows inside.
    this.#open.set(row, true);
    if (row.kind === "pins") return [...pinnedRows(row)];
    if (row.kind === "block") return [...blockRows(listing.threads, row)];
    if (row.kind === "details") return this.#detailRows(row.thread, row.section);
    if (row.kind !== "thread") return [];
    const { thread, section } = row;
    const turns = this.#parts.turns.of(this.#facts.listed(thread));
    return [...turnRows(thread, turns, section), { kind: "details", thread, section }];
  }

  async #detailRows(thread: ConversationSummary, section: ListSection): Promise<ThreadRow[]> {
    const { details, turns } = this.#parts;
    this.#detailText ??= await import("../../core/conversations/detailRowText.ts");
    const calls = details.of(this.#facts.listed(thread));
    return [
      ...detailRows({
        checked: this.#facts.checked(thread, section),
        calls,
        turns: turns.known(keyText(thread)),
        section,
      }),
    ];
  }

  getTreeItem(row: ThreadRow): TreeItem {
    return treeItem(this.#treeRow(row));
  }

  #treeRow(row: ThreadRow): TreeRow {
    const { threads, lastSeen, formats } = this.#parts;
    switch (row.kind) {
      case "thread":
        return this.#threadRow(row);
      case "pins":
      case "unpinned":
        return pinTreeRow(row);
      case "filter":
        return filterTreeRow(threads.selection.filter, threads.onlyErrors, formats);
      case "block":
        return blockTreeRow(row, threads.sortedBy, this.#open.isOpen(row), this.#factContext());
      case "turn":
        return turnTreeRow(row, { formats, now: Date.now(), seen: lastSeen.time });
      case "turnsLoading":
      case "earlierTurns":
      case "turnsFailed":
        return turnNoticeRow(row, formats);
      case "failed":
      case "missing":
      case "new": {
        const { limitedUntil } = this.#parts.standing.value;
        return listNoticeRow(row, { formats, limitedUntil, client: configuredClient() });
      }
      case "details":
        return detailsTreeRow(row);
      case "detail":
        return (
          this.#detailText?.detailTreeRow(row, formats, this.#facts.window(row)) ??
          endTreeRow({ kind: "loading" }, formats)
        );
      default:
        return endTreeRow(row, formats);
    }
  }

  /** VS Code expands the parents of a row before it reveals the row. */
  getParent(row: ThreadRow): ThreadRow | undefined {
    const { listing } = this.#parts.threads;
    if (row.kind === "thread" && row.section === "pinned") return this.#rows().find(({ kind }) => kind === "pins");
    if (row.kind === "thread") return row.section === "list" ? blockOf(listing.threads, row.thread) : undefined;
    if (!("thread" in row)) return undefined;
    const { thread, section } = row;
    return { kind: row.kind === "detail" ? "details" : "thread", thread, section };
  }

  async resolveTreeItem(item: TreeItem, row: ThreadRow): Promise<TreeItem> {
    const lines = await this.#facts.tooltip(row);
    if (lines !== null) item.tooltip = linesTooltip(lines);
    return item;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #rows(): ThreadRow[] {
    const { project, threads } = this.#parts;
    return threadRows(threads, project.isFiltered, project.pinned.value);
  }

  /** The text of a thread's label. */
  #textOf(thread: ConversationSummary): string {
    return threadLabel(this.#parts.messages.of(thread), thread);
  }

  #threadRow(row: ThreadRow & { readonly kind: "thread" }): TreeRow {
    const { threads, turns, lastSeen, messages } = this.#parts;
    const { thread, section } = row;
    const checked = this.#facts.checked(thread, section);
    return threadTreeRow(checked, {
      ...this.#factContext(),
      sortedBy: threads.sortedBy,
      message: messages.of(thread),
      isAlike: this.#alike.has(this.#textOf(thread)),
      isNew: lastSeen.isNew(thread),
      hasFailed: this.#facts.hasFailed(thread),
      opens: turns.canBeShown,
      section,
      isOpen: this.#open.isOpen(row),
      pin: this.#parts.project.pinned.value.find(({ key }) => isSameConversation(key, thread)),
      notes: this.#facts.notes(checked, section),
    });
  }

  #factContext(): FactContext {
    return { formats: this.#parts.formats, now: Date.now() };
  }
}
