import { commands, window } from "vscode";
import {
  actionCommand,
  actionsFor,
  actionTitle,
  type FailureAction,
  type FaultSubject,
} from "../../core/failures/action.ts";
import type { Fault } from "../../core/failures/fault.ts";
import { faultText } from "../../core/failures/faultText.ts";
import { sentences } from "../../core/text/sentences.ts";
import { configuredClient } from "../storage/settings.ts";

export interface FaultContext {
  readonly requested: FaultSubject;
  /** Retries what failed; without it, everything is refreshed. */
  readonly retry?: () => PromiseLike<unknown>;
  /** A sentence before that of the fault: its consequence. */
  readonly lead?: string;
  /** Opens the count that failed; without it, an empty count box is opened. */
  readonly changeCount?: () => PromiseLike<unknown>;
}

/** Shows a fault as a notification with its actions as buttons. */
export async function showFault(fault: Fault, context: FaultContext): Promise<void> {
  const actions = actionsFor(fault, context.requested, configuredClient());
  const titles = actions.map(actionTitle);
  const chosen = await window.showErrorMessage(sentences(context.lead ?? "", faultText(fault)), ...titles);
  const action = actions.find((_, index) => titles[index] === chosen);
  if (action !== undefined) await takeAction(action, context);
}

export async function takeAction(
  action: FailureAction,
  { retry, changeCount }: Omit<FaultContext, "requested" | "lead"> = {},
): Promise<void> {
  if (action === "retry" && retry !== undefined) {
    await retry();
  } else if (action === "changeCount" && changeCount !== undefined) {
    await changeCount();
  } else {
    const { command, arguments: given = [] } = actionCommand[action];
    await commands.executeCommand(command, ...given);
    // The request is retried with the other HTTP client.
    if (action === "useEditorNetwork" || action === "useOwnNetwork") await retry?.();
  }
}
