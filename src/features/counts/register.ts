import type { Disposable, LogOutputChannel } from "vscode";
import type { ProjectClient } from "../../core/projectClient.ts";
import { registerCommands, tellNotReady } from "../../vscode/ui/commands.ts";
import type { App, Feature } from "../app.ts";
import type { CountBox } from "./countBox.ts";
import { CountStatus, type CountStatusParts } from "./countStatus.ts";
import type { RecentCounts } from "./keptCount.ts";

export interface CountsParts extends CountStatusParts {
  readonly app: App;
  /** The current target; null if there is none. */
  readonly target: () => ProjectClient | null;
  readonly recent: RecentCounts;
  readonly log: LogOutputChannel;
}

/** Call counts: one in the status bar, others on demand. */
export function registerCounts(parts: CountsParts): Feature<"countCalls"> {
  const { sessions, log } = parts;
  let box: CountBox | null = null;
  const countCalls: App["countCalls"] = async (conditions, saved) => {
    const { CountBox } = await import("./countBox.ts");
    box?.dispose();
    const target = parts.target();
    if (target === null) return tellNotReady(sessions.session);
    box = new CountBox({ ...parts, target, sample: sessions.session?.kind === "sample" });
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
