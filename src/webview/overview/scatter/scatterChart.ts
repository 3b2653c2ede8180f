import * as l10n from "@vscode/l10n";
import { notDrawnTexts, threadLines, threadSentence } from "../../../core/overview/pageText.ts";
import type { ThreadColumns } from "../../../core/overview/threadColumns.ts";
import { notDrawn } from "../../../core/overview/threadColumns.ts";
import { type ChartFrame, chartFrame } from "../chart/chartFrame.ts";
import type { Extent, Point } from "../chart/geometry.ts";
import { listenToPointer } from "../chart/plotPointer.ts";
import type { Tooltip } from "../chart/tooltip.ts";
import type { Surface } from "../surface.ts";
import { roundRange } from "./brush.ts";
import { ScatterCursor } from "./scatterCursor.ts";
import { scatterKeys } from "./scatterKeys.ts";
import { type Chosen, ScatterOverlay } from "./scatterOverlay.ts";
import { ScatterPlot } from "./scatterPlot.ts";
import { scatterPointer } from "./scatterPointer.ts";
import { ScatterTools } from "./scatterTools.ts";
import { threadMarks } from "./threadMarks.ts";
import { TimeView } from "./timeView.ts";

/** The scatter plot with all its controls. */
export class ScatterChart {
  readonly frame: ChartFrame;
  readonly cursor: ScatterCursor;
  readonly #surface: Surface;
  readonly #tooltip: Tooltip;
  readonly #view: TimeView;
  readonly #scatter: ScatterPlot;
  readonly #overlay: ScatterOverlay;
  readonly #tools: ScatterTools;
  #drawing = false;
  #asked = "";

  constructor(surface: Surface, tooltip: Tooltip) {
    const { memory } = surface;
    this.#surface = surface;
    this.#tooltip = tooltip;
    this.#view = new TimeView(memory.value.zoom);
    this.#tools = new ScatterTools(surface, {
      hide: (hidden) => {
        if (this.#scatter.marks !== null) this.#scatter.show(this.#scatter.marks, hidden);
      },
      zoom: (factor) => this.zoom(factor, null),
      showAll: () => this.showAll(),
    });
    this.frame = chartFrame(surface, "durations", {
      title: l10n.t("Turn duration by thread start time"),
      keys: l10n.t(
        "Use the left and right arrow keys to move between threads in order of start time. Press Enter to show the thread in the Threads view, or Ctrl+Enter to open its conversation. Press Shift with an arrow key to select a time range, then Enter to filter by it or Escape to clear it. Press plus or minus to zoom, or 0 to show all.",
      ),
      hint: l10n.t(
        "Click to show a thread in the tree, double-click to open its conversation, drag to filter by time. Ctrl+wheel to zoom, Shift+drag to move.",
      ),
      legend: () => `● ${l10n.t("p50")}  ◇ ${l10n.t("p99")}`,
      scene: (format) => this.#scatter.scene(this.frame.titles(), format),
      tools: this.#tools.nodes,
    });
    this.#scatter = new ScatterPlot(surface, this.frame.host, this.#view, () => this.#overlay.place());
    this.#overlay = new ScatterOverlay(surface, this.#scatter);
    this.cursor = new ScatterCursor(surface, this.#scatter);
    listenToPointer(this.#scatter.plot.chart.over, scatterPointer(this));
    this.frame.host.addEventListener("keydown", scatterKeys(this));
    this.frame.host.addEventListener("focus", () => {
      // A click also focuses, but has its own position.
      const { place } = this.cursor;
      if (place !== null && this.frame.host.matches(":focus-visible")) this.goTo(place);
    });
    this.frame.host.addEventListener("blur", () => this.point(null));
  }

  get scatter(): ScatterPlot {
    return this.#scatter;
  }

  /** `of` describes which threads these are. */
  update(threads: ThreadColumns, of: string): void {
    const { formats, memory } = this.#surface;
    const marks = threadMarks(threads);
    this.#view.span(marks.time);
    this.#tools.showZoom(this.#view.isZoomed);
    this.#overlay.pointed = null;
    this.#tooltip.hide();
    const { unknown, zero } = notDrawn(threads);
    // Without durations there is no axis.
    this.frame.host.hidden = unknown + zero === threads.ids.length;
    this.#scatter.show(marks, memory.value.hidden);
    this.frame.describe(of);
    this.frame.tell(notDrawnTexts(unknown, zero, formats).join(" "));
  }

  /** Announces the target of the next threads, and drops a range of another target and the zoom of another project. */
  turnTo(project: string | null, filter: string): void {
    const { memory } = this.#surface;
    const asked = JSON.stringify([project, filter]);
    if (asked !== this.#asked) this.mark(null);
    this.#asked = asked;
    if (project === memory.value.project) return;
    this.#view.reset();
    memory.change({ project, zoom: null, cursor: null });
  }

  select(place: number | null): void {
    this.#overlay.selected = place;
    this.#overlay.place();
  }

  themeChanged(): void {
    this.#scatter.plot.themeChanged();
  }

  /** The range selected with the keyboard. */
  get range(): Extent | null {
    const { chosen } = this.#overlay;
    return chosen?.by === "keys" ? chosen.range : null;
  }

  goTo(place: number): void {
    const { marks } = this.#scatter;
    const moment = marks?.threads.startTime[place];
    if (marks === null || moment === undefined) return;
    this.cursor.place = place;
    this.#changeView(() => this.#view.include(moment));
    const at = this.#scatter.pointOf(place, "p50") ?? this.#scatter.pointOf(place, "p99");
    const { left, top } = this.#scatter.plot.chart.over.getBoundingClientRect();
    this.point(place, at === null ? null : { x: left + at.x, y: top + at.y });
    this.frame.say(threadSentence(marks.threads, place, this.#surface.formats));
  }

  /** Selects the range between two threads; null for none. */
  choose(places: readonly [number, number] | null): void {
    const [one, other] = (places ?? []).map((place) => this.#scatter.marks?.threads.startTime[place]);
    const range = one === undefined || other === undefined ? null : roundRange(one, other, this.#scatter.pixel);
    this.mark(range === null ? null : { range, by: "keys" });
    if (range !== null)
      this.frame.say(
        l10n.t("{0}, {1}. Press Enter to filter by this range, or Escape to clear it.", ...this.#overlay.told(range)),
      );
  }

  /** Shows a selected range. */
  mark(chosen: Chosen | null): void {
    this.#overlay.chosen = chosen;
    this.#overlay.place();
  }

  filter({ min, max }: Extent): void {
    this.#surface.post({ kind: "filter", after: min, before: max });
    this.mark(null);
  }

  reveal(place: number | null): void {
    this.#post("reveal", place);
  }

  openConversation(place: number | null): void {
    this.#post("openConversation", place);
  }

  zoom(factor: number, moment: number | null): void {
    const { min, max } = this.#view.shown;
    this.#changeView(() => this.#view.zoomAround(factor, moment ?? (min + max) / 2));
  }

  showAll(): void {
    this.#changeView(() => this.#view.reset());
  }

  /** By milliseconds. */
  pan(by: number): void {
    this.#changeView(() => this.#view.pan(by));
  }

  /** Highlights a thread, with its tooltip at a point of the window, in CSS pixels. */
  point(place: number | null, beside: Point | null = null): void {
    const { marks, plot } = this.#scatter;
    this.#overlay.pointed = place;
    this.#overlay.place();
    plot.chart.over.classList.toggle("on-thread", place !== null);
    if (place === null || beside === null || marks === null) this.#tooltip.hide();
    else this.#tooltip.show(threadLines(marks.threads, place, this.#surface.formats), beside.x, beside.y);
  }

  #post(kind: "reveal" | "openConversation", place: number | null): void {
    const threadId = place === null ? undefined : this.#scatter.marks?.threads.ids[place];
    if (threadId !== undefined) this.#surface.post({ kind, threadId });
  }

  /** At most once per frame. */
  #changeView(change: () => void): void {
    const before = this.#view.shown;
    change();
    const { isZoomed, shown } = this.#view;
    if (shown.min === before.min && shown.max === before.max) return;
    this.#tooltip.hide();
    this.#tools.showZoom(isZoomed);
    if (this.#drawing) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      this.#drawing = false;
      this.#surface.memory.change({ zoom: this.#view.zoom });
      this.#scatter.move();
    });
  }
}
