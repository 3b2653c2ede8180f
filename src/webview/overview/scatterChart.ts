import { timeOrder, withoutDuration } from "../../core/overview/scatter.ts";
import type { ThreadColumns } from "../../core/overview/threadColumns.ts";
import { button, element } from "../shared/element.ts";
import { Brush, roundRange } from "./brush.ts";
import { type ChartFrame, chartFrame } from "./chartFrame.ts";
import { Highlight } from "./highlight.ts";
import { type Measure, measures } from "./memory.ts";
import { listenToPointer, type PointerActs } from "./plotPointer.ts";
import { scatterKeys } from "./scatterKeys.ts";
import { ScatterPlot } from "./scatterPlot.ts";
import type { Surface } from "./surface.ts";
import { type Extent, placesBetween, threadMarks } from "./threadMarks.ts";
import { threadLines, threadSentence, threadsText } from "./threadText.ts";
import { TimeView } from "./timeView.ts";
import type { Tooltip } from "./tooltip.ts";

/** The scatter with all that is done in it. */
export class ScatterChart {
  readonly frame: ChartFrame;
  readonly #surface: Surface;
  readonly #tooltip: Tooltip;
  readonly #view: TimeView;
  readonly #scatter: ScatterPlot;
  readonly #brush: Brush;
  readonly #selectedMark: Highlight;
  readonly #pointedMark: Highlight;
  readonly #toggles: readonly (readonly [Measure, HTMLButtonElement])[];
  readonly #reset: HTMLButtonElement;
  /** Places of threads. */
  #selected: number | null = null;
  #pointed: number | null = null;
  /** What the keyboard chose. */
  #range: Extent | null = null;
  #order: Uint32Array | null = null;
  #drawing = false;

  constructor(surface: Surface, tooltip: Tooltip) {
    const { say, memory } = surface;
    this.#surface = surface;
    this.#tooltip = tooltip;
    this.#view = new TimeView(memory.value.zoom);
    this.#toggles = measures.map((measure) => [measure, this.#toggle(measure)]);
    this.#reset = button(say("zoomReset"), { class: "quiet" }, () => this.#changeView(() => this.#view.reset()));
    this.frame = chartFrame(surface, "durations", {
      title: say("durations"),
      keys: say("durationsKeys"),
      hint: say("durationsMouse"),
      legend: () => `● ${say("p50")}  ◇ ${say("p99")}`,
      scene: (format) => this.#scatter.scene(this.frame.titles(), format),
      tools: [...this.#toggles.map(([, toggle]) => toggle), sizeLegend(say("sizeIsTurns")), this.#zoomTools()],
    });
    this.#scatter = new ScatterPlot(surface, this.frame.host, this.#view, () => this.#place());
    const { over } = this.#scatter.plot.chart;
    this.#brush = new Brush(over);
    this.#selectedMark = new Highlight(over, "selected");
    this.#pointedMark = new Highlight(over, "pointed");
    listenToPointer(over, this.#pointerActs());
    this.frame.host.addEventListener("keydown", scatterKeys(this));
    this.frame.host.addEventListener("blur", () => this.#point(null));
  }

  get scatter(): ScatterPlot {
    return this.#scatter;
  }

  /** `of` says what threads these are. */
  update(threads: ThreadColumns, of: string): void {
    const { say, formats, memory } = this.#surface;
    const marks = threadMarks(threads);
    this.#view.span(marks.time);
    this.#order = null;
    this.#pointed = null;
    this.#tooltip.hide();
    this.#scatter.show(marks, memory.value.hidden);
    this.frame.describe(of);
    const missing = withoutDuration(threads);
    const [one, many] = [say("oneNotDrawn"), say("manyNotDrawn", formats.exact(missing))];
    this.frame.tell(missing === 0 ? "" : missing === 1 ? one : many);
  }

  select(place: number | null): void {
    this.#selected = place;
    this.#place();
  }

  themeChanged(): void {
    this.#scatter.plot.themeChanged();
  }

  /** The thread that the keyboard is at, which it remembers by its id. */
  get cursor(): number | null {
    const { cursor } = this.#surface.memory.value;
    const place = cursor === null ? -1 : (this.#scatter.marks?.threads.ids.indexOf(cursor) ?? -1);
    return place < 0 ? null : place;
  }

  /** Threads that can be come to, in order of time. */
  get order(): Uint32Array {
    const { marks } = this.#scatter;
    if (marks === null) return new Uint32Array();
    const { p50, p99 } = marks.logs;
    this.#order ??= timeOrder(marks.threads).filter(
      (place) => !Number.isNaN(p50[place] ?? Number.NaN) || !Number.isNaN(p99[place] ?? Number.NaN),
    );
    return this.#order;
  }

  get range(): Extent | null {
    return this.#range;
  }

  goTo(place: number): void {
    const { marks } = this.#scatter;
    const moment = marks?.threads.startTime[place];
    if (marks === null || moment === undefined) return;
    this.#surface.memory.change({ cursor: marks.threads.ids[place] ?? null });
    this.#changeView(() => this.#view.include(moment));
    this.#point(place);
    const at = this.#scatter.pointOf(place, "p50") ?? this.#scatter.pointOf(place, "p99");
    const { left, top } = this.#scatter.plot.chart.over.getBoundingClientRect();
    if (at !== null) this.#tooltip.show(threadLines(this.#surface, marks.threads, place), left + at.x, top + at.y);
    this.frame.say(threadSentence(this.#surface, marks.threads, place));
  }

  /** Chooses what lies between two threads; null for nothing. */
  choose(places: readonly [number, number] | null): void {
    const [one, other] = (places ?? []).map((place) => this.#scatter.marks?.threads.startTime[place]);
    this.#range = one === undefined || other === undefined ? null : roundRange(one, other, this.#scatter.pixel);
    this.#showBrush(this.#range, "brushKeysHint");
    if (this.#range === null) return;
    const { min, max } = this.#range;
    const { times, say } = this.#surface;
    this.frame.say(say("brushed", times.range(min, max), threadsText(this.#surface, this.#count(this.#range))));
  }

  filter({ min, max }: Extent): void {
    this.#surface.post({ kind: "filter", after: min, before: max });
    this.choose(null);
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

  leave(): void {
    this.#point(null);
  }

  #post(kind: "reveal" | "openConversation", place: number | null): void {
    const threadId = place === null ? undefined : this.#scatter.marks?.threads.ids[place];
    if (threadId !== undefined) this.#surface.post({ kind, threadId });
  }

  #pointerActs(): PointerActs {
    return {
      hover: (at, { clientX, clientY }) => {
        const place = this.#scatter.nearest(at);
        this.#point(place);
        this.#scatter.plot.chart.over.classList.toggle("on-thread", place !== null);
        const { marks } = this.#scatter;
        if (place === null || marks === null) return;
        this.#tooltip.show(threadLines(this.#surface, marks.threads, place), clientX, clientY);
      },
      leave: () => this.#point(null),
      click: (at) => this.reveal(this.#scatter.nearest(at)),
      doubleClick: (at) => {
        const place = this.#scatter.nearest(at);
        if (place === null) this.showAll();
        else this.openConversation(place);
      },
      brush: (from, to, done) => {
        const moments = [from, to].map((x) => this.#scatter.momentAt(x));
        const range = roundRange(moments[0] ?? 0, moments[1] ?? 0, this.#scatter.pixel);
        if (done) this.filter(range);
        else this.#showBrush(range, "brushHint");
      },
      cancelBrush: () => this.choose(null),
      pan: (by) => this.#changeView(() => this.#view.pan(-by * this.#scatter.pixel)),
      zoom: (factor, around) => this.zoom(factor, this.#scatter.momentAt(around)),
    };
  }

  #showBrush(range: Extent | null, hint: "brushHint" | "brushKeysHint"): void {
    if (range === null) {
      this.#brush.hide();
      return;
    }
    const { say, times } = this.#surface;
    const text = say(hint, times.range(range.min, range.max), threadsText(this.#surface, this.#count(range)));
    this.#brush.show(this.#scatter.positionOf(range.min), this.#scatter.positionOf(range.max), text);
  }

  /** Threads that started within a range. */
  #count({ min, max }: Extent): number {
    const { marks } = this.#scatter;
    if (marks === null) return 0;
    const [first, end] = placesBetween(marks, min, max);
    if (marks.order !== 0) return end - first;
    return marks.threads.startTime.reduce((count, time) => (time >= min && time <= max ? count + 1 : count), 0);
  }

  /** At most once a frame. */
  #changeView(change: () => void): void {
    const before = this.#view.shown;
    change();
    const { zoom, shown } = this.#view;
    if (shown.min === before.min && shown.max === before.max) return;
    this.#tooltip.hide();
    if (this.#drawing) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      this.#drawing = false;
      this.#surface.memory.change({ zoom: this.#view.zoom });
      this.#scatter.move();
    });
    this.#reset.hidden = zoom === null;
  }

  #point(place: number | null): void {
    this.#pointed = place;
    if (place === null) this.#tooltip.hide();
    this.#place();
  }

  /** Puts what lies on top of the marks where they are. */
  #place(): void {
    for (const [mark, place] of [
      [this.#selectedMark, this.#selected],
      [this.#pointedMark, this.#pointed],
    ] as const) {
      if (place === null) mark.hide();
      else {
        const points = { p50: this.#scatter.pointOf(place, "p50"), p99: this.#scatter.pointOf(place, "p99") };
        mark.show(points, this.#scatter.radiusOf(place));
      }
    }
    this.#showBrush(this.#range, "brushKeysHint");
  }

  #toggle(measure: Measure): HTMLButtonElement {
    const { say, memory } = this.#surface;
    const mark = element("span", { class: `mark ${measure}`, "aria-hidden": "true" });
    const made = button("", { class: "quiet", title: say(measure === "p50" ? "p50Hint" : "p99Hint") }, () => {
      memory.change({ hidden: memory.value.hidden === measure ? null : measure });
      this.#showToggles();
      if (this.#scatter.marks !== null) this.#scatter.show(this.#scatter.marks, memory.value.hidden);
    });
    made.append(mark, say(measure));
    made.setAttribute("aria-pressed", String(memory.value.hidden !== measure));
    return made;
  }

  #showToggles(): void {
    const { hidden } = this.#surface.memory.value;
    for (const [measure, toggle] of this.#toggles) toggle.setAttribute("aria-pressed", String(hidden !== measure));
  }

  #zoomTools(): HTMLElement {
    const { say } = this.#surface;
    this.#reset.hidden = this.#view.zoom === null;
    const step = (sign: string, name: string, factor: number) =>
      button(sign, { class: "quiet", title: name, "aria-label": name }, () => this.zoom(factor, null));
    const tools = [step("+", say("zoomIn"), 0.5), step("−", say("zoomOut"), 2), this.#reset];
    return element("span", { class: "zoom" }, ...tools);
  }
}

/** Which size stands for how many turns. */
function sizeLegend(title: string): HTMLElement {
  const [few, many] = ["1", "30+"].map((turns, at) => [
    element("span", { class: `size ${at === 0 ? "least" : "most"}`, "aria-hidden": "true" }),
    turns,
  ]);
  return element("span", { class: "sizes" }, title, ...(few ?? []), ...(many ?? []));
}
