import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import { type ConversationPlace, conversationIn, isSamePlace } from "../../core/turns/conversationPlace.ts";
import { isFromRow, tellRowIsGone } from "../../vscode/ui/commands.ts";
import type { App } from "../app.ts";

/**
 * Opens conversations. A row that is clicked or opened with Enter keeps the focus, as in VS Code's own
 * lists; if its conversation was opened last, the focus moves there. Any other way of opening moves the focus
 * at once.
 */
export class ConversationOpener {
  readonly #app: App;
  #last: ConversationPlace | null = null;

  constructor(app: App) {
    this.#app = app;
  }

  /** `given` are the command's arguments; `selected` is the row to use without arguments, from the palette. */
  async open(given: readonly unknown[], selected: unknown): Promise<void> {
    const fromRow = isFromRow(given);
    const place = conversationIn(fromRow ? given[0] : selected);
    if (place === undefined) {
      if (fromRow) tellRowIsGone();
      else window.showInformationMessage(l10n.t("Select a thread in the Threads view first."));
      return;
    }
    const { preserveFocus = false, ...where } = place;
    const isAgain = isSamePlace(place, this.#last);
    this.#last = place;
    await this.#app.openConversation({ ...where, preserveFocus: preserveFocus && !isAgain });
  }
}
