import * as l10n from "@vscode/l10n";
import { commands, window } from "vscode";
import type { ConversationAddress } from "../../core/conversation/conversationAddress.ts";
import { memberOf, textIn } from "../../core/member.ts";
import type { CommandTable } from "../../host/commands.ts";
import { isFromRow, tellRowIsGone } from "../../host/menuRow.ts";
import { shownConversation } from "../../host/shownConversation.ts";
import { factIn } from "./menuArgument.ts";

/** The target of a link: a thread, one of its turns, or a call in it. */
interface LinkedPlace {
  readonly threadId: string;
  readonly turnId?: string;
  readonly callId?: string;
  /** The thread's service and project, for a page that may show another project than the window. */
  readonly service?: string;
  readonly project?: string;
}

/**
 * Commands that pass their target to the link commands: from the menu of a row or page; from the palette,
 * the visible conversation, otherwise the selected row.
 */
export function linkCommands(selectedRow: () => unknown): CommandTable {
  const handOn =
    (command: string) =>
    async (...given: unknown[]) => {
      const fromRow = isFromRow(given);
      const place = fromRow ? linkedPlace(given[0]) : (placeOnScreen() ?? linkedPlace(selectedRow()));
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

/** Reads a row, `{thread: {id}, turn?, fact?}`, or the argument of a page's menu: `{weaveThread, weaveTurn?, weaveCall?}`. */
function linkedPlace(given: unknown): LinkedPlace | undefined {
  const thread = memberOf(given, "thread");
  const threadId = textIn(thread, "id") ?? textIn(given, "weaveThread");
  const callId = textIn(given, "weaveCall");
  const turnId = textIn(memberOf(given, "turn"), "id") ?? textIn(given, "weaveTurn") ?? turnOfFact(given, thread);
  if (threadId === undefined) return undefined;
  const shown = textIn(given, "weaveThread") === undefined ? null : shownConversation();
  return {
    threadId,
    ...(shown !== null && projectOf(shown)),
    ...(turnId !== undefined && { turnId }),
    ...(callId !== undefined && { callId }),
  };
}

function placeOnScreen(): LinkedPlace | undefined {
  const shown = shownConversation();
  return shown === null ? undefined : { threadId: shown.threadId, ...projectOf(shown) };
}

function projectOf({ service, project }: ConversationAddress): Pick<LinkedPlace, "service" | "project"> {
  return { service, project };
}

/** The turn ID in a detail of a thread. */
function turnOfFact(given: unknown, thread: unknown): string | undefined {
  const fact = factIn(given);
  if (fact === "firstTurn") return textIn(thread, "firstTurnId");
  return fact === "lastTurn" ? textIn(thread, "lastTurnId") : undefined;
}
