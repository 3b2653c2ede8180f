import * as l10n from "@vscode/l10n";
import { shownValue } from "../async/loadState.ts";
import type { ProjectId } from "../query/projectId.ts";
import type { Formats } from "../text/format.ts";
import { plainText, visibleText } from "../text/visibleText.ts";
import { countText } from "./conditionText.ts";
import type { Threshold } from "./savedCount.ts";
import type { ShownCount } from "./watchedCounts.ts";

/** Whether the last known value of a count is above its threshold. A count that stopped at a limit may be, too. */
export function isAbove({ saved: { threshold }, load }: ShownCount): boolean {
  const value = shownValue(load);
  return threshold !== undefined && value !== null && value.count > threshold.above;
}

/** `> 10` */
export function thresholdText({ above }: Threshold, formats: Formats): string {
  return `> ${formats.exact(above)}`;
}

/** Parses a typed threshold: a whole number, with or without `>`; null for none, undefined if it is not valid. */
export function readThreshold(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === "") return null;
  const digits = /^(?:>\s*)?(\d{1,15})$/.exec(typed)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Why a typed threshold is not valid; undefined if it is. A count never passes a threshold at or above its limit. */
export function thresholdProblemText(text: string, limit: number | null, formats: Formats): string | undefined {
  const above = readThreshold(text);
  if (above === undefined) return l10n.t("Enter a whole number.");
  if (above === null || limit === null || above < limit) return undefined;
  return l10n.t("Counting stops at {0}. Enter a smaller number, or remove the limit first.", formats.exact(limit));
}

/**
 * Which counts have passed their thresholds since `notified`, the IDs of those that had before; and the next
 * `notified`. A count whose last request has not succeeded stays as it was, and so does one that is not among those.
 */
export function passedCounts(shown: readonly ShownCount[], notified: ReadonlySet<string>) {
  const counted = shown.filter(({ load }) => load.kind === "shown");
  const passed = counted.filter((count) => isAbove(count) && !notified.has(count.saved.id));
  const next = new Set([...notified, ...passed.map(({ saved }) => saved.id)]);
  for (const count of counted) if (!isAbove(count)) next.delete(count.saved.id);
  return { passed, notified: next };
}

/** `errors today: 12 calls (> 10)`; empty without a value. */
export function passedText({ saved, load }: ShownCount, formats: Formats): string {
  const value = shownValue(load);
  if (value === null || saved.threshold === undefined) return "";
  const count = countText(value, saved.conditions, formats);
  return l10n.t("{0}: {1} ({2})", visibleText(saved.name), count, thresholdText(saved.threshold, formats));
}

/** The calls of a notification are those of another project. */
export function leftProjectText(project: ProjectId): string {
  return l10n.t("This count belongs to project {0}. Switch to that project to show its calls.", plainText(project));
}
