import * as l10n from "@vscode/l10n";
import { type WaterfallRow, waterfall } from "../../core/conversation/drawing/waterfall.ts";
import type { Call } from "../../core/query/call.ts";
import { button, element, keepingFocus } from "../shared/element.ts";
import type { Surface } from "./conversationSurface.ts";
import { waterfallRow } from "./waterfallRow.ts";

/** Rows that are created at a time. */
const chunk = 200;

/** The calls of a turn as a collapsible tree, each with a bar on the turn's time axis. */
export class WaterfallView {
  readonly tree = element("div", { class: "waterfall", role: "tree", "aria-label": l10n.t("Calls") });
  readonly #surface: Surface;
  readonly #turn: Call;
  #rows: readonly WaterfallRow[] = [];
  #most = chunk;
  /** The row that gets the focus first. */
  #current: string;
  #marked: string | null = null;
  /** Whether the marked row still has to be reached. */
  #wanted = false;
  readonly #detailed = new Set<string>();

  constructor(surface: Surface, turn: Call) {
    this.#surface = surface;
    this.#turn = turn;
    this.#current = turn.id;
    this.tree.addEventListener("keydown", (event) => this.#press(event));
    this.tree.addEventListener("click", ({ target }) => {
      const part = target instanceof Element ? target : null;
      const row = part?.closest<HTMLElement>("[role=treeitem]");
      if (!row || part?.closest(".row-details, .attempts")) return;
      if (part?.closest(".twist") && row.ariaExpanded !== null) this.#fold(row, row.ariaExpanded === "true");
      else this.#detail(row);
    });
  }

  draw(calls: readonly Call[]): void {
    this.#rows = waterfall(calls, this.#turn.id, this.#surface.now());
    this.#draw();
  }

  /** Marks a call and expands its details, as soon as it is loaded; null removes the mark. */
  mark(callId: string | null): void {
    this.#marked = callId;
    this.#wanted = callId !== null;
    if (callId !== null) this.#detailed.add(callId);
    if (this.#rows.length > 0) this.#draw();
  }

  get markedRow(): HTMLElement | null {
    return this.tree.querySelector<HTMLElement>('[aria-current="true"]');
  }

  /** Expands the parents of the marked call, and creates as many rows as needed. */
  #seek(): void {
    const place = this.#rows.findIndex(({ call }) => call.id === this.#marked);
    const row = this.#rows[place];
    if (row === undefined) return;
    this.#wanted = false;
    for (const [at, { call, below }] of this.#rows.slice(0, place).entries())
      if (at + below >= place) this.#surface.memory.toggle(this.#foldKey(call.id), false);
    this.#current = row.call.id;
    this.#most = Math.max(this.#most, this.#visible().indexOf(row) + 1);
  }

  #draw(): void {
    if (this.#wanted) this.#seek();
    const visible = this.#visible();
    const shown = visible.slice(0, this.#most);
    if (!shown.some(({ call }) => call.id === this.#current)) this.#current = shown[0]?.call.id ?? "";
    const rows = shown.map((row) => {
      const { id } = row.call;
      return waterfallRow(this.#surface, this.#turn, row, {
        folded: this.#isFolded(id),
        detailed: this.#detailed.has(id),
        marked: id === this.#marked,
        current: id === this.#current,
      });
    });
    const left = visible.length - shown.length;
    keepingFocus(this.tree, () => this.tree.replaceChildren(...rows, ...(left > 0 ? [this.#more(left)] : [])));
  }

  #visible(): readonly WaterfallRow[] {
    let next = 0;
    return this.#rows.filter(({ call, below }, at) => {
      if (at < next) return false;
      next = at + 1 + (this.#isFolded(call.id) ? below : 0);
      return true;
    });
  }

  #more(left: number): HTMLElement {
    const count = this.#surface.formats.exact(Math.min(chunk, left));
    return button(l10n.t("Show {0} more", count), "cut", () => {
      this.#current = this.#visible()[this.#most]?.call.id ?? "";
      this.#most += chunk;
      this.#draw();
      this.tree.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    });
  }

  /** Keyboard navigation as in VS Code's trees. */
  #press(event: KeyboardEvent): void {
    const row = event.target;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!(row instanceof HTMLElement) || row.role !== "treeitem") return;
    const rows = [...this.tree.querySelectorAll<HTMLElement>("[role=treeitem]")];
    const at = rows.indexOf(row);
    const open = row.ariaExpanded;
    const parent = () => rows.slice(0, at).findLast((above) => Number(above.ariaLevel) < Number(row.ariaLevel));
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => this.#focus(rows[at + 1]),
      ArrowUp: () => this.#focus(rows[at - 1]),
      Home: () => this.#focus(rows[0]),
      End: () => this.#focus(rows.at(-1)),
      ArrowRight: () => (open === "false" ? this.#fold(row, false) : open && this.#focus(rows[at + 1])),
      ArrowLeft: () => (open === "true" ? this.#fold(row, true) : this.#focus(parent())),
      Enter: () => this.#detail(row),
      " ": () => this.#detail(row),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    action();
    event.preventDefault();
  }

  #focus(row: HTMLElement | undefined): void {
    if (row === undefined) return;
    for (const one of this.tree.querySelectorAll<HTMLElement>('[role=treeitem][tabindex="0"]')) one.tabIndex = -1;
    this.#current = row.dataset.focus ?? "";
    row.tabIndex = 0;
    row.focus();
    row.scrollIntoView({ block: "nearest" });
  }

  #fold(row: HTMLElement, folded: boolean): void {
    this.#change(row, (id) => this.#surface.memory.toggle(this.#foldKey(id), folded));
  }

  #detail(row: HTMLElement): void {
    this.#change(row, (id) => this.#detailed.delete(id) || this.#detailed.add(id));
  }

  #change(row: HTMLElement, change: (id: string) => void): void {
    this.#current = row.dataset.focus ?? "";
    change(this.#current);
    row.focus({ preventScroll: true });
    this.#draw();
  }

  #isFolded(id: string): boolean {
    return this.#surface.memory.toggled(this.#foldKey(id));
  }

  #foldKey(id: string): string {
    return `${this.#turn.id}/calls/${id}`;
  }
}
