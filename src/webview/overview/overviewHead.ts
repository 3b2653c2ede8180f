import * as l10n from "@vscode/l10n";
import { filterLine, progressText } from "../../core/overview/pageText.ts";
import type { OverviewState } from "../../core/overview/protocol.ts";
import { visibleText } from "../../core/text/visibleText.ts";
import { button, element, setText } from "../shared/element.ts";
import { NoticeSlot } from "../shared/noticeView.ts";
import type { Surface } from "./surface.ts";

/** The title of the page, its loading progress and its notice. */
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
    this.#surface = surface;
    this.#notice = new NoticeSlot(surface);
    this.title.textContent = l10n.t("Overview");
    this.#back = button(l10n.t("Back"), { hidden: true, title: l10n.t("Restore the previous filter") }, () =>
      surface.post({ kind: "unfilter" }),
    );
    this.#stop = button(l10n.t("Stop"), { hidden: true }, () => surface.post({ kind: "stop" }));
    this.#refresh = button(l10n.t("Refresh"), { class: "quiet", hidden: true }, () =>
      surface.post({ kind: "refresh" }),
    );
    this.#export = button(l10n.t("Export Figures…"), { class: "quiet", hidden: true }, () =>
      surface.post({ kind: "export", what: { kind: "figures" } }),
    );
    const parts = [this.title, this.#filter, this.#back, element("span", { class: "room" }), this.#progress];
    const line = element("div", { class: "page-line" }, ...parts, this.#stop, this.#refresh, this.#export);
    this.header = element("header", { class: "page-head" }, line, this.#notice.element);
  }

  get #ways(): readonly HTMLElement[] {
    return [this.#stop, this.#refresh, this.#back, this.#export];
  }

  update(state: OverviewState, count: number): void {
    const { project, progress, notice, filtered } = state;
    setText(this.title, project === null ? l10n.t("Overview") : visibleText(project));
    setText(this.#filter, filterLine(state));
    const { activeElement } = document;
    const isHeld = activeElement instanceof HTMLElement && this.#ways.includes(activeElement);
    this.#back.hidden = !filtered;
    this.#stop.hidden = progress !== "loading";
    this.#refresh.hidden = progress === "loading" || project === null;
    this.#export.hidden = count === 0;
    // If the focused button disappears, the focus moves to another one.
    if (isHeld && activeElement.hidden) (this.#ways.find((way) => !way.hidden) ?? this.title).focus();
    // Screen readers do not announce a running number.
    this.#progress.setAttribute("aria-live", progress === "loading" && count > 0 ? "off" : "polite");
    setText(this.#progress, progressText(state, count, this.#surface.formats));
    this.#notice.update(notice);
  }
}
