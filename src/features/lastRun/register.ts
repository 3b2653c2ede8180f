import { type Disposable, debug, tasks, window } from "vscode";
import type { Run } from "../../core/counts/lastRun.ts";
import { registerSessionCommands } from "../../vscode/ui/commands.ts";
import type { Parts } from "../app.ts";

export type LastRunParts = Parts<"app" | "sessions" | "privacy" | "formats" | "log">;

/** The calls of what the user ran last. */
export function registerLastRun(parts: LastRunParts): Disposable[] {
  const { app, formats } = parts;
  const begun = new Map<Run["kind"], number>();
  const begin = (kind: Run["kind"]) => void begun.set(kind, Date.now());
  const showLastRunCalls = async () => {
    const { callsSince, lastRun, noRunText, runName } = await import("../../core/counts/lastRun.ts");
    const last = lastRun(begun);
    if (last === null) window.showInformationMessage(noRunText());
    else await app.showCalls(callsSince(last), runName(last, formats));
  };
  return [
    debug.onDidStartDebugSession(({ parentSession }) => {
      // The processes of a program have sessions of their own.
      if (parentSession === undefined) begin("debugSession");
    }),
    tasks.onDidStartTask(() => begin("task")),
    window.onDidStartTerminalShellExecution(() => begin("terminalCommand")),
    ...registerSessionCommands(parts, { "weaveThreads.showLastRunCalls": showLastRunCalls }),
  ];
}
