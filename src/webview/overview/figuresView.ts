import type { OverviewState } from "../../core/overview/page.ts";
import type { ThreadFigures } from "../../core/overview/threadFigures.ts";
import { visibleText } from "../../core/visibleText.ts";
import { button, element } from "../shared/element.ts";
import { keepingFocus } from "../shared/focus.ts";
import type { Surface } from "./surface.ts";
import { durationText, shortId } from "./threadText.ts";

/** One headline figure. */
export interface Figure {
  readonly key: "threads" | "turns" | "calls" | "storage" | "medianP50" | "worstP99";
  readonly name: string;
  readonly value: string;
  /** What it is of. */
  readonly of: string;
  readonly hint: string;
  /** The thread whose it is. */
  readonly threadId: string | null;
}

/** The figures in words, for the tiles and the table alike. */
export function figureTexts(surface: Surface, state: OverviewState, figures: ThreadFigures): readonly Figure[] {
  const { say, formats } = surface;
  const { threads, running, turns, medianP50, worstP99 } = figures;
  const { whole } = state;
  const inWindow = (what: string) => `${what} · ${visibleText(state.window)}`;
  const all = threads === 1 ? say("ofOneThread") : say("ofAllThreads", formats.exact(threads));
  const ofThreads = inWindow(whole ? all : say("ofLoadedThreads", formats.exact(threads)));
  const these = say(whole ? "allThreads" : "loadedThreads");
  const withRunning = say("someRunning", these, formats.exact(running));
  const figure = (key: Figure["key"], value: string, of: string, rest: Partial<Figure> = {}): Figure => ({
    key,
    name: say(key),
    value,
    of,
    hint: "",
    threadId: null,
    ...rest,
  });
  return [
    figure("threads", formats.exact(threads), inWindow(running === 0 ? these : withRunning)),
    figure("turns", formats.exact(turns), ofThreads),
    ...callFigures(surface, state, inWindow).map(({ key, value, of }) => figure(key, value, of)),
    figure("medianP50", durationText(surface, medianP50 ?? Number.NaN), ofThreads, { hint: say("medianP50Hint") }),
    figure("worstP99", durationText(surface, worstP99?.value), ofThreads, {
      hint: say("worstP99Hint"),
      threadId: worstP99?.threadId ?? null,
    }),
  ];
}

function callFigures(
  { say, formats }: Surface,
  { calls }: OverviewState,
  inWindow: (what: string) => string,
): readonly Pick<Figure, "key" | "value" | "of">[] {
  const both = (count: string, size: string, of = inWindow(say("ofAllCalls"))) => [
    { key: "calls", value: count, of } as const,
    { key: "storage", value: size, of: inWindow(say("ofTheseCalls")) } as const,
  ];
  switch (calls.kind) {
    case "loading":
      return both("…", "…");
    case "failed":
      return both(say("unknown"), say("unknown"), visibleText(calls.text));
    case "shown": {
      const { count, capped, storageSize } = calls;
      const least = (text: string) => (capped ? say("atLeast", text) : text);
      const size = storageSize === null ? say("unknown") : least(formats.size(storageSize));
      return both(least(formats.exact(count)), size);
    }
  }
}

/** The headline figures as tiles. */
export class FiguresView {
  readonly list = element("dl", { class: "tiles" });
  readonly #surface: Surface;
  #drawn = "";

  constructor(surface: Surface) {
    this.#surface = surface;
    this.list.setAttribute("aria-label", surface.say("figures"));
  }

  update(figures: readonly Figure[]): void {
    const drawn = JSON.stringify(figures);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    keepingFocus(this.list, () => this.list.replaceChildren(...figures.map((figure) => this.#tile(figure))));
  }

  #tile({ key, name, value, of, hint, threadId }: Figure): HTMLElement {
    const { say, post } = this.#surface;
    const parts: HTMLElement[] = [
      element("dt", hint === "" ? {} : { title: hint }, name),
      element("dd", { class: "value" }, value),
      element("dd", { class: "of", title: of }, of),
    ];
    if (threadId !== null) {
      const id = shortId(threadId);
      const title = say("whose", id);
      const whose = button(id, { class: "link", title, "aria-label": title, "data-focus": key }, () =>
        post({ kind: "reveal", threadId }),
      );
      parts.push(element("dd", { class: "whose", dir: "auto" }, whose));
    }
    return element("div", { class: "tile", "data-figure": key }, ...parts);
  }
}
