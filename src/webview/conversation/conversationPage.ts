import * as l10n from "@vscode/l10n";
import { emptyText } from "../../core/conversation/drawing/turnText.ts";
import type { PageState, ToPage } from "../../core/conversation/protocol.ts";
import type { Call } from "../../core/query/call.ts";
import { type ConversationKey, menuFields } from "../../core/query/conversationKey.ts";
import { element, root } from "../shared/element.ts";
import { AttemptLists } from "./attemptLists.ts";
import type { Surface } from "./conversationSurface.ts";
import { Find } from "./find.ts";
import { PageHead } from "./pageHead.ts";
import { ScrollPosition } from "./scrollPosition.ts";
import { SourceLinks } from "./sourceLinks.ts";
import { TextMarks } from "./textMarks.ts";
import { TurnColumn } from "./turnColumn.ts";
import type { TurnView } from "./turnView.ts";
import { DrawQueue } from "./visibility.ts";
import { WatchedTurns } from "./watchedTurns.ts";

/** Interval between checks of the scroll position, in milliseconds. */
const placeInterval = 150;

/** The whole page. It draws the last `state`, and the contents of turns near the screen. */
export class ConversationPage {
  readonly #surface: Surface;
  readonly #sources: SourceLinks;
  readonly #attempts: AttemptLists;
  readonly #head: PageHead;
  readonly #turns: TurnColumn;
  readonly #empty = element("p", "note empty", l10n.t("Loading…"));
  readonly #queue = new DrawQueue();
  readonly #place: ScrollPosition;
  readonly #marks: TextMarks;
  readonly #find: Find;
  #clock = { sentAt: Date.now(), at: performance.now() };
  #calls: readonly Call[] = [];
  #thread: ConversationKey | null = null;
  #toFocus: string | undefined;
  #placeTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(surface: Omit<Surface, "now" | "reveal" | "sources" | "attempts">) {
    this.#sources = new SourceLinks(surface.post);
    this.#attempts = new AttemptLists(surface.post);
    this.#surface = {
      ...surface,
      sources: this.#sources,
      attempts: this.#attempts,
      now: () => this.#clock.sentAt + performance.now() - this.#clock.at,
      reveal: (turnId, callId) => this.#reveal(turnId, callId, ""),
    };
    this.#head = new PageHead(this.#surface);
    const watched = new WatchedTurns(surface.post);
    this.#turns = new TurnColumn(this.#surface, (turnIds) => watched.near(turnIds));
    this.#place = new ScrollPosition(this.#turns);
    this.#marks = new TextMarks(this.#turns.element);
    this.#find = new Find(this.#surface, {
      ...{ watched, turns: this.#turns, place: this.#place },
      calls: () => this.#calls,
    });
    const main = root();
    main.setAttribute("aria-keyshortcuts", "J K Alt+ArrowDown Alt+ArrowUp Control+F");
    this.#head.header.append(this.#find.box.element);
    main.replaceChildren(this.#head.header, this.#empty, this.#turns.element);
    this.#place.keep(surface.memory.at);
    this.#listen();
  }

  receive(message: Exclude<ToPage, { kind: "start" }>): void {
    switch (message.kind) {
      case "state":
        this.#calls = [...this.#calls.slice(0, message.kept ?? 0), ...message.state.turns];
        this.#show({ ...message.state, turns: this.#calls });
        break;
      case "documents": {
        this.#find.receive(message);
        const view = this.#turns.get(message.turnId);
        if (view !== undefined) this.#queue.add(view.article, () => view.showDocuments(message.state));
        break;
      }
      case "calls":
        this.#turns.get(message.turnId)?.showCalls(message.state, message.more);
        break;
      case "steps":
        this.#find.receive(message);
        this.#turns.get(message.turnId)?.showSteps(message.steps);
        break;
      case "feedback":
        if (message.turnId === null) this.#head.showFeedback(message.marks);
        else this.#turns.get(message.turnId)?.showFeedback(message.marks);
        break;
      case "files":
        this.#sources.learn(message.paths);
        break;
      case "attempts":
        this.#attempts.show(message.attempts);
        break;
      case "reveal":
        this.#reveal(message.turnId, message.callId ?? null, message.find ?? "");
        break;
      default:
        message satisfies never;
    }
  }

  #show(state: PageState): void {
    this.#clock = { sentAt: state.now, at: performance.now() };
    this.#thread = state.thread;
    this.#head.update(state);
    this.#writeMenu();
    this.#empty.hidden = state.turns.length > 0 || state.notice !== null || state.progress === "stopped";
    this.#empty.textContent = emptyText(state);
    this.#turns.update(state);
    this.#place.settle();
    this.#focusRevealed();
  }

  #reveal(turnId: string, callId: string | null, find: string): void {
    for (const view of this.#turns) view.mark(view.id === turnId ? callId : null);
    this.#marks.mark(() => this.#turns.get(turnId)?.article ?? null, find);
    const part = () => (find === "" ? (this.#turns.get(turnId)?.markedRow ?? null) : this.#marks.first);
    this.#place.keep({ turnId, offset: 0 }, callId === null && find === "" ? null : part);
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

  /** The context of VS Code's menu in the page: the thread, if it has one, and the selected text. */
  #writeMenu(): void {
    const selected = getSelection()?.toString() ?? "";
    document.body.dataset.vscodeContext = JSON.stringify({
      ...(this.#thread !== null && { weaveKind: "thread", ...menuFields(this.#thread) }),
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
