import { CancellationError, commands, type Disposable, type LogOutputChannel, l10n, window } from "vscode";
import { remedyFor } from "../core/display.ts";
import { type Fault, ServiceError } from "../core/fault.ts";
import { faultText, remedyCommand, remedyTitle } from "./faultText.ts";
import { UserError } from "./userError.ts";

/** Command id, and what it does with the arguments VS Code hands it; those come from anywhere and are unknown. */
export type CommandTable = Readonly<Record<`weaveThreads.${string}`, (...args: unknown[]) => unknown>>;

/** Registers commands whose failures are told once: a fault with its remedy, a cancellation not at all, a bug briefly. */
export function registerCommands(table: CommandTable, log: LogOutputChannel): Disposable[] {
  return Object.entries(table).map(([id, run]) =>
    commands.registerCommand(id, async (...args: unknown[]) => {
      try {
        return await run(...args);
      } catch (error) {
        reportFailure(error, log);
        return undefined;
      }
    }),
  );
}

/** Lets `task` go on by itself, telling its failure as a command's would be. */
export function inBackground(task: Promise<unknown>, log: LogOutputChannel): void {
  task.catch((error: unknown) => reportFailure(error, log));
}

/** Tells a fault as a notification with its remedy as the button. */
export async function showFault(fault: Fault): Promise<void> {
  const remedy = remedyFor(fault.kind);
  const title = remedyTitle(remedy);
  const chosen = await window.showErrorMessage(faultText(fault), title);
  if (chosen === title) await commands.executeCommand(remedyCommand[remedy]);
}

/** Tells a failure that nobody waits for. */
export function reportFailure(error: unknown, log: LogOutputChannel): void {
  if (error instanceof CancellationError || isAbort(error)) return;
  if (error instanceof ServiceError) {
    void showFault(error.fault);
    return;
  }
  if (error instanceof UserError) {
    log.error(error);
    void window.showErrorMessage(error.message);
    return;
  }
  log.error(error instanceof Error ? error : String(error));
  const showLog = l10n.t("Show Log");
  void window.showErrorMessage(l10n.t("Something went wrong. The log has the details."), showLog).then((chosen) => {
    if (chosen === showLog) log.show();
  });
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
