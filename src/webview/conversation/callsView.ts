import * as l10n from "@vscode/l10n";
import type { Call } from "../../core/calls/call.ts";
import { largeText } from "../../core/conversation/drawing/turnText.ts";
import type { PartState } from "../../core/conversation/protocol.ts";
import { element } from "../shared/element.ts";
import { keepingFocus } from "../shared/focus.ts";
import { noticeView } from "../shared/noticeView.ts";
import { fold } from "./fold.ts";
import type { Surface } from "./surface.ts";
import { WaterfallView } from "./waterfallView.ts";

type CallsState = PartState<readonly Call[]>;

/** The calls of a turn, requested when they are expanded, or at once if they were expanded before. */
export class CallsView {
  readonly fold: HTMLDetailsElement;
  readonly #surface: Surface;
  readonly #title: HTMLElement;
  readonly #content = element("div");
  readonly #waterfall: WaterfallView;
  readonly #turnId: string;

  constructor(surface: Surface, turn: Call) {
    this.#surface = surface;
    this.#turnId = turn.id;
    this.#waterfall = new WaterfallView(surface, turn);
    this.#title = element("span", {}, l10n.t("Calls"));
    const key = `${turn.id}/calls`;
    this.fold = fold(surface.memory, { key, summary: [this.#title], className: "calls" }, () => [this.#content]);
    this.fold.addEventListener("toggle", () => {
      if (this.fold.open && this.#content.childElementCount === 0) this.#ask();
    });
  }

  show(state: CallsState, more: boolean): void {
    keepingFocus(this.#content, () => this.#content.replaceChildren(...this.#parts(state, more)));
  }

  /** Expands the calls and marks one of them; null removes the mark. */
  mark(callId: string | null): void {
    this.#waterfall.mark(callId);
    if (callId !== null) this.fold.open = true;
  }

  get markedRow(): HTMLElement | null {
    return this.#waterfall.markedRow;
  }

  #ask(): void {
    if (this.#content.childElementCount === 0) this.show({ kind: "loading" }, false);
    this.#surface.post({ kind: "calls", turnId: this.#turnId });
  }

  #parts(state: CallsState, more: boolean): readonly Node[] {
    const { formats } = this.#surface;
    switch (state.kind) {
      case "loading":
        return [element("p", { class: "note waiting" }, l10n.t("Loading…"))];
      case "large":
        return [element("p", { class: "note" }, largeText(null, formats))];
      case "failed":
        return [noticeView(this.#surface, state.notice, () => this.#ask())];
      case "shown": {
        this.#title.textContent = l10n.t("Calls ({0})", formats.exact(state.value.length));
        if (state.value.length === 0) return [element("p", { class: "note" }, l10n.t("No calls."))];
        const rest = more ? [element("p", { class: "note" }, l10n.t("Not all calls are shown."))] : [];
        this.#waterfall.draw(state.value);
        return [this.#waterfall.tree, ...rest];
      }
      default:
        return state satisfies never;
    }
  }
}
