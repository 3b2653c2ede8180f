import { type Disposable, env, type WebviewPanel } from "vscode";
import { type LoadState, shownValue } from "../../core/async/loadState.ts";
import { GrowingColumns } from "../../core/overview/growingColumns.ts";
import type { OverviewState, ToOverview } from "../../core/overview/overviewProtocol.ts";
import type { OverviewThreads } from "../../core/overview/overviewThreads.ts";
import { SentOverview } from "../../core/overview/sentOverview.ts";
import type { ConversationKey } from "../../core/query/conversationKey.ts";
import { Throttle } from "../../vscode/ui/throttle.ts";
import { translations } from "../../vscode/ui/translations.ts";

/** Minimum interval between states, in milliseconds: a page that redraws more often has no time for anything else. */
const stateInterval = 250;
/** Each state redraws everything: longer lists are sent less often, a hundred thousand threads every 1.25 s. */
const intervalOfThread = 0.01;
/** Threads per message: as many as the extension host can write without a noticeable delay. */
const pieceLength = 5000;

const nothing = new GrowingColumns();

/** The content to send. */
export interface ShownOverview {
  readonly threads: () => LoadState<OverviewThreads>;
  readonly state: () => OverviewState;
  readonly selected: () => ConversationKey | null;
}

/** The page in the overview's tab, which VS Code discards while the tab is hidden. */
export class OverviewPanel implements Disposable {
  readonly #panel: WebviewPanel;
  readonly #shown: ShownOverview;
  readonly #state = new Throttle(
    () => this.#send(),
    () => stateInterval + this.#columns.length * intervalOfThread,
  );
  #ready = false;
  readonly #sent = new SentOverview();
  #loading = false;
  /** A change of this cancels a send in progress. */
  #round = 0;

  constructor(panel: WebviewPanel, shown: ShownOverview) {
    this.#panel = panel;
    this.#shown = shown;
  }

  /** The page has loaded and has no content. */
  start(): void {
    this.#ready = true;
    this.#sent.forget();
    this.#post({ kind: "start", language: env.language, translations: translations() });
    this.#state.now();
    this.select(this.#shown.selected());
  }

  /** Content may have changed. An empty page gets the first threads at once, and the end of loading at once. */
  notify(): void {
    if (!this.#ready) return;
    const isFirst = this.#sent.isEmpty && this.#columns.length > 0;
    const isLoading = this.#shown.threads().kind === "loading";
    const isEnd = this.#loading && !isLoading;
    this.#loading = isLoading;
    if (isFirst || isEnd) this.#state.now();
    else this.#state.call();
  }

  select(conversation: ConversationKey | null): void {
    if (this.#ready) this.#post({ kind: "selected", conversation });
  }

  visibilityChanged(): void {
    if (this.#panel.visible) return;
    this.#ready = false;
    this.#round++;
  }

  dispose(): void {
    this.#ready = false;
    this.#round++;
    this.#state.dispose();
  }

  get #columns(): GrowingColumns {
    return shownValue(this.#shown.threads())?.columns ?? nothing;
  }

  #send(): void {
    this.#round++;
    if (this.#ready) this.#sendPiece(this.#round);
  }

  /** Sends one piece after the other, and yields in between. */
  #sendPiece(round: number): void {
    if (!this.#ready || round !== this.#round) return;
    const message = this.#sent.next(this.#shown.state(), this.#columns, pieceLength);
    if (message === null) return;
    this.#post(message);
    if (message.more) setImmediate(() => this.#sendPiece(round));
  }

  /** A page that has just closed ignores messages. */
  #post(message: ToOverview): void {
    void this.#panel.webview.postMessage(message);
  }
}
