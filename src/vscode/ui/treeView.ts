import { setTimeout as delay } from "node:timers/promises";
import * as l10n from "@vscode/l10n";
import {
  type Disposable,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  type TreeView,
  type TreeViewOptions,
  Uri,
  window,
} from "vscode";
import type { RowCommand, TreeRow } from "../../core/text/rows.ts";
import { Throttle } from "./throttle.ts";

/** A view redrawn more often than this cannot paint. */
const redrawInterval = 300;
/** Rows show relative times. */
const ageInterval = 60_000;
/** A busy VS Code needs seconds to know a new row. */
const mostReveals = 20;

/** A tree view whose rows change on their own, redrawn no more often than it can paint. */
export class LiveTreeView<Row extends object> implements Disposable {
  readonly view: TreeView<Row>;
  readonly #redraw: Throttle;
  /** VS Code keeps the texts of an extension that was restarted. */
  #described = false;
  #closed = false;
  #ages: NodeJS.Timeout | undefined;

  /** `draw` redraws the tree; while the view is visible, it is also called once a minute. */
  constructor(id: string, options: TreeViewOptions<Row>, draw: () => void) {
    this.view = window.createTreeView(id, options);
    this.#redraw = new Throttle(draw, redrawInterval);
    this.view.onDidChangeVisibility(({ visible }) => this.#age(visible));
    this.#age(this.view.visible);
  }

  /** Redraws at once, or soon if it was redrawn just before. */
  redraw(): void {
    this.#redraw.call();
  }

  /** Redraws even if it was redrawn just before: for changes that are rare. */
  redrawNow(): void {
    this.#redraw.now();
  }

  /** The description beside the name and the message above the rows. Setting either redraws the view, even if unchanged. */
  describe(description: string, message: string): void {
    if (!this.#described || this.view.description !== description) this.view.description = description;
    if (!this.#described || this.view.message !== message) this.view.message = message;
    this.#described = true;
  }

  /**
   * Reveals a row. VS Code fails to find a row while it redraws the tree, so it is redrawn first if that is due. If it
   * fails nevertheless, it is retried. So is a request that VS Code leaves out without an error, until `isDone`: without
   * focus and selection once the row or a third one is selected, because the user may have moved by then. `row` is called
   * for each attempt: undefined ends them, as the row is no longer in the tree.
   */
  async reveal(
    row: () => Row | undefined,
    options: { readonly focus: boolean; readonly select: boolean; readonly expand?: boolean },
    isDone: () => boolean = () => true,
  ): Promise<void> {
    let left = options;
    let [before] = this.view.selection;
    for (let attempt = 1; ; attempt++) {
      this.#redraw.flush();
      const shown = row();
      if (shown === undefined) return;
      try {
        await this.view.reveal(shown, left);
        if (isDone() || attempt === mostReveals) return;
        const [now] = this.view.selection;
        // There is none while VS Code redraws the tree, perhaps also at first.
        before ??= now;
        if (now !== undefined && (now !== before || now === shown)) left = { ...options, focus: false, select: false };
      } catch (error) {
        // A view that has closed has nothing to reveal.
        if (this.#closed) return;
        if (attempt === mostReveals) throw error;
      }
      await delay(redrawInterval);
    }
  }

  /** A hidden view has no timer. */
  #age(visible: boolean): void {
    clearInterval(this.#ages);
    this.#ages = visible ? setInterval(() => this.#redraw.call(), ageInterval) : undefined;
  }

  dispose(): void {
    this.#closed = true;
    this.#age(false);
    this.#redraw.dispose();
    this.view.dispose();
  }
}

/** The scheme of resource URIs that decorate rows as new. No such resource exists. */
const newScheme = "weave-threads-new";

const newUri = Uri.from({ scheme: newScheme, path: "/new" });

/** Decorates new rows. */
export function registerNewDecoration(): Disposable {
  const decoration = { badge: "N", tooltip: l10n.t("New") };
  return window.registerFileDecorationProvider({
    provideFileDecoration: ({ scheme }) => (scheme === newScheme ? decoration : undefined),
  });
}

export function treeItem(row: TreeRow): TreeItem {
  const { isNew, id, label, description, icon, spoken, isButton, tooltip, contextValue, command, isOpen } = row;
  const { None, Expanded, Collapsed } = TreeItemCollapsibleState;
  const item = new TreeItem(label, isOpen === undefined ? None : isOpen ? Expanded : Collapsed);
  item.id = id;
  item.accessibilityInformation = isButton === true ? { label: spoken, role: "button" } : { label: spoken };
  if (description !== undefined) item.description = description;
  if (isNew === true) item.resourceUri = newUri;
  if (icon !== undefined)
    item.iconPath = new ThemeIcon(icon.id, icon.color === undefined ? undefined : new ThemeColor(icon.color));
  if (tooltip !== undefined) item.tooltip = tooltip;
  if (contextValue !== undefined) item.contextValue = contextValue;
  if (command !== undefined) item.command = command;
  return item;
}

/** A tooltip of lines of untrusted text, with links that run commands. */
export function linesTooltip(lines: readonly string[], links: readonly RowCommand[] = []): MarkdownString {
  const tooltip = new MarkdownString(lines.map((line) => `${escaped(line)}  \n`).join(""));
  if (links.length === 0) return tooltip;
  // No other command can be run from it.
  tooltip.isTrusted = { enabledCommands: links.map(({ command }) => command) };
  return tooltip.appendMarkdown(
    links.map(({ title, ...command }) => `[${escaped(title)}](command:${linkTarget(command)})`).join(" · "),
  );
}

/** A bracket of an argument, which a link's target may contain, would end the link. */
function linkTarget({ command, arguments: given }: Omit<RowCommand, "title">): string {
  if (given === undefined) return command;
  const bracket = (mark: string) => `%${mark.charCodeAt(0).toString(16)}`;
  return `${command}?${encodeURIComponent(JSON.stringify(given)).replace(/[()]/g, bracket)}`;
}

/** As `appendText` escapes a line, but its spaces can wrap. Then a number would begin a list, and a tag would be HTML. */
function escaped(line: string): string {
  const withoutTags = line.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const text = new MarkdownString()
    .appendText(withoutTags)
    .value.replace(/(?:&nbsp;)+/g, " ")
    .trim();
  return text.replace(/^(\d{1,9})([.)])/, "$1\\$2");
}
