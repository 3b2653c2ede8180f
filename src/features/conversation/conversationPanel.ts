import { type Disposable, env, type Webview, type WebviewPanel } from "vscode";
import type { ConversationChange } from "../../core/conversation/conversation.ts";
import { tabTitle } from "../../core/conversation/drawing/turnText.ts";
import { beginning, type RevealTarget, SentTurns, TargetTurn, turnsAhead } from "../../core/conversation/pageTurns.ts";
import type { FromPage, PageState, ToPage } from "../../core/conversation/protocol.ts";
import { Throttle } from "../../vscode/ui/throttle.ts";
import { translations } from "../../vscode/ui/translations.ts";
import type { OpenConversation } from "./openConversation.ts";
import { TurnSender } from "./turnSender.ts";

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

  readonly #turns: TurnSender;

  constructor(document: OpenConversation, panel: WebviewPanel, onRequest: (request: PageRequest) => void) {
    this.#document = document;
    this.#panel = panel;
    this.#onRequest = onRequest;
    this.#turns = new TurnSender({
      document,
      send: (message) => this.send(message),
      sent: () => this.#sent,
      isShown: (turnId) => this.#watched.has(turnId) && this.#sent.has(turnId),
    });
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
    else if (change.kind === "documents") this.#turns.documents(change.turnId);
    else {
      this.#turns.steps(change.turnId);
      if (change.kind === "inside") this.#turns.calls(change.turnId);
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
        this.#turns.calls(message.turnId);
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
    this.#turns.feedback(null);
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
      this.#turns.all(id, true);
    }
    this.#document.feedback.check();
  }

  /** Sends the feedback of the conversation and of the turns near the screen. */
  sendFeedback(): void {
    if (this.#ready) for (const turnId of [null, ...this.#watched]) this.#turns.feedback(turnId);
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
    for (const id of unsent) this.#turns.all(id, false);
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
}
