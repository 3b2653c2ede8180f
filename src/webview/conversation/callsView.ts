import * as l10n from "@vscode/l10n";
import { largeText } from "../../core/conversation/drawing/turnText.ts";
import type { PartState } from "../../core/conversation/protocol.ts";
import type { Call } from "../../core/query/call.ts";
import { type Child, element, keepingFocus, nodes } from "../shared/element.ts";
import { noticeView } from "../shared/noticeView.ts";
import type { Surface } from "./conversationSurface.ts";
import { fold } from "./fold.ts";
import { WaterfallView } from "./waterfallView.ts";

type CallsState = PartState<readonly Call[]>;

/** The calls of a turn, requested when they are expanded, or at once if they were expanded before. */
export class CallsView {
  readonly fold: HTMLDetailsElement;
  readonly #surface: Surface;
  readonly #title = element("span", {});
  readonly #content = element("div");
  readonly #waterfall: WaterfallView;
  readonly #turn: Call;

  constructor(surface: Surface, turn: Call) {
    this.#surface = surface;
    this.#turn = turn;
    this.#title.textContent = this.#isOfAgent ? l10n.t("Spans") : l10n.t("Calls");
    this.#waterfall = new WaterfallView(surface, turn);
    const options = { key: `${turn.id}/calls`, summary: this.#title, className: "calls" };
    this.fold = fold(surface, options, () => this.#content);
    this.fold.addEventListener("toggle", () => {
      if (this.fold.open && this.#content.childElementCount === 0) this.#request();
    });
  }

  show(state: CallsState, more: boolean): void {
    keepingFocus(this.#content, () => this.#content.replaceChildren(...nodes(this.#parts(state, more))));
  }

  /** Expands the calls and marks one of them; null removes the mark. */
  mark(callId: string | null): void {
    this.#waterfall.mark(callId);
    if (callId !== null) this.fold.open = true;
  }

  get markedRow(): HTMLElement | null {
    return this.#waterfall.markedRow;
  }

  get #isOfAgent(): boolean {
    return this.#turn.conversation?.kind === "agent";
  }

  #request(): void {
    if (this.#content.childElementCount === 0) this.show({ kind: "loading" }, false);
    this.#surface.post({ kind: "calls", turnId: this.#turn.id });
  }

  #parts(state: CallsState, more: boolean): Child {
    const { formats } = this.#surface;
    switch (state.kind) {
      case "loading":
        return element("p", "note waiting", l10n.t("Loading…"));
      case "large":
        return element("p", "note", largeText(this.#turn, null, formats));
      case "failed":
        return noticeView(this.#surface, state.notice, () => this.#request());
      case "shown": {
        const count = formats.exact(state.value.length);
        this.#title.textContent = this.#isOfAgent ? l10n.t("Spans ({0})", count) : l10n.t("Calls ({0})", count);
        if (state.value.length === 0) return element("p", "note", l10n.t("No calls."));
        this.#waterfall.draw(state.value);
        const rest = this.#isOfAgent
          ? l10n.t("Only the first {0} spans are shown.", count)
          : l10n.t("Not all calls are shown.");
        return [this.#waterfall.tree, more && element("p", "note", rest)];
      }
      default:
        return state satisfies never;
    }
  }
}
