import { commands, window } from "vscode";
import type { Fault } from "../../core/failures/fault.ts";
import { faultText } from "../../core/failures/faultText.ts";
import { type Asked, type Remedy, remediesFor } from "../../core/failures/remedy.ts";
import { remedyCommand } from "../../core/failures/remedyCommand.ts";
import { remedyTitle } from "../../core/failures/remedyTitle.ts";
import { sentences } from "../../core/text/quotedText.ts";
import { networkSettings } from "../storage/settings.ts";

export interface FaultContext {
  readonly asked: Asked;
  /** Retries what failed; without it, everything is refreshed. */
  readonly retry?: () => PromiseLike<unknown>;
  /** A sentence before that of the fault: its consequence. */
  readonly lead?: string;
  /** The saved count to edit. */
  readonly savedId?: string;
}

/** Shows a fault as a notification with its actions as buttons. */
export async function showFault(fault: Fault, context: FaultContext): Promise<void> {
  const remedies = remediesFor(fault, context.asked, networkSettings().client);
  const titles = remedies.map(remedyTitle);
  const chosen = await window.showErrorMessage(sentences(context.lead ?? "", faultText(fault)), ...titles);
  const remedy = remedies.find((_, index) => titles[index] === chosen);
  if (remedy !== undefined) await takeRemedy(remedy, context);
}

export async function takeRemedy(
  remedy: Remedy,
  { retry, savedId }: Omit<FaultContext, "asked" | "lead"> = {},
): Promise<void> {
  if (remedy === "retry" && retry !== undefined) {
    await retry();
  } else if (remedy === "changeCount" && savedId !== undefined) {
    await commands.executeCommand("weaveThreads.editCount", { id: savedId });
  } else {
    const { command, arguments: given = [] } = remedyCommand[remedy];
    await commands.executeCommand(command, ...given);
    // The request is retried with the other HTTP client.
    if (remedy === "useEditorNetwork" || remedy === "useOwnNetwork") await retry?.();
  }
}
