import * as l10n from "@vscode/l10n";
import { commands, window } from "vscode";
import { type ConversationPlace, conversationIn, isSamePlace } from "../../core/turns/conversationPlace.ts";
import { isFromRow, tellRowIsGone } from "../../host/menuRow.ts";

/**
 * Opens conversations. A row that is clicked, or on which Enter is pressed, keeps the focus as it does in VS Code's own
 * lists; where its conversation is what was opened last, the focus goes there. Anything else that opens one goes there
 * at once.
 */
export class ConversationOpener {
  #last: ConversationPlace | null = null;

  /** `given` are a command's arguments; `selected` is the row to take where it comes without, from the palette. */
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
    await commands.executeCommand("weaveThreads.showConversation", {
      ...where,
      preserveFocus: preserveFocus && !isAgain,
    });
  }
}
