import { type Disposable, env, type Webview, type WebviewPanel } from "vscode";
import type { ConversationChange } from "../../core/conversation/conversation.ts";
import type { FromPage, ToPage } from "../../core/conversation/page.ts";
import { Throttle } from "../../host/throttle.ts";
import { partState } from "./conversationNotice.ts";
import type { OpenConversation } from "./openConversation.ts";
import { pageWords } from "./pageWords.ts";

/** A page that repeats all its turns more often than this has no time to draw them. */
const stateInterval = 250;

/** What a page asks for that is no matter of what it shows. */
export type PageRequest = Exclude<FromPage, { kind: "ready" | "watch" | "load" | "calls" | "stop" }>;

/** One tab of a conversation, and the page in it, which VS Code throws away while the tab is hidden. */
export class ConversationPanel implements Disposable {
  readonly #document: OpenConversation;
  readonly #panel: WebviewPanel;
  readonly #state = new Throttle(() => this.#sendState(), stateInterval);
  readonly #onRequest: (request: PageRequest) => void;
  #ready = false;
  #watched: ReadonlySet<string> = new Set();
  /** The turns of the last state that the page was sent: it takes nothing that is of others. */
  #known: ReadonlySet<string> = new Set();
  #toReveal: string | null = null;

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

  /** Brings a turn into view as soon as the page has it. */
  reveal(turnId: string): void {
    this.#toReveal = turnId;
    this.#revealKnown();
  }

  /** The tab is shown or hidden. */
  visibilityChanged(): void {
    if (this.visible) this.#document.look();
    else {
      this.#ready = false;
      this.#watch([]);
    }
  }

  tell(change: ConversationChange): void {
    if (!this.#ready) return;
    if (change.kind === "turns") this.#state.call();
    else if (change.kind === "calls") this.#sendCalls(change.turnId);
    else this.#sendDocuments(change.turnId);
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
    this.#known = new Set();
    this.#send({ kind: "start", language: env.language, words: pageWords() });
    this.#sendState();
    this.#document.look();
  }

  #watch(turnIds: readonly string[]): void {
    const before = this.#watched;
    this.#watched = new Set(turnIds);
    this.#document.content.watch(this, turnIds);
    if (this.#ready) for (const id of turnIds) if (!before.has(id)) this.#sendDocuments(id);
  }

  #sendState(): void {
    if (!this.#ready) return;
    const { state } = this.#document;
    const before = this.#known;
    this.#known = new Set(state.turns.map(({ id }) => id));
    this.#send({ kind: "state", state });
    for (const id of this.#watched) if (!before.has(id)) this.#sendDocuments(id);
    this.#revealKnown();
  }

  #revealKnown(): void {
    const turnId = this.#toReveal;
    if (turnId === null || !this.#ready) return;
    const known = this.#known.has(turnId);
    if (known) this.#send({ kind: "reveal", turnId });
    if (known || this.#document.state.progress !== "loading") this.#toReveal = null;
  }

  #sendDocuments(turnId: string): void {
    if (!this.#watched.has(turnId) || !this.#known.has(turnId)) return;
    const state = partState(this.#document.content.documentsOf(turnId), (documents) => documents);
    this.#send({ kind: "documents", turnId, state });
  }

  #sendCalls(turnId: string): void {
    const part = this.#document.content.callsOf(turnId);
    if (part === undefined) return;
    const more = part.kind === "shown" && part.value.more;
    this.#send({ kind: "calls", turnId, state: partState(part, ({ calls }) => calls), more });
  }

  /** A page that has just gone takes no message, and needs none. */
  #send(message: ToPage): void {
    void this.webview.postMessage(message);
  }
}
