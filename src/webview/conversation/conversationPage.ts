import * as l10n from "@vscode/l10n";
import type { Call } from "../../core/calls/call.ts";
import { emptyText } from "../../core/conversation/drawing/turnText.ts";
import type { PageState, ToPage } from "../../core/conversation/protocol.ts";
import { element, root } from "../shared/element.ts";
import { DrawQueue } from "./drawQueue.ts";
import { Nearness } from "./nearness.ts";
import { PageHead } from "./pageHead.ts";
import { PageMenu } from "./pageMenu.ts";
import { nearestFirst } from "./screenDistance.ts";
import { ScrollPosition } from "./scrollPosition.ts";
import type { Surface } from "./surface.ts";
import { TurnColumn } from "./turnColumn.ts";
import { turnKeys } from "./turnKeys.ts";
import type { TurnView } from "./turnView.ts";

/** Interval between checks of the scroll position, in milliseconds. */
const placeInterval = 150;

/** The whole page. It draws the last `state`, and the contents of turns near the screen. */
export class ConversationPage {
  readonly #surface: Surface;
  readonly #head: PageHead;
  readonly #turns: TurnColumn;
  readonly #empty = element("p", { class: "note empty" });
  readonly #queue = new DrawQueue();
  readonly #menu = new PageMenu();
  readonly #place: ScrollPosition;
  #clock = { told: Date.now(), at: performance.now() };
  #told: readonly Call[] = [];
  #toFocus: string | null = null;
  #placeTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(surfaceWith: (now: () => number) => Surface) {
    const surface = surfaceWith(() => this.#clock.told + performance.now() - this.#clock.at);
    this.#surface = surface;
    this.#head = new PageHead(surface);
    const near = new Nearness({
      come: (article) => this.#turns.of(article)?.come(),
      leave: (articles) => {
        // Reads all heights before any change, to avoid a layout for each.
        const heights = articles.map((article) => article.getBoundingClientRect().height);
        for (const [at, article] of articles.entries()) this.#turns.of(article)?.leave(heights[at] ?? 0);
      },
      held: (article) => article.contains(document.activeElement) || isSelected(article),
      changed: (articles) => {
        const turnIds = nearestFirst(articles).flatMap((article) => this.#turns.of(article)?.id ?? []);
        surface.post({ kind: "watch", turnIds });
      },
    });
    this.#turns = new TurnColumn(surface, {
      observe: (article) => near.observe(article),
      forget: (article) => near.forget(article),
    });
    this.#place = new ScrollPosition(this.#turns.element, {
      find: (turnId) => this.#turns.get(turnId)?.article,
      id: (article) => this.#turns.of(article)?.id,
    });
    this.#empty.textContent = l10n.t("Loading…");
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
    this.#head.update(state);
    this.#menu.update(state.thread);
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
    if (!document.hasFocus()) return;
    const view = this.#toFocus === null ? undefined : this.#turns.get(this.#toFocus);
    if (view === undefined) return;
    this.#toFocus = null;
    view.article.focus({ preventScroll: true });
  }

  #listen(): void {
    const keepPlace = () => {
      this.#surface.memory.at = this.#place.current();
    };
    const soon = () => {
      this.#placeTimer ??= setTimeout(() => {
        this.#placeTimer = null;
        keepPlace();
      }, placeInterval);
    };
    window.addEventListener("scroll", soon, { passive: true });
    window.addEventListener("pagehide", keepPlace);
    // Another width changes the height of texts: without this the topmost turn drifts away.
    window.addEventListener("resize", () => this.#place.keepBriefly(this.#surface.memory.at));
    window.addEventListener("focus", () => this.#focusRevealed());
    window.addEventListener("keydown", turnKeys(this.#turns, this.#place));
    setInterval(() => this.#tick(({ running }) => running), 1000);
    setInterval(() => this.#tick(() => true), 30_000);
  }

  /** Relative times change while nothing else does. */
  #tick(which: (view: TurnView) => boolean): void {
    for (const view of this.#turns) if (which(view)) view.tick();
  }
}

function isSelected(article: Element): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(article, true);
}
