import * as l10n from "@vscode/l10n";
import {
  isCounted,
  progressText,
  tabTitle,
  turnCountText,
  usageTexts,
} from "../../core/conversation/drawing/turnText.ts";
import type { PageState } from "../../core/conversation/protocol.ts";
import type { FeedbackMark } from "../../core/feedback/feedbackText.ts";
import { turnKeys } from "../../core/project/accessibilityHelp.ts";
import { followText } from "../../core/project/follow.ts";
import { visibleCut, visibleText } from "../../core/text/visibleText.ts";
import { button, element, redraw, setText } from "../shared/element.ts";
import { noticeView } from "../shared/noticeView.ts";
import type { Surface } from "./conversationSurface.ts";
import { feedbackView } from "./feedbackView.ts";
import { moreButton } from "./turnHead.ts";

/** The thread's name and figures, its loading progress, and its notice. */
export class PageHead {
  readonly header: HTMLElement;
  readonly #surface: Surface;
  readonly #title = element("h1", { dir: "auto" });
  /** Below a title that is a message. */
  readonly #id = element("p", "page-id");
  readonly #figures = element("p", "figures");
  readonly #progress = element("span", { class: "progress", role: "status" });
  readonly #stop: HTMLButtonElement;
  readonly #transcript: HTMLButtonElement;
  readonly #feedback = element("div");
  readonly #more = moreButton("page/more");
  readonly #notice = element("div", { role: "alert" });

  constructor(surface: Surface) {
    const { post } = surface;
    this.#surface = surface;
    this.#stop = button(l10n.t("Stop"), { hidden: true }, () => post({ kind: "stop" }));
    const hint = { title: l10n.t("Open the whole conversation as text to search it"), hidden: true };
    this.#transcript = button(l10n.t("Open as Text"), hint, () => post({ kind: "transcript" }));
    const controls = [this.#progress, this.#stop, this.#transcript, this.#more];
    const line = element("div", "page-line", this.#title, this.#id, this.#figures, controls);
    this.header = element("header", "page-head", line, this.#feedback, this.#notice);
    // Focused elements must not be hidden below the head.
    new ResizeObserver(() => {
      document.documentElement.style.scrollPaddingTop = `${this.header.offsetHeight + 4}px`;
    }).observe(this.header);
  }

  /** Of the conversation itself. */
  showFeedback(marks: readonly FeedbackMark[]): void {
    redraw(this.#feedback, feedbackView(this.#surface, null, marks));
  }

  update(state: PageState): void {
    const { thread, call = "", message, project, turns, progress, following, notice } = state;
    const { formats } = this.#surface;
    const name = visibleCut(thread?.id ?? call);
    setText(this.#title, tabTitle(state, false) || name);
    setText(this.#id, message === "" ? "" : name);
    this.#title.title = `${name}\n${l10n.t("Project: {0}", visibleText(project))}`;
    // A running call may have died long ago.
    const times = turns.map(({ startedAt, endedAt }) => Math.max(0, (endedAt ?? startedAt) - startedAt));
    const time = formats.duration(times.reduce((sum, one) => sum + one, 0));
    const figures = [
      element("span", { title: turnKeys() }, turnCountText(state, formats)),
      turns.length > 0 && element("span", { title: l10n.t("Total duration of finished turns") }, time),
      usageTexts(turns, formats).map((text) => element("span", {}, text)),
      following !== "off" &&
        element("span", { title: l10n.t("New turns appear automatically") }, followText(following)),
    ];
    // The figures of a single call are those of the page.
    redraw(this.#figures, thread !== null && isCounted(state) && figures);
    setText(this.#progress, progressText(state));
    this.#transcript.hidden = thread === null || turns.length === 0;
    this.#more.hidden = this.#transcript.hidden;
    this.#stop.hidden = progress !== "loading";
    redraw(this.#notice, notice !== null && noticeView(this.#surface, notice));
  }
}
