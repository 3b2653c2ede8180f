import * as l10n from "@vscode/l10n";
import { measures } from "../../../core/overview/bins.ts";
import { measureHint, notDrawnTexts, threadLines, threadSentence } from "../../../core/overview/pageText.ts";
import { notDrawn, type ThreadColumns } from "../../../core/overview/threadColumns.ts";
import type { Extent } from "../../../core/overview/ticks.ts";
import { threadChartKeys } from "../../../core/project/accessibilityHelp.ts";
import { threadKey } from "../../../core/query/conversationKey.ts";
import { button, type Child, element } from "../../shared/element.ts";
import { ChartFrame, type Tooltip } from "../chart/chartFrame.ts";
import type { Point } from "../chart/scene.ts";
import type { OverviewSurface } from "../overviewSurface.ts";
import { ScatterCursor, scatterKeys } from "./scatterKeys.ts";
import { type Chosen, ScatterOverlay } from "./scatterOverlay.ts";
import { ScatterPlot } from "./scatterPlot.ts";
import { listenToPointer, roundRange } from "./scatterPointer.ts";
import { threadMarks } from "./threadMarks.ts";
import { TimeView } from "./timeView.ts";

/** The scatter plot with all its controls. */
export class ScatterChart {
  readonly frame: ChartFrame;
  readonly scatter: ScatterPlot;
  readonly cursor: ScatterCursor;
  readonly #surface: OverviewSurface;
  readonly #tooltip: Tooltip;
  readonly #view: TimeView;
  readonly #overlay: ScatterOverlay;
  readonly #tools: ScatterTools;
  #drawing = false;
  #requested = "";

  constructor(surface: OverviewSurface, tooltip: Tooltip) {
    const { memory } = surface;
    this.#surface = surface;
    this.#tooltip = tooltip;
    this.#view = new TimeView(memory.value.zoom);
    this.#tools = new ScatterTools(surface, this);
    const options = {
      title: l10n.t("Turn duration by thread start time"),
      keys: threadChartKeys(),
      hint: l10n.t(
        "Click to show a thread in the tree, double-click to open its conversation, drag to filter by time. Ctrl+wheel to zoom, Shift+drag to move.",
      ),
      tools: this.#tools.nodes,
    };
    this.frame = new ChartFrame("durations", options);
    this.scatter = new ScatterPlot(surface, this.frame.host, this.#view, () => this.#overlay.place());
    this.#overlay = new ScatterOverlay(surface, this.scatter);
    this.cursor = new ScatterCursor(surface, this.scatter);
    listenToPointer(this);
    this.frame.host.addEventListener("keydown", scatterKeys(this));
    this.frame.host.addEventListener("focus", () => {
      // A click also focuses, but has its own position.
      const { place } = this.cursor;
      if (place !== null && this.frame.host.matches(":focus-visible")) this.goTo(place);
    });
    this.frame.host.addEventListener("blur", () => this.point(null));
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
    this.scatter.show(marks, memory.value.hidden);
    this.frame.describe(of);
    this.frame.notify(notDrawnTexts(unknown, zero, formats).join(" "));
  }

  /** Announces the target of the next threads, and drops a range of another target and the zoom of another project. */
  turnTo(project: string | null, filter: string): void {
    const { memory } = this.#surface;
    const requested = JSON.stringify([project, filter]);
    if (requested !== this.#requested) this.mark(null);
    this.#requested = requested;
    if (project === memory.value.project) return;
    this.#view.reset();
    memory.change({ project, zoom: null, cursor: null });
  }

  select(place: number | null): void {
    this.#overlay.selected = place;
    this.#overlay.place();
  }

  /** The range selected with the keyboard. */
  get range(): Extent | null {
    const { chosen } = this.#overlay;
    return chosen?.by === "keys" ? chosen.range : null;
  }

  goTo(place: number): void {
    const { marks } = this.scatter;
    const moment = marks?.threads.startTime[place];
    if (marks === null || moment === undefined) return;
    this.cursor.place = place;
    this.changeView((view) => view.include(moment));
    const at = this.scatter.pointOf(place, "p50") ?? this.scatter.pointOf(place, "p99");
    const { left, top } = this.scatter.plot.chart.over.getBoundingClientRect();
    this.point(place, at === null ? null : { x: left + at.x, y: top + at.y });
    this.frame.say(threadSentence(marks.threads, place, this.#surface.formats));
  }

  /** Selects the range between two threads; null for none. */
  choose(places: readonly [number, number] | null): void {
    const [one, other] = (places ?? []).map((place) => this.scatter.marks?.threads.startTime[place]);
    const range = one === undefined || other === undefined ? null : roundRange(one, other, this.scatter.pixel);
    this.mark(range === null ? null : { range, by: "keys" });
    if (range !== null)
      this.frame.say(
        l10n.t("{0}, {1}. Press Enter to filter by this range, or Escape to clear it.", ...this.#overlay.texts(range)),
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

  send(kind: "reveal" | "openConversation", place: number | null): void {
    const id = place === null ? undefined : this.scatter.marks?.threads.ids[place];
    if (id !== undefined) this.#surface.post({ kind, conversation: threadKey(id) });
  }

  /** By a factor, below 1 to zoom in; around the middle if no moment is given. */
  zoom(factor: number, moment?: number): void {
    this.changeView((view) => view.zoomAround(factor, moment ?? (view.shown.min + view.shown.max) / 2));
  }

  /** Highlights a thread, with its tooltip at a point of the window, in CSS pixels. */
  point(place: number | null, pointer: Point | null = null): void {
    const { marks, plot } = this.scatter;
    this.#overlay.pointed = place;
    this.#overlay.place();
    plot.chart.over.classList.toggle("on-thread", place !== null);
    if (place === null || pointer === null || marks === null) this.#tooltip.hide();
    else this.#tooltip.show(threadLines(marks.threads, place, this.#surface.formats), pointer.x, pointer.y);
  }

  /** Draws at most once per frame. */
  changeView(change: (view: TimeView) => void): void {
    const before = this.#view.shown;
    change(this.#view);
    const { isZoomed, shown } = this.#view;
    if (shown.min === before.min && shown.max === before.max) return;
    this.#tooltip.hide();
    this.#tools.showZoom(isZoomed);
    if (this.#drawing) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      this.#drawing = false;
      this.#surface.memory.change({ zoom: this.#view.zoom });
      this.scatter.move();
    });
  }
}

/** The tools next to the title of the scatter plot: its legend and its zoom. */
class ScatterTools {
  readonly nodes: Child;
  readonly #all: HTMLButtonElement;

  constructor(surface: OverviewSurface, chart: ScatterChart) {
    const showAll = () => chart.changeView((view) => view.reset());
    this.#all = button(l10n.t("Show all"), { class: "quiet", hidden: true }, showAll);
    const step = (sign: string, title: string, factor: number) =>
      button(sign, { class: "quiet", title, "aria-label": title }, () => chart.zoom(factor));
    const steps = [step("+", l10n.t("Zoom in"), 0.5), step("−", l10n.t("Zoom out"), 2)];
    const size = (name: string) => element("span", { class: `size ${name}`, "aria-hidden": "true" });
    const sizes = element("span", "sizes", l10n.t("Size: turns"), size("least"), "1", size("most"), "30+");
    this.nodes = [toggles(surface, chart), sizes, element("span", {}, steps, this.#all)];
  }

  showZoom(zoomed: boolean): void {
    this.#all.hidden = !zoomed;
  }
}

/** One toggle per measure; at most one is off. */
function toggles({ memory }: OverviewSurface, chart: ScatterChart): readonly HTMLButtonElement[] {
  const made = measures.map((measure) => {
    const toggle = button("", { class: "quiet", title: measureHint(measure) }, () => {
      memory.change({ hidden: memory.value.hidden === measure ? null : measure });
      show();
      if (chart.scatter.marks !== null) chart.scatter.show(chart.scatter.marks, memory.value.hidden);
    });
    toggle.append(element("span", { class: `mark ${measure}`, "aria-hidden": "true" }), measure);
    return [measure, toggle] as const;
  });
  const show = () => {
    for (const [measure, toggle] of made) toggle.ariaPressed = String(memory.value.hidden !== measure);
  };
  show();
  return made.map(([, toggle]) => toggle);
}
