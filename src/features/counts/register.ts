import type { Disposable, LogOutputChannel } from "vscode";
import type { CallConditions } from "../../core/counts/callCondition.ts";
import { readConditions } from "../../core/counts/callConditions.ts";
import type { SavedCount } from "../../core/counts/savedCount.ts";
import type { ProjectClient } from "../../core/projectClient.ts";
import { registerCommands, tellNotReady } from "../../vscode/ui/commands.ts";
import type { CountBox } from "./countBox.ts";
import { CountStatus, type CountStatusParts } from "./countStatus.ts";
import type { RecentCounts } from "./keptCount.ts";

export interface CountsParts extends CountStatusParts {
  /** The current target; null if there is none. */
  readonly target: () => ProjectClient | null;
  readonly recent: RecentCounts;
  readonly log: LogOutputChannel;
}

/** Call counts: one in the status bar, others on demand. */
export function registerCounts(parts: CountsParts): Disposable[] {
  const { sessions, log } = parts;
  let box: CountBox | null = null;
  const open = async (): Promise<CountBox | null> => {
    const { CountBox } = await import("./countBox.ts");
    box?.dispose();
    const target = parts.target();
    if (target === null) {
      await tellNotReady(sessions.session);
      return null;
    }
    box = new CountBox({ ...parts, target, sample: sessions.session?.kind === "sample" });
    return box;
  };
  const registered = registerCommands(
    {
      "weaveThreads.countCalls": async (given: unknown) => {
        const conditions = conditionsIn(given);
        const opened = await open();
        if (conditions === undefined) opened?.showStart();
        else opened?.showCount(conditions, savedIn(given, conditions, parts.saved.list()));
      },
    },
    log,
  );
  return [
    new CountStatus(parts),
    // Another session has another project, or none.
    sessions.onChange(() => box?.dispose()),
    { dispose: () => box?.dispose() },
    ...registered,
  ];
}

function conditionsIn(given: unknown): CallConditions | undefined {
  if (typeof given !== "object" || given === null || !("conditions" in given)) return undefined;
  return readConditions(given.conditions);
}

/** The saved count to edit, with its current conditions, which changes are compared with. */
function savedIn(given: unknown, conditions: CallConditions, saved: readonly SavedCount[]): SavedCount | null {
  if (typeof given !== "object" || given === null || !("save" in given)) return null;
  const { save } = given;
  if (typeof save !== "object" || save === null || !("id" in save && "name" in save)) return null;
  const { id, name } = save;
  if (typeof id !== "string" || typeof name !== "string") return null;
  return saved.find((count) => count.id === id) ?? { id, name, conditions };
}
