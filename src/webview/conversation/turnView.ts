import * as l10n from "@vscode/l10n";
import { isPassedOn } from "../../core/calls/failure.ts";
import { durationText, isLarge } from "../../core/conversation/drawing/turnText.ts";
import type { PartState, TurnDocuments } from "../../core/conversation/protocol.ts";
import { type WholeTurn, writtenTurn } from "../../core/conversation/transcript/transcript.ts";
import type { TurnFailure } from "../../core/conversation/turnFailures.ts";
import type { FeedbackMark } from "../../core/feedback/feedbackText.ts";
import type { Call } from "../../core/query/call.ts";
import { element, keepingFocus, nodes, redraw, setText } from "../shared/element.ts";
import { CallsView } from "./callsView.ts";
import { type Content, contentView, exceptionView } from "./contentView.ts";
import { isSame, type Surface } from "./conversationSurface.ts";
import { markdownCopy } from "./copyButton.ts";
import { feedbackView } from "./feedbackView.ts";
import { missingContent } from "./missingContent.ts";
import { StepsView } from "./stepsView.ts";
import { failureLine, turnFacts, turnMenu } from "./turnHead.ts";

type DocumentsState = PartState<TurnDocuments>;

/**
 * One turn. Far from the screen it is a heading with a height; its content is created when it comes near, and
 * removed when it is far again.
 */
export class TurnView {
  readonly article: HTMLElement;
  readonly #surface: Surface;
  readonly #heading = element("h2");
  /** The parts of the head that stay while it is far. */
  readonly #title: readonly HTMLElement[];
  readonly #head: HTMLElement;
  readonly #body = element("div", "turn-body");
  /** On one line, until one is expanded. */
  readonly #steps: StepsView;
  readonly #feedback = element("div");
  readonly #folds = element("div", "folds");
  readonly #copy: HTMLButtonElement;
  #call: Call;
  /** Null while it is far. */
  #calls: CallsView | null = null;
  /** The call that a link points to. */
  #marked: string | null = null;
  #failure: TurnFailure | null = null;
  #documents: DocumentsState = { kind: "loading" };
  /** Whether it has no messages, and those of the model calls inside it are shown. */
  #isSilent = false;

  /** `isNew` says that the turn appeared while the page was open. */
  constructor(surface: Surface, call: Call, isNew: boolean) {
    this.#surface = surface;
    this.#call = call;
    this.#title = isNew ? [this.#heading, element("span", "badge", l10n.t("New"))] : [this.#heading];
    this.#steps = new StepsView(surface, call.id);
    this.#copy = markdownCopy(surface, call.id, () => writtenTurn(this.#whole, this.#heading.textContent));
    this.#head = element("header", "turn-head", ...this.#title);
    const attributes = { class: "turn", tabindex: "-1", "data-vscode-context": turnMenu(call) };
    this.article = element("article", attributes, this.#head);
  }

  get id(): string {
    return this.#call.id;
  }

  get running(): boolean {
    return this.#call.endedAt === null;
  }

  /** Redraws what has changed. */
  update(call: Call, heading: string, failure: TurnFailure | null): void {
    if (this.#heading.textContent !== heading) {
      this.#heading.textContent = heading;
      this.article.ariaLabel = heading;
    }
    const hasChanged = !isSame(this.#call, call);
    if (!hasChanged && isSame(this.#failure, failure)) return;
    this.#call = call;
    this.#failure = failure;
    if (this.#calls === null) return;
    this.#drawHead();
    this.#drawBody();
  }

  come(): void {
    if (this.#calls !== null) return;
    this.#calls = new CallsView(this.#surface, this.#call);
    if (this.#marked !== null) this.#calls.mark(this.#marked);
    this.#folds.replaceChildren(this.#calls.fold);
    this.article.append(this.#body, this.#feedback, this.#folds);
    this.#drawHead();
    this.#drawBody();
  }

  /**
   * Keeps the heading, and the height in pixels until the documents arrive again. Large documents are kept, as they are
   * not sent again.
   */
  leave(height: number): void {
    if (this.#calls === null) return;
    this.#calls = null;
    this.#steps.show([]);
    if (!isLarge(this.#call)) this.#documents = { kind: "loading" };
    this.#head.replaceChildren(...this.#title);
    this.#body.replaceChildren();
    this.article.style.minHeight = `${height}px`;
    this.#body.remove();
    this.#feedback.remove();
    this.#feedback.replaceChildren();
    this.#folds.remove();
    this.#folds.replaceChildren();
  }

  showDocuments(state: DocumentsState): void {
    const { kind } = this.#documents;
    if (this.#calls === null || (state.kind === kind && isSame(this.#documents, state))) return;
    // Content stays while it is reloading.
    if (state.kind === "loading" && kind === "shown") return;
    this.#documents = state;
    this.#drawBody();
  }

  showCalls(state: PartState<readonly Call[]>, more: boolean): void {
    this.#calls?.show(state, more);
  }

  showSteps(...given: Parameters<StepsView["show"]>): void {
    if (this.#calls === null) return;
    this.#steps.show(...given);
    if ((this.#call.usage.length === 0 || this.#lacksPrices) && this.#steps.modelCalls.length > 0) this.#drawHead();
    if (this.#isSilent) this.#drawBody();
  }

  showFeedback(marks: readonly FeedbackMark[]): void {
    if (this.#calls !== null) redraw(this.#feedback, feedbackView(this.#surface, this.id, marks));
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
    if (this.#calls === null) return;
    const { formats, now } = this.#surface;
    setText(this.#head.querySelector("time"), formats.ago(this.#call.startedAt, now()));
    setText(this.#head.querySelector(".duration"), durationText(this.#call, now(), formats));
  }

  /** Which models have no price is known of their calls only. */
  get #lacksPrices(): boolean {
    return this.#call.usage.some(({ isPart }) => isPart);
  }

  #drawHead(): void {
    // Some tracers do not add up the usage inside a turn.
    const counted = this.#call.usage.length > 0 ? [this.#call] : this.#steps.modelCalls;
    const facts = nodes([
      turnFacts(this.#surface, this.#call, counted, this.#lacksPrices ? this.#steps.modelCalls : counted),
      this.#copy,
      failureLine(this.#surface, this.#failure),
    ]);
    keepingFocus(this.#head, () => this.#head.replaceChildren(...this.#title, ...facts));
  }

  #drawBody(): void {
    const { exception } = this.#call;
    const failure = exception === null ? null : exceptionView(this.#surface, this.id, exception);
    // The head names the call that it comes from.
    const isSaid = exception !== null && isPassedOn(exception, this.#call, this.#failure);
    const hides = isSaid && this.#documents.kind === "shown";
    const { said, folded } = this.#content(hides ? failure : null);
    this.#copy.hidden = this.#documents.kind !== "shown";
    keepingFocus(this.article, () => {
      this.#body.replaceChildren(...nodes([said, !hides && failure, this.#surface.attempts.of(this.id)]));
      for (const old of [...this.#folds.children]) if (old !== this.#calls?.fold) old.remove();
      this.#folds.prepend(...folded);
    });
    if (this.#documents.kind !== "loading") this.article.style.minHeight = "";
    this.article.setAttribute("aria-busy", String(this.#documents.kind === "loading"));
  }

  get #whole(): WholeTurn {
    const documents = this.#documents.kind === "shown" ? this.#documents.value : { inputs: null, output: null };
    return { call: this.#call, documents, steps: this.#steps.loaded };
  }

  #content(detail: Node | null): Pick<Content, "said" | "folded"> {
    const state = this.#documents;
    if (state.kind === "shown") {
      const content = contentView(this.#surface, this.#whole, { between: [this.#steps.element], detail });
      this.#isSilent = content.isSilent;
      this.#steps.leaveOut(content.tools);
      for (const callId of content.missing) this.#steps.ask(callId);
      return content;
    }
    const load = () => {
      this.#surface.post({ kind: "load", turnId: this.id });
      this.showDocuments({ kind: "loading" });
      this.article.focus({ preventScroll: true });
    };
    return { said: [missingContent(this.#surface, this.#call, state, load), this.#steps.element], folded: [] };
  }
}
