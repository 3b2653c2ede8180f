import { EventEmitter, type TreeDataProvider, type TreeItem } from "vscode";
import { filterTreeRow } from "../../core/conversations/filterText.ts";
import { listNoticeRow } from "../../core/conversations/listNotice.ts";
import { detailRows } from "../../core/conversations/threadDetails.ts";
import type { FactContext } from "../../core/conversations/threadFact.ts";
import { threadNotes } from "../../core/conversations/threadNotes.ts";
import { blockOf, blockRows, type OpenRows, type ThreadRow, threadRows } from "../../core/conversations/threadRows.ts";
import { blockTreeRow, endTreeRow, threadLabel, threadTreeRow } from "../../core/conversations/threadRowText.ts";
import type { CheckedThread } from "../../core/conversations/threadTurns.ts";
import { detailsTreeRow, turnNoticeRow, turnRows, turnTreeRow } from "../../core/conversations/turnRow.ts";
import { boundsText, rangeWord } from "../../core/input/rangeText.ts";
import type { OpenProject } from "../../core/project/openProject.ts";
import { keyText } from "../../core/query/conversationKey.ts";
import type { ConversationSummary } from "../../core/query/thread.ts";
import { textsAlike } from "../../core/text/rowLabel.ts";
import type { TreeRow } from "../../core/text/rows.ts";
import { configuredClient, configuredPageSize } from "../../vscode/storage/settings.ts";
import { linesTooltip, treeItem } from "../../vscode/ui/treeView.ts";
import type { Parts } from "../app.ts";

export interface RevealOptions {
  /** Keeps the focus where it is. */
  readonly preserveFocus: boolean;
}

export type TreeParts = Parts<
  "threads" | "details" | "turns" | "failed" | "failures" | "lastSeen" | "messages" | "standing" | "formats"
> & { readonly project: Pick<OpenProject, "feedback" | "isFiltered"> };

const longestWaitMs = 500;
/** Threads at the head of the list whose labels are compared: no others have messages. */
const mostCompared = 1000;

/** Draws the thread list. It has no rows of its own, and requests only the turns and details of expanded threads. */
export class ThreadTree implements TreeDataProvider<ThreadRow> {
  readonly #parts: TreeParts;
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
    if (row.kind === "block") return [...blockRows(listing.threads, row)];
    if (row.kind === "details") return this.#detailRows(row.thread, row.pinned);
    if (row.kind !== "thread") return [];
    const { thread, pinned } = row;
    return [...turnRows(thread, this.#parts.turns.of(thread), pinned), { kind: "details", thread, pinned }];
  }

  async #detailRows(thread: ConversationSummary, pinned: boolean): Promise<ThreadRow[]> {
    const { details, turns } = this.#parts;
    this.#detailText ??= await import("../../core/conversations/detailRowText.ts");
    const calls = details.of(thread);
    return [...detailRows({ checked: this.#checked(thread), calls, turns: turns.known(keyText(thread)), pinned })];
  }

  getTreeItem(row: ThreadRow): TreeItem {
    return treeItem(this.#treeRow(row));
  }

  #treeRow(row: ThreadRow): TreeRow {
    const { threads, lastSeen, formats } = this.#parts;
    switch (row.kind) {
      case "thread":
        return this.#threadRow(row);
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
          this.#detailText?.detailTreeRow(row, formats, this.#window(row)) ?? endTreeRow({ kind: "loading" }, formats)
        );
      default:
        return endTreeRow(row, formats);
    }
  }

  /** VS Code expands the parents of a row before it reveals the row. */
  getParent(row: ThreadRow): ThreadRow | undefined {
    const { listing } = this.#parts.threads;
    if (row.kind === "thread") return row.pinned ? undefined : blockOf(listing.threads, row.thread);
    if (!("thread" in row)) return undefined;
    const { thread, pinned } = row;
    return { kind: row.kind === "detail" ? "details" : "thread", thread, pinned };
  }

  async resolveTreeItem(item: TreeItem, row: ThreadRow): Promise<TreeItem> {
    const { formats, lastSeen, turns, failed, failures, messages } = this.#parts;
    const { threadTooltip, turnTooltip } = await import("../../core/conversations/threadTooltip.ts");
    if (row.kind === "turn") item.tooltip = linesTooltip(turnTooltip(row, formats));
    if (row.kind !== "thread") return item;
    const { thread } = row;
    const checked = this.#checked(thread);
    const notes = this.#notes(checked, row);
    const window = this.#window(row)?.words ?? null;
    const hasFailed = this.#hasFailed(thread);
    // If the service does not support it, the view's message says so once.
    const isUnknown = turns.canBeShown && !hasFailed && !failed.knows(thread);
    const newSince = lastSeen.isNew(thread) ? lastSeen.time : null;
    const message = messages.of(thread);
    // A slow response must not keep the rest of the tooltip back.
    const late = new Promise<null>((resolve) => void setTimeout(resolve, longestWaitMs, null));
    const failure = hasFailed ? await Promise.race([failures.loaded(thread), late]) : null;
    const feedback = (await this.#parts.project.feedback.there())?.summaryOf(thread, formats) ?? "";
    item.tooltip = linesTooltip(
      threadTooltip(checked, { formats, notes, message, newSince, hasFailed, failure, feedback, isUnknown, window }),
    );
    return item;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #rows(): ThreadRow[] {
    const { project, threads } = this.#parts;
    return threadRows(threads, project.isFiltered);
  }

  /** The text of a thread's label. */
  #textOf(thread: ConversationSummary): string {
    return threadLabel(this.#parts.messages.of(thread), thread);
  }

  #threadRow(row: ThreadRow & { readonly kind: "thread" }): TreeRow {
    const { threads, turns, lastSeen, messages } = this.#parts;
    const { thread, pinned } = row;
    const checked = this.#checked(thread);
    return threadTreeRow(checked, {
      ...this.#factContext(),
      sortedBy: threads.sortedBy,
      message: messages.of(thread),
      isAlike: this.#alike.has(this.#textOf(thread)),
      isNew: lastSeen.isNew(thread),
      hasFailed: this.#hasFailed(thread),
      opens: turns.canBeShown,
      pinned,
      isOpen: this.#open.isOpen(row),
      notes: this.#notes(checked, row),
    });
  }

  #checked(thread: ConversationSummary): CheckedThread {
    return this.#parts.turns.checked(thread, this.#parts.threads.boundsOf(thread));
  }

  #notes(checked: CheckedThread, { pinned }: { readonly pinned: boolean }): readonly string[] {
    return threadNotes(checked, pinned ? null : this.#parts.threads.sortedBy);
  }

  #hasFailed(thread: ConversationSummary): boolean {
    return this.#parts.turns.hasFailed(thread) || this.#parts.failed.has(thread);
  }

  #factContext(): FactContext {
    return { formats: this.#parts.formats, now: Date.now() };
  }

  /** The time range of a thread's statistics, in a word and in full; null if they cover all of its turns. */
  #window({
    thread,
  }: {
    readonly thread: ConversationSummary;
  }): { readonly short: string; readonly words: string } | null {
    const { threads, formats } = this.#parts;
    const bounds = threads.boundsOf(thread);
    if (bounds.after === undefined && bounds.before === undefined) return null;
    return { short: rangeWord(threads.selection.filter.time), words: boundsText(bounds, formats) };
  }
}
