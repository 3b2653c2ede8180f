import { isRunning, type ThreadColumns } from "../../core/overview/threadColumns.ts";
import { visibleCut } from "../../core/visibleText.ts";
import { button, element } from "../shared/element.ts";
import { keepingFocus } from "../shared/focus.ts";
import { renew } from "../shared/renew.ts";
import { activityBins, durationBins, quantilesText, turnCountBins } from "./bars/bins.ts";
import type { Distributions } from "./bars/distributions.ts";
import type { Figure } from "./figuresView.ts";
import type { Surface } from "./surface.ts";
import { durationText } from "./threadText.ts";

/** So many threads are listed at first, and more each time. */
const threadsAtOnce = 100;

type Cell = string | Node;

export interface Told {
  readonly figures: readonly Figure[];
  readonly distributions: Distributions;
  readonly threads: ThreadColumns;
  /** What threads these are. */
  readonly of: string;
}

/** The same numbers as in the charts, in tables. They are made while they are unfolded. */
export class TablesView {
  readonly fold: HTMLDetailsElement;
  readonly #surface: Surface;
  readonly #body = element("div", { class: "tables" });
  #told: Told | null = null;
  #listed = threadsAtOnce;

  constructor(surface: Surface) {
    const { say, memory } = surface;
    this.#surface = surface;
    this.fold = element("details", { class: "numbers" }, element("summary", {}, say("tables")), this.#body);
    this.fold.open = memory.value.tables;
    this.fold.addEventListener("toggle", () => {
      memory.change({ tables: this.fold.open });
      this.#draw();
    });
  }

  update(told: Told): void {
    this.#told = told;
    this.#draw();
  }

  #draw(): void {
    if (!this.fold.open || this.#told === null) return;
    const { figures, distributions, threads, of } = this.#told;
    const tables = [this.#figures(figures), ...this.#bins(distributions, of), ...this.#threads(threads, of)];
    const next = element("div", { class: "tables" }, ...tables);
    keepingFocus(this.#body, () => renew(this.#body, next));
  }

  #figures(figures: readonly Figure[]): HTMLElement {
    const { say } = this.#surface;
    const rows = figures.map(({ name, value, of, threadId }) => [
      name,
      value,
      of,
      threadId === null ? "" : this.#threadButton(threadId, "figure"),
    ]);
    return table(say("figures"), [say("figure"), say("value"), say("of"), say("thread")], rows);
  }

  #bins({ turnCounts, durations, activity }: Distributions, of: string): readonly HTMLElement[] {
    const { say, formats } = this.#surface;
    const number = (count: number | undefined) => formats.exact(count ?? 0);
    const turns = turnCountBins(this.#surface, turnCounts);
    const spread = durationBins(this.#surface, durations.p50);
    const times = activityBins(this.#surface, activity);
    const bins = ({ count }: { readonly count: number }) => Array.from({ length: count }, (_, bin) => bin);
    const quantiles = {
      turns: quantilesText(this.#surface, turnCounts, (count) => formats.exact(count)),
      p50: quantilesText(this.#surface, durations.p50, (duration) => formats.duration(duration)),
      p99: quantilesText(this.#surface, durations.p99, (duration) => formats.duration(duration)),
    };
    return [
      table(
        `${say("turnCounts")}, ${of}. ${quantiles.turns}`,
        [say("turns"), say("threads")],
        bins(turns).map((bin) => [turns.name(bin), number(turnCounts.counts[bin])]),
      ),
      table(
        `${say("durationSpread")}, ${of}. ${say("p50")}: ${quantiles.p50} ${say("p99")}: ${quantiles.p99}`,
        [say("duration"), say("threadsByP50"), say("threadsByP99")],
        bins(spread).map((bin) => [
          spread.name(bin),
          number(durations.p50.counts[bin]),
          number(durations.p99.counts[bin]),
        ]),
      ),
      table(
        `${say("activity")}, ${of}`,
        [say("interval"), say("started"), say("updated")],
        bins(times).map((bin) => [times.name(bin), number(activity.started[bin]), number(activity.updated[bin])]),
      ),
    ];
  }

  #threads(threads: ThreadColumns, of: string): readonly HTMLElement[] {
    const { say, formats } = this.#surface;
    const shown = Math.min(this.#listed, threads.ids.length);
    const rows = Array.from({ length: shown }, (_, place) => [
      this.#threadButton(threads.ids[place] ?? "", "row"),
      formats.dateTime(threads.startTime[place] ?? 0),
      isRunning(threads, place) ? say("running") : formats.dateTime(threads.lastUpdated[place] ?? 0),
      formats.exact(threads.turnCount[place] ?? 0),
      durationText(this.#surface, threads.p50[place]),
      durationText(this.#surface, threads.p99[place]),
    ]);
    const heads = [say("thread"), say("started"), say("updated"), say("turns"), say("p50"), say("p99")];
    const part = say("placeOf", formats.exact(shown), formats.exact(threads.ids.length));
    const list = table(`${say("threads")}, ${of} (${part})`, heads, rows);
    if (shown === threads.ids.length) return [list];
    const more = button(say("showMore"), { "data-focus": "more" }, () => {
      this.#listed += threadsAtOnce;
      this.#draw();
    });
    return [list, more];
  }

  #threadButton(threadId: string, where: string): HTMLButtonElement {
    const { post, say } = this.#surface;
    const id = visibleCut(threadId);
    const options = { class: "link", title: say("whose", id), dir: "auto", "data-focus": `${where}/${threadId}` };
    return button(id, options, () => post({ kind: "reveal", threadId }));
  }
}

/** The first cell of each row names it. A caption of the table's own would be as narrow as that. */
function table(title: string, heads: readonly string[], rows: readonly (readonly Cell[])[]): HTMLElement {
  const head = element("tr", {}, ...heads.map((name) => element("th", { scope: "col" }, name)));
  const body = rows.map(([name = "", ...cells]) =>
    element("tr", {}, element("th", { scope: "row" }, name), ...cells.map((cell) => element("td", {}, cell))),
  );
  const parts = [element("thead", {}, head), element("tbody", {}, ...body)];
  const made = element("table", { "aria-label": title }, ...parts);
  return element("div", { class: "table" }, element("h3", {}, title), made);
}
