import { type Disposable, debug, tasks, window } from "vscode";
import type { Run } from "../../core/counts/lastRun.ts";
import { registerCommands } from "../../vscode/ui/commands.ts";
import type { FeatureParts } from "../app.ts";

/** The calls of what the user ran last. */
export function registerLastRun(parts: FeatureParts): Disposable[] {
  const { app, formats, sessions } = parts;
  let last: Run | null = null;
  const begin = (kind: Run["kind"]) => {
    last = { kind, at: Date.now() };
  };
  const showLastRunCalls = async () => {
    const { callsSince, noRunText, runName } = await import("../../core/counts/lastRun.ts");
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
    ...registerCommands({ "weaveThreads.showLastRunCalls": showLastRunCalls }, parts, sessions),
  ];
}
