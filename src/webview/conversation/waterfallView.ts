import * as l10n from "@vscode/l10n";
import type { Call } from "../../core/calls/call.ts";
import { type WaterfallRow, waterfall } from "../../core/conversation/drawing/waterfall.ts";
import { button, element } from "../shared/element.ts";
import { keepingFocus } from "../shared/focus.ts";
import type { Surface } from "./surface.ts";
import { treeKeys } from "./treeKeys.ts";
import { waterfallRow } from "./waterfallRow.ts";

/** Rows that are created at a time. */
const chunk = 200;

/** The calls of a turn as a collapsible tree, each with a bar on the turn's time axis. */
export class WaterfallView {
  readonly tree: HTMLElement;
  readonly #surface: Surface;
  readonly #turn: Call;
  #rows: readonly WaterfallRow[] = [];
  #most = chunk;
  /** The row that gets the focus first. */
  #current: string;
  #marked: string | null = null;
  /** Whether the marked row still has to be reached. */
  #sought = false;
  readonly #detailed = new Set<string>();

  constructor(surface: Surface, turn: Call) {
    this.#surface = surface;
    this.#turn = turn;
    this.#current = turn.id;
    this.tree = element("div", { class: "waterfall", role: "tree", "aria-label": l10n.t("Calls") });
    this.tree.addEventListener("keydown", (event) =>
      treeKeys(event, {
        focus: (row) => this.#focus(row),
        fold: (row, folded) => this.#fold(row, folded),
        enter: (row) => this.#detail(row),
      }),
    );
    this.tree.addEventListener("click", ({ target }) => {
      const part = target instanceof Element ? target : null;
      const row = part?.closest<HTMLElement>("[role=treeitem]");
      if (!row || part?.closest(".row-details")) return;
      if (part?.closest(".twist") && row.ariaExpanded !== null) this.#fold(row, row.ariaExpanded === "true");
      else this.#detail(row);
    });
  }

  draw(calls: readonly Call[]): void {
    this.#rows = waterfall(calls, this.#turn.id, this.#surface.now()).rows;
    this.#draw();
  }

  /** Marks a call and expands its details, as soon as it is loaded; null removes the mark. */
  mark(callId: string | null): void {
    this.#marked = callId;
    this.#sought = callId !== null;
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
    this.#sought = false;
    for (const [at, { call, below }] of this.#rows.slice(0, place).entries())
      if (at + below >= place) this.#surface.memory.toggle(this.#foldKey(call.id), false);
    this.#current = row.call.id;
    this.#most = Math.max(this.#most, this.#visible().indexOf(row) + 1);
  }

  #draw(): void {
    if (this.#sought) this.#seek();
    const visible = this.#visible();
    const shown = visible.slice(0, this.#most);
    if (!shown.some(({ call }) => call.id === this.#current)) this.#current = shown[0]?.call.id ?? "";
    const rows = shown.map((row) => {
      const { id } = row.call;
      const drawn = waterfallRow(this.#surface, this.#turn, row, {
        folded: this.#isFolded(id),
        detailed: this.#detailed.has(id),
        marked: id === this.#marked,
      });
      drawn.tabIndex = id === this.#current ? 0 : -1;
      return drawn;
    });
    const left = visible.length - shown.length;
    keepingFocus(this.tree, () => this.tree.replaceChildren(...rows, ...(left > 0 ? [this.#more(left)] : [])));
  }

  #visible(): readonly WaterfallRow[] {
    const visible: WaterfallRow[] = [];
    for (let at = 0; at < this.#rows.length; at += 1) {
      const row = this.#rows[at];
      if (row === undefined) break;
      visible.push(row);
      if (this.#isFolded(row.call.id)) at += row.below;
    }
    return visible;
  }

  #more(left: number): HTMLElement {
    const count = this.#surface.formats.exact(Math.min(chunk, left));
    return button(l10n.t("Show {0} more", count), { class: "cut" }, () => {
      const next = this.#visible()[this.#most];
      this.#most += chunk;
      if (next !== undefined) this.#current = next.call.id;
      this.#draw();
      this.tree.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    });
  }

  #focus(row: HTMLElement): void {
    for (const one of this.tree.querySelectorAll<HTMLElement>('[role=treeitem][tabindex="0"]')) one.tabIndex = -1;
    this.#current = row.dataset.focus ?? "";
    row.tabIndex = 0;
    row.focus();
    row.scrollIntoView({ block: "nearest" });
  }

  #fold(row: HTMLElement, folded: boolean): void {
    const { focus: id = "" } = row.dataset;
    this.#surface.memory.toggle(this.#foldKey(id), folded);
    this.#current = id;
    row.focus({ preventScroll: true });
    this.#draw();
  }

  #detail(row: HTMLElement): void {
    const { focus: id = "" } = row.dataset;
    if (!this.#detailed.delete(id)) this.#detailed.add(id);
    this.#current = id;
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
