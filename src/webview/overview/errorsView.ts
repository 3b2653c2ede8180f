import * as l10n from "@vscode/l10n";
import type { ConversationPlace } from "../../core/conversations/conversationPlace.ts";
import type { ErrorRow } from "../../core/errors/errorRow.ts";
import {
  errorName,
  errorsLeftOutText,
  firstText,
  groupCountText,
  moreText,
  opText,
  readText,
  shareText,
  timeText,
  typeText,
} from "../../core/errors/errorText.ts";
import type { OverviewState } from "../../core/overview/overviewProtocol.ts";
import { shortThreadId } from "../../core/overview/pageText.ts";
import { sentences } from "../../core/text/sentences.ts";
import { visibleText } from "../../core/text/visibleText.ts";
import { button, type Child, element, redraw } from "../shared/element.ts";
import { callsButton } from "./overviewHead.ts";
import type { OverviewSurface } from "./overviewSurface.ts";
import { plainTable } from "./plainTable.ts";

/** The failed calls of the time range by op and exception. Hidden if there are none. */
export class ErrorsView {
  readonly section: HTMLElement;
  readonly #surface: OverviewSurface;
  readonly #covered = element("p", { class: "note covered", dir: "auto", hidden: true });
  readonly #table = element("div", "error-table");
  readonly #note = element("p", { class: "note", dir: "auto" });

  constructor(surface: OverviewSurface) {
    this.#surface = surface;
    const heading = element("h2", { id: "errors-title" }, l10n.t("Errors"));
    const attributes = { class: "errors", "aria-labelledby": heading.id, hidden: true };
    this.section = element("section", attributes, heading, this.#covered, this.#table, this.#note);
  }

  update({ errors }: OverviewState): void {
    const { formats } = this.#surface;
    const rows = errors.kind === "shown" ? errors.rows : [];
    this.section.hidden = rows.length === 0 && errors.kind !== "failed";
    this.#table.hidden = rows.length === 0;
    if (errors.kind !== "shown") {
      this.#notify("", errors.kind === "failed" ? visibleText(errors.text) : "");
      redraw(this.#table);
      return;
    }
    const covered = rows.length === 0 ? "" : readText(errors, formats);
    this.#notify(
      covered,
      sentences(errorsLeftOutText(rows.length, errors.groups, formats), visibleText(errors.problem)),
    );
    const heads = [
      l10n.t("Op"),
      l10n.t("Exception"),
      l10n.t("Calls"),
      l10n.t("Share of op"),
      l10n.t("First seen"),
      l10n.t("Last seen"),
      l10n.t("Conversations"),
    ];
    const cells = rows.map((row, at): readonly Child[] => [
      element("span", { dir: "auto", title: opText(row.op) }, opText(row.op)),
      element("span", { dir: "auto", title: visibleText(row.headline) }, typeText(row.type)),
      this.#callsButton(row, `calls/${at}`, groupCountText(row, errors, formats)),
      element("span", { title: shareText(row, errors, formats) }, shareText(row, errors, formats)),
      element("span", { title: formats.dateTime(row.first) }, firstText(row, formats)),
      element("span", { title: formats.dateTime(row.last) }, timeText(row.last, formats)),
      this.#conversations(row, at),
    ]);
    redraw(this.#table, plainTable(l10n.t("Errors, {0}", covered), heads, cells));
  }

  #notify(covered: string, note: string): void {
    this.#covered.hidden = covered === "";
    const title = l10n.t("Show the failed calls");
    redraw(this.#covered, covered !== "" && callsButton(this.#surface, covered, { kind: "failed" }, title, "failed"));
    this.#note.hidden = note === "";
    this.#note.textContent = note;
  }

  #conversations(row: ErrorRow, at: number): Child {
    if (row.conversations.length === 0) return l10n.t("no thread");
    const more = moreText(row, this.#surface.formats);
    const places = row.conversations.map((place, index) => this.#conversation(place, `conversation/${at}/${index}`));
    return element("span", "places", places, more !== "" && this.#callsButton(row, `more/${at}`, more));
  }

  #conversation(place: ConversationPlace, focus: string): HTMLButtonElement {
    const { post } = this.#surface;
    const { conversation, turnId = null, callId = null } = place;
    const id = shortThreadId(conversation.id);
    const title = l10n.t("Open the conversation of {0} at the failed call", id);
    const attributes = { class: "link", title, "aria-label": title, dir: "auto", "data-focus": focus };
    return button(id, attributes, () => post({ kind: "openConversation", conversation, turnId, callId }));
  }

  #callsButton(row: ErrorRow, focus: string, text: string): HTMLButtonElement {
    const { op, type } = row;
    const title = l10n.t("Show the failed calls of {0}", errorName(row));
    return callsButton(this.#surface, text, { kind: "error", op, type }, title, focus);
  }
}
