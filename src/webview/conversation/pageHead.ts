import * as l10n from "@vscode/l10n";
import { isCounted, progressText, turnCountText, usageTexts } from "../../core/conversation/drawing/turnText.ts";
import type { PageState } from "../../core/conversation/protocol.ts";
import { visibleCut, visibleText } from "../../core/text/visibleText.ts";
import { button, element, setText } from "../shared/element.ts";
import { NoticeSlot } from "../shared/noticeView.ts";
import type { Surface } from "./surface.ts";

/** The thread's name and figures, its loading progress, and its notice. */
export class PageHead {
  readonly header: HTMLElement;
  readonly #surface: Surface;
  readonly #title = element("h1", { dir: "auto" });
  readonly #figures = element("p", { class: "figures" });
  readonly #progress = element("span", { class: "progress", role: "status" });
  readonly #stop: HTMLButtonElement;
  readonly #transcript: HTMLButtonElement;
  readonly #notice: NoticeSlot;

  constructor(surface: Surface) {
    this.#surface = surface;
    this.#notice = new NoticeSlot(surface);
    this.#stop = button(l10n.t("Stop"), { hidden: true }, () => surface.post({ kind: "stop" }));
    const hint = { title: l10n.t("Open the whole conversation as text to search it"), hidden: true };
    this.#transcript = button(l10n.t("Open as Text"), { class: "quiet", ...hint }, () =>
      surface.post({ kind: "transcript" }),
    );
    const parts = [this.#title, this.#figures, this.#progress, this.#stop, this.#transcript];
    const line = element("div", { class: "page-line" }, ...parts);
    this.header = element("header", { class: "page-head" }, line, this.#notice.element);
    // Focused elements must not be hidden below the head.
    new ResizeObserver(() => {
      document.documentElement.style.scrollPaddingTop = `${this.header.offsetHeight + 4}px`;
    }).observe(this.header);
  }

  update(state: PageState): void {
    const { thread, project, turns, progress, notice } = state;
    const { formats } = this.#surface;
    const name = visibleCut(thread);
    setText(this.#title, name);
    this.#title.title = `${name}\n${l10n.t("Project: {0}", visibleText(project))}`;
    // A running call may have died long ago.
    const time = turns.reduce(
      (sum, { startedAt, endedAt }) => sum + Math.max(0, (endedAt ?? startedAt) - startedAt),
      0,
    );
    const figures = [
      element(
        "span",
        { title: l10n.t("Next and previous turn: J and K, or Alt+Down and Alt+Up") },
        turnCountText(state, formats),
      ),
      ...(turns.length === 0
        ? []
        : [element("span", { title: l10n.t("Total duration of finished turns") }, formats.duration(time))]),
      ...usageTexts(turns, formats).map((text) => element("span", {}, text)),
    ];
    this.#figures.replaceChildren(...(isCounted(state) ? figures : []));
    setText(this.#progress, progressText(state));
    this.#transcript.hidden = turns.length === 0;
    this.#stop.hidden = progress !== "loading";
    this.#notice.update(notice);
  }
}
