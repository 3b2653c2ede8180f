import * as l10n from "@vscode/l10n";
import type { Formats } from "../text/format.ts";
import { type CallConditions, callsMatching } from "./callCondition.ts";

/** What began to run in the window, and when, in milliseconds since the epoch. */
export interface Run {
  readonly kind: "debugSession" | "task" | "terminalCommand";
  readonly at: number;
}

/** VS Code runs tasks, and often programs under debug, as commands of a terminal, which begin a moment later. */
const momentMs = 5000;

/** The last run, of when the last one of each kind began; null for none. */
export function lastRun(begun: ReadonlyMap<Run["kind"], number>): Run | null {
  const runs = [...begun].map(([kind, at]): Run => ({ kind, at })).sort((a, b) => b.at - a.at);
  const [latest = null] = runs;
  if (latest?.kind !== "terminalCommand") return latest;
  return runs.find(({ kind, at }) => kind !== latest.kind && latest.at - at < momentMs) ?? latest;
}

/** The calls that have started since a run began. */
export function callsSince({ at }: Run): CallConditions {
  return callsMatching({ time: { kind: "custom", text: new Date(at).toISOString() }, threadIds: [] });
}

/** The name of these calls in the Counts view, where longer names are cut. The command line and other names may contain secrets. */
export function runName({ kind, at }: Run, formats: Formats): string {
  const time = formats.timeOfDay(at);
  const names = {
    debugSession: l10n.t("Debug since {0}", time),
    task: l10n.t("Task since {0}", time),
    terminalCommand: l10n.t("Shell since {0}", time),
  };
  return names[kind];
}

export function noRunText(): string {
  return l10n.t(
    "No debug session, task or terminal command has started in this window. Terminal commands are detected only with shell integration.",
  );
}
