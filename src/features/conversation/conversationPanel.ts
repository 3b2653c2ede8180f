import { type Disposable, env, type Webview, type WebviewPanel } from "vscode";
import type { ConversationChange } from "../../core/conversation/conversation.ts";
import { tabTitle } from "../../core/conversation/drawing/turnText.ts";
import { beginning, type RevealTarget, SentTurns, TargetTurn, turnsAhead } from "../../core/conversation/pageTurns.ts";
import { type Part, partState, stepStates } from "../../core/conversation/partState.ts";
import type { FromPage, PageState, PartState, ToPage } from "../../core/conversation/protocol.ts";
import { configuredClient } from "../../vscode/storage/settings.ts";
import { Throttle } from "../../vscode/ui/throttle.ts";
import { translations } from "../../vscode/ui/translations.ts";
import type { OpenConversation } from "./openConversation.ts";

/** Minimum interval between states, in milliseconds: a page that processes all turns more often cannot draw them. */
const stateInterval = 250;

/** Page requests that do not concern its content. */
export type PageRequest = Exclude<FromPage, { kind: "ready" | "watch" | "load" | "calls" | "step" | "stop" }>;

/** One tab of a conversation, and its page, which VS Code discards while the tab is hidden. */
export class ConversationPanel implements Disposable {
  readonly #document: OpenConversation;
  readonly #panel: WebviewPanel;
  readonly #state = new Throttle(() => this.#sendState(), stateInterval);
  readonly #onRequest: (request: PageRequest) => void;
  #ready = false;
  #watched: ReadonlySet<string> = new Set();
  /** What was sent to the current page: it ignores messages about turns that it does not have. */
  #sent = new SentTurns();
  readonly #wanted = new TargetTurn();
  #marked: Pick<RevealTarget, "callId" | "find"> = { callId: null, find: null };

  constructor(document: OpenConversation, panel: WebviewPanel, onRequest: (request: PageRequest) => void) {
    this.#document = document;
    this.#panel = panel;
    this.#onRequest = onRequest;
    document.panels.add(this);
  }

  get visible(): boolean {
    return this.#panel.visible;
  }

  get active(): boolean {
    return this.#panel.active;
  }

  get webview(): Webview {
    return this.#panel.webview;
  }

  /** Reveals a turn as soon as the page has it. */
  reveal({ turnId, ...marked }: RevealTarget): void {
    this.#wanted.seek(turnId);
    this.#marked = marked;
    if (this.#ready && this.#document.content.turn(turnId) === undefined) this.#document.checkLater();
    this.#revealKnown();
  }

  /** A page that has just closed ignores messages. */
  send(message: ToPage): void {
    void this.webview.postMessage(message);
  }

  /** The tab was shown or hidden. */
  visibilityChanged(): void {
    if (this.visible) this.#document.check();
    else {
      this.#ready = false;
      this.#watch([]);
    }
  }

  notify(change: ConversationChange): void {
    if (!this.#ready) {
      this.#entitle();
      this.#readAhead();
    } else if (change.kind === "turns") this.#sendTurns();
    else if (change.kind === "documents") this.#sendDocuments(change.turnId);
    else {
      this.#sendSteps(change.turnId);
      if (change.kind === "inside") this.#sendCalls(change.turnId);
      this.#document.feedback.check();
    }
  }

  receive(message: FromPage): void {
    const { content } = this.#document;
    switch (message.kind) {
      case "ready":
        this.#start();
        break;
      case "watch":
        this.#watch(message.turnIds);
        break;
      case "load":
        content.loadDocuments(message.turnId);
        break;
      case "calls":
        content.askCalls(message.turnId);
        this.#sendCalls(message.turnId);
        break;
      case "step":
        content.loadStep(message.turnId, message.callId);
        break;
      case "stop":
        content.stop();
        break;
      default:
        this.#onRequest(message);
    }
  }

  dispose(): void {
    this.#ready = false;
    this.#state.dispose();
    this.#document.panels.delete(this);
    this.#document.content.watch(this, []);
  }

  #start(): void {
    this.#ready = true;
    this.#watched = new Set();
    this.#sent = new SentTurns();
    this.send({ kind: "start", language: env.language, translations: translations() });
    this.#state.now();
    this.sendFeedback(null);
    this.#document.check();
  }

  /** An empty page gets the first turns at once, and their documents as soon as possible. */
  #sendTurns(): void {
    const first = this.#sent.isEmpty && this.#document.content.turns.length > 0;
    if (first) {
      this.#readAhead();
      this.#state.now();
    } else this.#state.call();
  }

  /** Requests what will be read first before the page does, which has to load or draw first. */
  #readAhead(): void {
    if (this.visible) this.#document.content.watch(this, turnsAhead(this.#document.state, this.#wanted.turnId));
  }

  #watch(turnIds: readonly string[]): void {
    const before = this.#watched;
    this.#watched = new Set(turnIds);
    this.#document.content.watch(this, turnIds);
    if (!this.#ready) return;
    for (const id of turnIds) {
      if (before.has(id)) continue;
      this.#sendTurn(id, true);
    }
    this.#document.feedback.check();
  }

  /** Of a turn, or null for the conversation itself. */
  sendFeedback(turnId: string | null): void {
    if (!this.#ready || (turnId !== null && !(this.#watched.has(turnId) && this.#sent.has(turnId)))) return;
    const marks = this.#document.feedback.marksOf(turnId);
    if (marks !== null) this.send({ kind: "feedback", turnId, marks });
  }

  /** The turns near the screen. */
  get watched(): ReadonlySet<string> {
    return this.#watched;
  }

  #sendState(): void {
    if (!this.#ready) return;
    const whole = this.#document.state;
    const begun = this.#sent.isEmpty && this.#wanted.turnId === null ? beginning(whole) : null;
    if (begun !== null) this.#state.later();
    const state: PageState = begun ?? whole;
    this.#entitle();
    const unsent = [...this.#watched].filter((id) => !this.#sent.has(id));
    const kept = this.#sent.notify(state.turns);
    this.send({ kind: "state", state: { ...state, turns: state.turns.slice(kept) }, kept });
    for (const id of unsent) this.#sendTurn(id, false);
    this.#revealKnown();
  }

  /** A hidden tab, too, must not keep a message that is no longer accessible. */
  #entitle(): void {
    const title = tabTitle(this.#document, this.#document.isPrivate);
    if (this.#panel.title !== title) this.#panel.title = title;
  }

  #revealKnown(): void {
    if (!this.#ready) return;
    const { content, state } = this.#document;
    const next = this.#wanted.next({
      isShown: (id) => this.#sent.has(id),
      isListed: (id) => content.turn(id) !== undefined,
      loading: state.progress === "loading",
    });
    if (next?.kind === "reveal") this.send({ kind: "reveal", turnId: next.turnId, ...this.#marked });
    else if (next !== null) this.#document.showMissing(next.turnId);
  }

  #sendTurn(turnId: string, unlessKept: boolean): void {
    this.#sendSteps(turnId);
    this.#sendDocuments(turnId, unlessKept);
    this.sendFeedback(turnId);
  }

  /** With `unlessKept`, sends nothing that the page still has: a turn may come back into view. */
  #sendDocuments(turnId: string, unlessKept = false): void {
    const { content } = this.#document;
    const turn = content.turn(turnId);
    if (turn === undefined || !this.#watched.has(turnId) || !this.#sent.has(turnId)) return;
    const part = content.documentsOf(turnId);
    if (unlessKept && this.#sent.keeps(turn, part)) return;
    this.#sent.postDocuments(turn, part);
    this.send({ kind: "documents", turnId, state: this.#partOf(part, (documents) => documents) });
  }

  #partOf<From, To>(part: Part<From>, read: (value: From) => To): PartState<To> {
    const subject = this.#document.address.conversation === null ? "call" : "turn";
    return partState(part, configuredClient(), subject, read);
  }

  #sendCalls(turnId: string): void {
    const part = this.#document.content.callsOf(turnId);
    const more = part?.kind === "shown" && part.value.more;
    if (part !== undefined) this.send({ kind: "calls", turnId, state: this.#partOf(part, ({ calls }) => calls), more });
  }

  #sendSteps(turnId: string): void {
    const steps = this.#document.content.stepsOf(turnId);
    if (steps === undefined || !this.#watched.has(turnId) || !this.#sent.has(turnId)) return;
    this.send({ kind: "steps", turnId, steps: stepStates(steps, configuredClient()) });
  }
}
