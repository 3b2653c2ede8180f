import type { Disposable } from "vscode";
import { registerSessionCommands } from "../../vscode/ui/commands.ts";
import type { Parts } from "../app.ts";

export type ErrorsParts = Parts<"app" | "threads" | "sessions" | "privacy" | "formats" | "log">;

/** The failed calls of the list's time range. Its code is loaded with the first use. */
export function registerErrors(parts: ErrorsParts): Disposable[] {
  return registerSessionCommands(parts, {
    "weaveThreads.showErrors": async () => (await import("./errorsPick.ts")).showErrors(parts),
  });
}
