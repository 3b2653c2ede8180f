import * as l10n from "@vscode/l10n";
import { CancellationError, commands, type Disposable, type LogOutputChannel, window } from "vscode";
import { idle } from "../../core/async/loadState.ts";
import { actionTitle } from "../../core/failures/action.ts";
import { ServiceError, UserError } from "../../core/failures/fault.ts";
import { bugText } from "../../core/failures/faultText.ts";
import type { Privacy } from "../../core/privacy/mask.ts";
import { statusItem } from "../../core/project/display.ts";
import { missingText } from "../../core/project/statusText.ts";
import type { Session } from "../../core/session/session.ts";
import type { WindowSession } from "../../core/session/windowSession.ts";
import { nextSession } from "../session/sessionStore.ts";
import { showFault, takeAction } from "./faultNotice.ts";
import { withLateProgress } from "./progress.ts";

/** Handlers by command ID. Arguments are untrusted, so their types are unknown. */
export type CommandTable = Readonly<Record<`weaveThreads.${string}`, (...args: unknown[]) => unknown>>;

/** What every command needs: where its failures are logged, and whether it is off. */
export interface CommandParts {
  readonly log: LogOutputChannel;
  readonly privacy: Privacy;
}

/**
 * Registers commands whose failures are reported once: faults with their actions, cancellations not at all. Those that
 * privacy mode refuses do not run.
 */
export function registerCommands(parts: CommandParts, table: CommandTable): Disposable[] {
  return registeredAfter(async () => undefined, parts, table);
}

/** The same for commands that run once the session is known, which takes a moment in a new window. */
export function registerSessionCommands(
  parts: CommandParts & { readonly sessions: Pick<WindowSession, "session" | "onChange"> },
  table: CommandTable,
): Disposable[] {
  const { sessions } = parts;
  const known = async () => {
    if (sessions.session === null)
      await withLateProgress(l10n.t("Starting Weave Threads"), (signal) => nextSession(sessions, signal));
  };
  return registeredAfter(known, parts, table);
}

function registeredAfter(ready: () => Promise<void>, { log, privacy }: CommandParts, table: CommandTable) {
  return Object.entries(table).map(([id, run]) =>
    commands.registerCommand(id, async (...args: unknown[]) => {
      try {
        await ready();
        return isRefused(id, privacy) ? undefined : await run(...args);
      } catch (error) {
        reportFailure(error, log);
        return undefined;
      }
    }),
  );
}

/** Whether privacy mode refuses a command. If so, shows a notification. */
export function isRefused(command: string, privacy: Privacy): boolean {
  if (privacy.value?.refuses(command) !== true) return false;
  const off = l10n.t("Turn Off Privacy Mode");
  void window.showInformationMessage(l10n.t("Not available in privacy mode."), off).then((chosen) => {
    if (chosen === off) void commands.executeCommand("weaveThreads.togglePrivacyMode");
  });
  return true;
}

/** Runs a task that the user has started without waiting for it, reporting its failure like a command's. */
export function inBackground(task: Promise<unknown>, log: LogOutputChannel): void {
  task.catch((error: unknown) => reportFailure(error, log));
}

/** Runs a task that the user has not started: its failure is logged, and shown where its result would be. */
export function unattended(task: Promise<unknown>, log: LogOutputChannel): void {
  task.catch((error: unknown) => logFailure(error, log));
}

export function logFailure(error: unknown, log: LogOutputChannel): void {
  if (!isCancellation(error)) log.error(error instanceof Error ? error : String(error));
}

function isCancellation(error: unknown): boolean {
  return error instanceof CancellationError || (error instanceof Error && error.name === "AbortError");
}

/** Reports what is missing before requests can be sent, and offers the action. */
export async function showNotReady(session: Session | null): Promise<void> {
  const state = statusItem(session, idle, null);
  if (state === null || state.click === null) return;
  const title = actionTitle(state.click);
  const chosen = await window.showInformationMessage(missingText(state), title);
  if (chosen === title) await takeAction(state.click);
}

/**
 * Whether a command comes from a row's menu rather than from the palette, which passes no arguments. VS Code drops all
 * rows when a tree is redrawn, and a menu used just then passes no row: the command must not act on another one.
 */
export function isFromRow(given: readonly unknown[]): boolean {
  return given.length > 0;
}

/** Reports that the row of a menu is gone. */
export function showRowIsGone(): void {
  window.showInformationMessage(l10n.t("The list has changed. Try again."));
}

/** Reports that the arguments of a command name no thread. */
export function showNoThread(given: readonly unknown[]): void {
  if (isFromRow(given)) showRowIsGone();
  else window.showInformationMessage(l10n.t("Select a thread in the Threads view first."));
}

/** Reports a failure. */
export function reportFailure(error: unknown, log: LogOutputChannel): void {
  if (isCancellation(error)) return;
  if (error instanceof ServiceError) {
    // The log has the request that failed, with its cause.
    inBackground(showFault(error.fault, { requested: "project" }), log);
    return;
  }
  if (error instanceof UserError) {
    log.error(error);
    window.showErrorMessage(error.message);
    return;
  }
  logFailure(error, log);
  const showLog = actionTitle("showLog");
  void window.showErrorMessage(bugText(), showLog).then((chosen) => {
    if (chosen === showLog) log.show();
  });
}
