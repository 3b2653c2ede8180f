import * as l10n from "@vscode/l10n";
import type { Call } from "../../core/calls/call.ts";
import { isLarge } from "../../core/conversation/documentBatch.ts";
import { durationText, largeText } from "../../core/conversation/drawing/turnText.ts";
import type { PartState, TurnDocuments } from "../../core/conversation/protocol.ts";
import { button, element } from "../shared/element.ts";
import { keepingFocus } from "../shared/focus.ts";
import { noticeView } from "../shared/noticeView.ts";
import { CallsView } from "./callsView.ts";
import { type Content, contentView } from "./contentView.ts";
import { exceptionView } from "./exceptionView.ts";
import { sameCall, sameDocuments } from "./sameTurn.ts";
import type { Surface } from "./surface.ts";
import { turnFacts, turnMenu } from "./turnHead.ts";

type DocumentsState = PartState<TurnDocuments>;

/**
 * One turn. Far from the screen it is a heading with a height; its content is created when it comes near, and
 * removed when it is far again.
 */
export class TurnView {
  readonly article: HTMLElement;
  readonly #surface: Surface;
  readonly #heading = element("h2");
  readonly #head: HTMLElement;
  readonly #body = element("div", { class: "turn-body" });
  /** On one line, until one is expanded. */
  readonly #folds = element("div", { class: "folds" });
  #folded: readonly Node[] = [];
  #call: Call;
  #near = false;
  #calls: CallsView | null = null;
  /** The call that a link points to. */
  #marked: string | null = null;
  #documents: DocumentsState = { kind: "loading" };

  constructor(surface: Surface, call: Call) {
    this.#surface = surface;
    this.#call = call;
    this.#head = element("header", { class: "turn-head" }, this.#heading);
    this.article = element(
      "article",
      { class: "turn", tabindex: "-1", "data-vscode-context": turnMenu(call) },
      this.#head,
    );
  }

  get id(): string {
    return this.#call.id;
  }

  get running(): boolean {
    return this.#call.endedAt === null;
  }

  /** Redraws what has changed. */
  update(call: Call, number: number): void {
    const heading = l10n.t("Turn {0}", this.#surface.formats.exact(number));
    if (this.#heading.textContent !== heading) {
      this.#heading.textContent = heading;
      this.article.setAttribute("aria-label", heading);
    }
    if (sameCall(this.#call, call)) return;
    this.#call = call;
    if (!this.#near) return;
    this.#drawHead();
    this.#drawBody();
  }

  come(): void {
    if (this.#near) return;
    this.#near = true;
    this.#calls = new CallsView(this.#surface, this.#call);
    if (this.#marked !== null) this.#calls.mark(this.#marked);
    this.#folds.replaceChildren(this.#calls.fold);
    this.article.append(this.#body, this.#folds);
    this.#drawHead();
    this.#drawBody();
  }

  /**
   * Keeps the heading, and the height in pixels until the documents arrive again. Large documents are kept, as they are
   * not sent again.
   */
  leave(height: number): void {
    if (!this.#near) return;
    this.#near = false;
    if (!isLarge(this.#call)) this.#documents = { kind: "loading" };
    this.#head.replaceChildren(this.#heading);
    this.#body.replaceChildren();
    this.article.style.minHeight = `${height}px`;
    this.#body.remove();
    this.#folds.remove();
    this.#folds.replaceChildren();
    this.#folded = [];
    this.#calls = null;
  }

  showDocuments(state: DocumentsState): void {
    if (!this.#near || sameDocuments(this.#documents, state)) return;
    // Content stays while it is reloading.
    if (state.kind === "loading" && this.#documents.kind === "shown") return;
    this.#documents = state;
    this.#drawBody();
  }

  showCalls(state: PartState<readonly Call[]>, more: boolean): void {
    this.#calls?.show(state, more);
  }

  /** Expands the calls and marks one of them; null removes the mark. */
  mark(callId: string | null): void {
    if (callId !== null || this.#marked !== null) this.#calls?.mark(callId);
    this.#marked = callId;
  }

  /** Null until the calls are loaded. */
  get markedRow(): HTMLElement | null {
    return this.#calls?.markedRow ?? null;
  }

  /** Updates relative times. */
  tick(): void {
    if (!this.#near) return;
    const { formats, now } = this.#surface;
    setText(this.#head.querySelector("time"), formats.ago(this.#call.startedAt, now()));
    setText(
      this.#head.querySelector(".duration"),
      durationText(this.#call, this.#surface.now(), this.#surface.formats),
    );
  }

  #drawHead(): void {
    keepingFocus(this.#head, () => this.#head.replaceChildren(this.#heading, ...turnFacts(this.#surface, this.#call)));
  }

  #drawBody(): void {
    const { said, folded } = this.#content();
    const { exception } = this.#call;
    const failure = exception === null ? [] : [exceptionView(this.#surface, this.#call, exception)];
    keepingFocus(this.article, () => {
      this.#body.replaceChildren(...said, ...failure);
      for (const node of this.#folded) node.parentNode?.removeChild(node);
      this.#folds.prepend(...folded);
    });
    this.#folded = folded;
    if (this.#documents.kind !== "loading") this.article.style.minHeight = "";
    this.article.setAttribute("aria-busy", String(this.#documents.kind === "loading"));
  }

  #content(): Content {
    const state = this.#documents;
    if (state.kind === "shown") return contentView(this.#surface, this.#call, state.value);
    return { said: [this.#missing(state)], folded: [] };
  }

  /** The placeholder of missing content. */
  #missing(state: Exclude<DocumentsState, { kind: "shown" }>): Node {
    const { formats, post } = this.#surface;
    const load = () => {
      post({ kind: "load", turnId: this.id });
      this.showDocuments({ kind: "loading" });
      this.article.focus({ preventScroll: true });
    };
    switch (state.kind) {
      case "loading":
        return element("p", { class: "note waiting" }, l10n.t("Loading messages…"));
      case "large":
        return element(
          "p",
          { class: "note" },
          largeText(state.bytes, formats),
          " ",
          button(l10n.t("Load"), { "data-focus": `${this.id}/load` }, load),
        );
      case "failed":
        return noticeView(this.#surface, state.notice, load);
      default:
        return state satisfies never;
    }
  }
}

function setText(node: Element | null, text: string): void {
  if (node !== null && node.textContent !== text) node.textContent = text;
}
