import * as l10n from "@vscode/l10n";
import { type Figure, figureTexts, threadFigures } from "../../core/overview/figureTexts.ts";
import { GrowingColumns } from "../../core/overview/growingColumns.ts";
import type { OverviewState, ToOverview } from "../../core/overview/overviewProtocol.ts";
import { noThreadsText, ofThreadsText, selectedText } from "../../core/overview/pageText.ts";
import type { ThreadColumns } from "../../core/overview/threadColumns.ts";
import type { ConversationKey } from "../../core/query/conversationKey.ts";
import { element, redraw, root } from "../shared/element.ts";
import { BarCharts } from "./bars/barCharts.ts";
import { Tooltip } from "./chart/chartFrame.ts";
import { chartTheme, onThemeChange, sendTheme } from "./chart/theme.ts";
import { ErrorsView } from "./errorsView.ts";
import { figureTile, OverviewHead } from "./overviewHead.ts";
import type { OverviewSurface } from "./overviewSurface.ts";
import { ScatterChart } from "./scatter/scatterChart.ts";
import { TablesView } from "./tablesView.ts";

/** While threads arrive, everything below the first chart is drawn at most at this interval, in milliseconds. */
const restInterval = 500;
/** A few frames, in milliseconds: the first chart is on screen by then. */
const restDelay = 50;

/** The whole page. It draws the last `state` and the received threads. */
export class OverviewPage {
  readonly #surface: OverviewSurface;
  readonly #head: OverviewHead;
  readonly #empty = element("p", "note empty", l10n.t("Loading…"));
  readonly #selection = element("p", { class: "note selection", dir: "auto" });
  readonly #figures = element("dl", { class: "tiles", "aria-label": l10n.t("Figures") });
  readonly #scatter: ScatterChart;
  readonly #bars: BarCharts;
  readonly #errors: ErrorsView;
  readonly #tables: TablesView;
  readonly #content: HTMLElement;
  /** The parts of the content that are about threads. */
  readonly #ofThreads: readonly HTMLElement[];
  readonly #threads = new ReceivedThreads();
  #state: OverviewState | null = null;
  #selected: ConversationKey | null = null;
  #frame: number | null = null;
  #rest: ReturnType<typeof setTimeout> | null = null;
  #restDrawn = 0;
  #restStale = true;
  /** Threads were received that are not drawn yet. */
  #changed = true;
  /** The description of what the charts cover. */
  #shownOf = "";
  /** The focused element when the content was hidden. */
  #held: HTMLElement | null = null;

  constructor(surface: OverviewSurface) {
    const tooltip = new Tooltip();
    this.#surface = surface;
    this.#head = new OverviewHead(surface);
    this.#scatter = new ScatterChart(surface, tooltip);
    this.#bars = new BarCharts(surface, tooltip);
    this.#errors = new ErrorsView(surface);
    this.#tables = new TablesView(surface);
    const charts = [this.#scatter.frame.section, this.#bars.element, this.#errors.section, this.#tables.fold];
    this.#ofThreads = [this.#figures, this.#scatter.frame.section, this.#bars.element, this.#tables.fold];
    this.#scatter.frame.section.append(this.#selection);
    this.#content = element("div", { class: "content", hidden: true }, this.#figures, ...charts);
    root().replaceChildren(this.#head.header, this.#empty, this.#content);
    sendTheme(chartTheme());
    onThemeChange(() => sendTheme(chartTheme()));
    window.addEventListener("scroll", () => tooltip.hide(), { passive: true });
  }

  receive(message: Exclude<ToOverview, { kind: "start" }>): void {
    switch (message.kind) {
      case "state":
        this.#state = message.state;
        this.#changed = this.#threads.take(message) || this.#changed;
        // Many messages may arrive before the screen is drawn.
        this.#frame ??= requestAnimationFrame(() => {
          this.#frame = null;
          if (this.#state !== null) this.#draw(this.#state);
        });
        break;
      case "selected":
        this.#selected = message.conversation;
        this.#select();
        break;
      default:
        message satisfies never;
    }
  }

  #draw(state: OverviewState): void {
    const threads = this.#threads.shown;
    const count = threads.ids.length;
    const hasErrors = listsErrors(state);
    this.#showContent({ threads: count > 0, errors: hasErrors, awaited: state.progress === "loading" });
    if (count > 0 || hasErrors) this.#errors.update(state);
    this.#head.update(state, threads);
    this.#empty.hidden = count > 0 || state.notice !== null || state.progress === "stopped";
    this.#empty.textContent = noThreadsText(state, this.#surface.formats);
    root().dataset.threads = String(count);
    root().setAttribute("aria-busy", String(state.progress === "loading"));
    if (count === 0) return;
    const figures = figureTexts(state, threadFigures(threads), this.#surface.formats);
    redraw(
      this.#figures,
      figures.map((figure) => figureTile(this.#surface, figure)),
    );
    const of = this.#of(state);
    // The same threads are sent again whenever something else has changed.
    if (this.#changed || of !== this.#shownOf) {
      this.#scatter.turnTo(state.project, state.filter);
      this.#scatter.update(threads, of);
      this.#restStale = true;
    }
    this.#changed = false;
    this.#shownOf = of;
    this.#drawRestSoon(state, figures);
    this.#select();
  }

  /**
   * Shows what is about `threads` and `errors`, if there are any. Restores the focus when shown again; and the scroll
   * position, if threads are only `awaited`.
   */
  #showContent({ threads, errors, awaited }: Readonly<Record<"threads" | "errors" | "awaited", boolean>>): void {
    const { activeElement } = document;
    const page = root();
    page.style.minHeight = threads || !awaited ? "" : `${page.offsetHeight}px`;
    const hiding = threads ? [] : errors ? this.#ofThreads : [this.#content];
    if (activeElement instanceof HTMLElement && hiding.some((part) => part.contains(activeElement))) {
      this.#held = activeElement;
      this.#head.title.focus({ preventScroll: true });
    }
    this.#content.hidden = !threads && !errors;
    for (const part of this.#ofThreads) part.hidden = !threads;
    if (this.#held === null || !(threads || this.#held.checkVisibility())) return;
    if (document.activeElement === this.#head.title) this.#held.focus({ preventScroll: true });
    this.#held = null;
  }

  /** After the first chart is on screen. */
  #drawRestSoon(state: OverviewState, figures: readonly Figure[]): void {
    if (this.#rest !== null) clearTimeout(this.#rest);
    const due = state.progress === "loading" ? this.#restDrawn + restInterval - performance.now() : 0;
    this.#rest = setTimeout(
      () => {
        this.#rest = null;
        const threads = this.#threads.shown;
        if (this.#restStale) this.#bars.update(threads, this.#of(state), state.bounds, this.#place);
        this.#restStale = false;
        this.#bars.showFailed(state.failedTurns);
        const { shown } = this.#bars;
        const data = { figures, failedTurns: state.failedTurns, threads, of: this.#of(state) };
        if (shown !== null) this.#tables.update({ ...data, distributions: shown });
        this.#restDrawn = performance.now();
      },
      Math.max(due, restDelay),
    );
  }

  #of(state: OverviewState): string {
    return ofThreadsText(state, this.#threads.shown.ids.length, this.#surface.formats);
  }

  get #place(): number | null {
    const place = this.#selected === null ? -1 : this.#threads.shown.ids.indexOf(this.#selected.id);
    return place < 0 ? null : place;
  }

  #select(): void {
    const place = this.#place;
    this.#scatter.select(place);
    this.#bars.select(place);
    const selected = { conversation: this.#selected, place, isLoading: this.#state?.progress === "loading" };
    const text = selectedText(selected, this.#threads.shown, this.#surface.formats);
    this.#selection.textContent = text;
    this.#selection.title = text;
  }
}

/** Without threads, the page's notice tells why nothing was loaded. */
function listsErrors({ errors, notice }: OverviewState): boolean {
  return errors.kind === "shown" ? errors.rows.length > 0 : errors.kind === "failed" && notice === null;
}

/** The threads received from the extension that are to be shown. */
class ReceivedThreads {
  #shown = new GrowingColumns();
  /** Those that replace the shown ones once all have arrived. */
  #coming: GrowingColumns | null = null;

  get shown(): ThreadColumns {
    return this.#shown.view();
  }

  /** Whether they differ from before. */
  take({ kept, threads, more }: Extract<ToOverview, { kind: "state" }>): boolean {
    const before = this.#shown.length;
    if (this.#coming === null && more && kept === 0 && before > 0) this.#coming = new GrowingColumns();
    const target = this.#coming ?? this.#shown;
    target.keep(kept);
    target.append(threads);
    if (this.#coming === null) return kept < before || threads.ids.length > 0;
    if (more) return false;
    this.#shown = this.#coming;
    this.#coming = null;
    return true;
  }
}
