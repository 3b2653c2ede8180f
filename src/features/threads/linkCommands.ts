import * as l10n from "@vscode/l10n";
import { commands, window } from "vscode";
import { shownConversation } from "../../vscode/page/shownConversation.ts";
import type { CommandTable } from "../../vscode/ui/commands.ts";
import { isFromRow, tellRowIsGone } from "../../vscode/ui/menuRow.ts";
import { type LinkedPlace, linkedPlace } from "./linkedPlace.ts";

/**
 * Commands that pass their target to the link commands: from the menu of a row or page; from the palette,
 * the visible conversation, otherwise the selected row.
 */
export function linkCommands(selectedRow: () => unknown): CommandTable {
  const handOn =
    (command: string) =>
    async (...given: unknown[]) => {
      const fromRow = isFromRow(given);
      const place = fromRow
        ? linkedPlace(given[0], shownConversation())
        : (placeOnScreen() ?? linkedPlace(selectedRow(), null));
      if (place !== undefined) await commands.executeCommand(command, place);
      else if (fromRow) tellRowIsGone();
      else window.showInformationMessage(l10n.t("Select a thread in the Threads view first."));
    };
  return {
    "weaveThreads.openInBrowser": handOn("weaveThreads.openWebPage"),
    "weaveThreads.copyLink": handOn("weaveThreads.copyWebLink"),
    "weaveThreads.copyEditorLink": handOn("weaveThreads.copyThreadLink"),
  };
}

function placeOnScreen(): LinkedPlace | undefined {
  const shown = shownConversation();
  if (shown === null) return undefined;
  const { threadId, service, project } = shown;
  return { threadId, service, project };
}
