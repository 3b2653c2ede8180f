import type { Disposable } from "vscode";
import { registerSessionCommands } from "../../vscode/ui/commands.ts";
import type { FeatureParts } from "../app.ts";

/** The failed calls of the list's time range. Its code is loaded with the first use. */
export function registerErrors(parts: FeatureParts): Disposable[] {
  return registerSessionCommands(parts, {
    "weaveThreads.showErrors": async () => (await import("./errorsPick.ts")).showErrors(parts),
  });
}
