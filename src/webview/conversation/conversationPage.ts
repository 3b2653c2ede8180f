import * as l10n from "@vscode/l10n";
import type { Call } from "../../core/calls/call.ts";
import { emptyText } from "../../core/conversation/drawing/turnText.ts";
import type { PageState, ToPage } from "../../core/conversation/protocol.ts";
import { element, root } from "../shared/element.ts";
import { DrawQueue } from "./nearness.ts";
import { PageHead } from "./pageHead.ts";
import { ScrollPosition } from "./scrollPosition.ts";
import type { Surface } from "./surface.ts";
import { TurnColumn } from "./turnColumn.ts";
import type { TurnView } from "./turnView.ts";

/** Interval between checks of the scroll position, in milliseconds. */
const placeInterval = 150;

/** The whole page. It draws the last `state`, and the contents of turns near the screen. */
export class ConversationPage {
  readonly #surface: Surface;
  readonly #head: PageHead;
  readonly #turns: TurnColumn;
  readonly #empty = element("p", "note empty", l10n.t("Loading…"));
  readonly #queue = new DrawQueue();
  readonly #place: ScrollPosition;
  #clock = { told: Date.now(), at: performance.now() };
  #told: readonly Call[] = [];
  #thread = "";
  #toFocus: string | undefined;
  #placeTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(surface: Omit<Surface, "now">) {
    this.#surface = { ...surface, now: () => this.#clock.told + performance.now() - this.#clock.at };
    this.#head = new PageHead(this.#surface);
    this.#turns = new TurnColumn(this.#surface);
    this.#place = new ScrollPosition(this.#turns);
    const main = root();
    main.setAttribute("aria-keyshortcuts", "J K Alt+ArrowDown Alt+ArrowUp");
    main.replaceChildren(this.#head.header, this.#empty, this.#turns.element);
    this.#place.keep(surface.memory.at);
    this.#listen();
  }

  receive(message: Exclude<ToPage, { kind: "start" }>): void {
    switch (message.kind) {
      case "state":
        this.#told = [...this.#told.slice(0, message.kept ?? 0), ...message.state.turns];
        this.#show({ ...message.state, turns: this.#told });
        break;
      case "documents": {
        const view = this.#turns.get(message.turnId);
        if (view !== undefined) this.#queue.add(view.article, () => view.showDocuments(message.state));
        break;
      }
      case "calls":
        this.#turns.get(message.turnId)?.showCalls(message.state, message.more);
        break;
      case "reveal":
        this.#reveal(message.turnId, message.callId ?? null);
        break;
      default:
        message satisfies never;
    }
  }

  #show(state: PageState): void {
    this.#clock = { told: state.now, at: performance.now() };
    this.#thread = state.thread;
    this.#head.update(state);
    this.#writeMenu();
    this.#empty.hidden = state.turns.length > 0 || state.notice !== null || state.progress === "stopped";
    this.#empty.textContent = emptyText(state);
    this.#turns.update(state.turns);
    this.#place.settle();
    this.#focusRevealed();
  }

  #reveal(turnId: string, callId: string | null): void {
    for (const view of this.#turns) view.mark(view.id === turnId ? callId : null);
    const row = () => this.#turns.get(turnId)?.markedRow ?? null;
    this.#place.keep({ turnId, offset: 0 }, callId === null ? null : row);
    this.#toFocus = turnId;
    this.#focusRevealed();
  }

  /** Only in a page that has the focus: in another one this would take the focus from where the user is. */
  #focusRevealed(): void {
    const view = this.#turns.get(this.#toFocus);
    if (view === undefined || !document.hasFocus()) return;
    this.#toFocus = undefined;
    view.article.focus({ preventScroll: true });
  }

  #listen(): void {
    const keepPlace = () => {
      this.#placeTimer = null;
      this.#surface.memory.at = this.#place.current();
    };
    const keepPlaceSoon = () => {
      this.#placeTimer ??= setTimeout(keepPlace, placeInterval);
    };
    window.addEventListener("scroll", keepPlaceSoon, { passive: true });
    window.addEventListener("pagehide", keepPlace);
    // Another width changes the height of texts: without this the topmost turn drifts away.
    window.addEventListener("resize", () => this.#place.keepBriefly(this.#surface.memory.at));
    window.addEventListener("focus", () => this.#focusRevealed());
    // VS Code reads the context when the menu opens, after capturing listeners.
    window.addEventListener("contextmenu", () => this.#writeMenu(), { capture: true });
    setInterval(() => this.#tick(({ running }) => running), 1000);
    setInterval(() => this.#tick(() => true), 30_000);
  }

  /** The context of VS Code's menu in the page: the thread, and the selected text. */
  #writeMenu(): void {
    const selected = getSelection()?.toString() ?? "";
    document.body.dataset.vscodeContext = JSON.stringify({
      weaveKind: "thread",
      weaveThread: this.#thread,
      ...(selected !== "" && { weaveText: selected }),
      // Cut and Paste do not apply to read-only content.
      preventDefaultContextMenuItems: true,
    });
  }

  /** Relative times change while nothing else does. */
  #tick(which: (view: TurnView) => boolean): void {
    for (const view of this.#turns) if (which(view)) view.tick();
  }
}
