import type { Disposable } from "vscode";
import { registerCommands, tellNotReady } from "../../vscode/ui/commands.ts";
import type { App, Feature, FeatureParts } from "../app.ts";
import type { CountBox } from "./countBox.ts";
import { CountStatus } from "./countStatus.ts";

/** Call counts: one in the status bar, others on demand. */
export function registerCounts(parts: FeatureParts): Feature<"countCalls"> {
  const { sessions, log } = parts;
  let box: CountBox | null = null;
  const countCalls: App["countCalls"] = async (conditions, saved) => {
    const { CountBox } = await import("./countBox.ts");
    box?.dispose();
    const target = parts.target();
    if (target === null) return tellNotReady(sessions.session);
    box = new CountBox(parts, target, sessions.session?.kind === "sample");
    if (conditions === undefined) box.showStart();
    else box.showCount(conditions, saved ?? null);
  };
  const subscriptions: readonly Disposable[] = [
    new CountStatus(parts),
    // Another session has another project, or none.
    sessions.onChange(() => box?.dispose()),
    { dispose: () => box?.dispose() },
    ...registerCommands({ "weaveThreads.countCalls": () => countCalls() }, log),
  ];
  return { countCalls, subscriptions };
}
