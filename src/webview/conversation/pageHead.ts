import type { PageState } from "../../core/conversation/page.ts";
import { visibleCut, visibleText } from "../../core/visibleText.ts";
import { button, element, setText } from "../shared/element.ts";
import { NoticeSlot } from "../shared/noticeView.ts";
import type { Surface } from "./surface.ts";
import { usageTexts } from "./usageText.ts";

/** The thread's name and figures, how far its list has come, and what went wrong with it. */
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
    this.#stop = button(surface.say("stop"), { hidden: true }, () => surface.post({ kind: "stop" }));
    const hint = { title: surface.say("openTranscriptHint"), hidden: true };
    this.#transcript = button(surface.say("openTranscript"), { class: "quiet", ...hint }, () =>
      surface.post({ kind: "transcript" }),
    );
    const parts = [this.#title, this.#figures, this.#progress, this.#stop, this.#transcript];
    const line = element("div", { class: "page-line" }, ...parts);
    this.header = element("header", { class: "page-head" }, line, this.#notice.element);
    // What the keyboard comes to must not be below the head.
    new ResizeObserver(() => {
      document.documentElement.style.scrollPaddingTop = `${this.header.offsetHeight + 4}px`;
    }).observe(this.header);
  }

  update({ thread, project, turns, progress, notice }: PageState): void {
    const { say, formats } = this.#surface;
    const name = visibleCut(thread);
    setText(this.#title, name);
    this.#title.title = `${name}\n${say("project", visibleText(project))}`;
    // One that runs may have died long ago.
    const time = turns.reduce(
      (sum, { startedAt, endedAt }) => sum + Math.max(0, (endedAt ?? startedAt) - startedAt),
      0,
    );
    const [one, many] =
      progress === "complete" ? (["oneTurn", "manyTurns"] as const) : (["oneTurnSoFar", "manyTurnsSoFar"] as const);
    const counted = turns.length === 1 ? say(one) : say(many, formats.exact(turns.length));
    // Of what has not been asked for, or was refused, nothing is known.
    const isKnown = turns.length > 0 || (progress === "complete" && notice === null);
    const figures = [
      element("span", { title: say("turnKeys") }, counted),
      ...(turns.length === 0 ? [] : [element("span", { title: say("totalTime") }, formats.duration(time))]),
      ...usageTexts(this.#surface, turns).map((text) => element("span", {}, text)),
    ];
    this.#figures.replaceChildren(...(isKnown ? figures : []));
    const stopped = isKnown || notice === null ? say("stopped") : "";
    setText(this.#progress, { loading: say("loading"), complete: "", stopped }[progress]);
    this.#transcript.hidden = turns.length === 0;
    this.#stop.hidden = progress !== "loading";
    this.#notice.update(notice);
  }
}
