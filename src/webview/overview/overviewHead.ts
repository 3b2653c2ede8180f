import type { OverviewState } from "../../core/overview/page.ts";
import { visibleText } from "../../core/visibleText.ts";
import { button, element, setText } from "../shared/element.ts";
import { NoticeSlot } from "../shared/noticeView.ts";
import type { Surface } from "./surface.ts";

/** What the page is about, how far it has come, and what went wrong. */
export class OverviewHead {
  readonly header: HTMLElement;
  readonly #surface: Surface;
  readonly title = element("h1", { dir: "auto", tabindex: "-1" });
  readonly #filter = element("p", { class: "filter", dir: "auto" });
  readonly #progress = element("span", { class: "progress", role: "status" });
  readonly #back: HTMLButtonElement;
  readonly #stop: HTMLButtonElement;
  readonly #refresh: HTMLButtonElement;
  readonly #export: HTMLButtonElement;
  readonly #notice: NoticeSlot;

  constructor(surface: Surface) {
    const { say } = surface;
    this.#surface = surface;
    this.#notice = new NoticeSlot(surface);
    this.title.textContent = say("overview");
    this.#back = button(say("back"), { hidden: true, title: say("backHint") }, () =>
      surface.post({ kind: "unfilter" }),
    );
    this.#stop = button(say("stop"), { hidden: true }, () => surface.post({ kind: "stop" }));
    this.#refresh = button(say("refresh"), { class: "quiet", hidden: true }, () => surface.post({ kind: "refresh" }));
    this.#export = button(say("exportFigures"), { class: "quiet", hidden: true }, () =>
      surface.post({ kind: "export", what: { kind: "figures" } }),
    );
    const parts = [this.title, this.#filter, this.#back, element("span", { class: "room" }), this.#progress];
    const line = element("div", { class: "page-line" }, ...parts, this.#stop, this.#refresh, this.#export);
    this.header = element("header", { class: "page-head" }, line, this.#notice.element);
  }

  get #ways(): readonly HTMLElement[] {
    return [this.#stop, this.#refresh, this.#back, this.#export];
  }

  update({ project, filter, asOf, progress, whole, notice, filtered }: OverviewState, count: number): void {
    const { say, formats } = this.#surface;
    setText(this.title, project === null ? say("overview") : visibleText(project));
    setText(this.#filter, project === null ? "" : filter === "" ? say("allTime") : visibleText(filter));
    const { activeElement } = document;
    const isHeld = activeElement instanceof HTMLElement && this.#ways.includes(activeElement);
    this.#back.hidden = !filtered;
    this.#stop.hidden = progress !== "loading";
    this.#refresh.hidden = progress === "loading" || project === null;
    this.#export.hidden = count === 0;
    // Where a button was there is another, if there is something to do.
    if (isHeld && activeElement.hidden) (this.#ways.find((way) => !way.hidden) ?? this.title).focus();
    const soFar = count === 1 ? say("oneThreadSoFar") : say("manyThreadsSoFar", formats.exact(count));
    const broken = count === 0 ? "" : say("broken");
    const texts = {
      loading: count === 0 || whole ? say("loading") : soFar,
      complete: notice === null ? say("asOf", formats.timeOfDay(asOf)) : "",
      stopped: whole ? say("asOf", formats.timeOfDay(asOf)) : notice === null ? say("stopped") : broken,
    };
    // A number that runs is not read out.
    this.#progress.setAttribute("aria-live", progress === "loading" && count > 0 ? "off" : "polite");
    setText(this.#progress, project === null ? "" : texts[progress]);
    this.#notice.update(notice);
  }
}
