import * as l10n from "@vscode/l10n";
import type { Figure } from "../../core/overview/figureTexts.ts";
import type { OverviewState, ShownCalls } from "../../core/overview/overviewProtocol.ts";
import { coverLine, loadProgressText, shortThreadId } from "../../core/overview/pageText.ts";
import type { ThreadColumns } from "../../core/overview/threadColumns.ts";
import type { ConversationKey } from "../../core/query/conversationKey.ts";
import { listed } from "../../core/text/sentences.ts";
import { visibleText } from "../../core/text/visibleText.ts";
import { button, element, redraw, setText } from "../shared/element.ts";
import { noticeView } from "../shared/noticeView.ts";
import type { OverviewSurface } from "./overviewSurface.ts";

/** The title of the page, its loading progress and its notice. */
export class OverviewHead {
  readonly header: HTMLElement;
  readonly #surface: OverviewSurface;
  readonly title = element("h1", { dir: "auto", tabindex: "-1" }, l10n.t("Overview"));
  readonly #filter = element("p", { class: "filter", dir: "auto" });
  readonly #progress = element("span", { class: "progress", role: "status" });
  readonly #back: HTMLButtonElement;
  readonly #stop: HTMLButtonElement;
  readonly #refresh: HTMLButtonElement;
  readonly #notice = element("div", { role: "alert" });

  constructor(surface: OverviewSurface) {
    const { post } = surface;
    this.#surface = surface;
    const back = { hidden: true, title: l10n.t("Restore the previous filter") };
    const quiet = { class: "quiet", hidden: true };
    this.#back = button(l10n.t("Back"), back, () => post({ kind: "unfilter" }));
    this.#stop = button(l10n.t("Stop"), { hidden: true }, () => post({ kind: "stop" }));
    this.#refresh = button(l10n.t("Refresh"), quiet, () => post({ kind: "refresh" }));
    const room = element("span", "room");
    const parts = [this.title, this.#filter, this.#back, room, this.#progress, this.#stop, this.#refresh];
    this.header = element("header", "page-head", element("div", "page-line", parts), this.#notice);
  }

  update(state: OverviewState, threads: ThreadColumns): void {
    const count = threads.ids.length;
    const { project, progress, notice, filtered } = state;
    setText(this.title, project === null ? l10n.t("Overview") : visibleText(project));
    setText(this.#filter, coverLine(state, threads, this.#surface.formats));
    const { activeElement } = document;
    this.#back.hidden = !filtered;
    this.#stop.hidden = progress !== "loading";
    this.#refresh.hidden = progress === "loading" || project === null;
    const buttons = [this.#stop, this.#refresh, this.#back];
    // If the focused button disappears, the focus moves to another one.
    if (buttons.some((one) => one === activeElement && one.hidden))
      (buttons.find((one) => !one.hidden) ?? this.title).focus();
    // Screen readers do not announce a running number.
    this.#progress.ariaLive = progress === "loading" && count > 0 ? "off" : "polite";
    setText(this.#progress, loadProgressText(state, count, this.#surface.formats));
    redraw(this.#notice, notice !== null && noticeView(this.#surface, notice));
  }
}

/** A number that shows its calls; `focus` identifies it among the parts of the page. */
export function callsButton(
  { post }: OverviewSurface,
  text: string,
  of: ShownCalls,
  title: string,
  focus: string,
): HTMLButtonElement {
  const attributes = { class: "link", title, "aria-label": listed([text, title]), "data-focus": focus };
  return button(text, attributes, () => post({ kind: "showCalls", of }));
}

/** A headline figure as a tile. */
export function figureTile(surface: OverviewSurface, figure: Figure): HTMLElement {
  const { post } = surface;
  const { key, name, value, of, hint, conversation, hasCalls } = figure;
  const thread = (owner: ConversationKey) => {
    const title = l10n.t("Show {0} in the Threads view", shortThreadId(owner.id));
    const attributes = { class: "link", title, "aria-label": title, "data-focus": key };
    return button(shortThreadId(owner.id), attributes, () => post({ kind: "reveal", conversation: owner }));
  };
  return element(
    "div",
    { class: "tile", "data-figure": key },
    element("dt", { title: hint !== "" && hint }, name),
    element(
      "dd",
      "value",
      hasCalls ? callsButton(surface, value, { kind: "all" }, l10n.t("Show the calls"), key) : value,
    ),
    of !== "" && element("dd", { class: "of", title: of }, of),
    conversation !== null && element("dd", { class: "whose", dir: "auto" }, thread(conversation)),
  );
}
