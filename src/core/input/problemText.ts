import * as l10n from "@vscode/l10n";
import { leastLimit } from "../query/callQuery.ts";
import { mostIds } from "../query/threadQuery.ts";
import type { Formats } from "../text/format.ts";
import { plural } from "../text/plural.ts";
import type { IdList, IdListProblem } from "./idList.ts";
import type { LatencyProblem } from "./latencyRange.ts";
import type { RangeProblem } from "./timeRange.ts";

/** Why a typed range is not valid. */
export function rangeProblemText(problem: RangeProblem): string {
  const texts: Readonly<Record<RangeProblem, string>> = {
    empty: l10n.t("Enter a start time, an end time, or both. Examples: -36h, 2026-11-01 to yesterday."),
    startUnreadable: l10n.t("Invalid start time. Examples: 2026-11-01, 2026-11-01 08:00, yesterday, -36h."),
    endUnreadable: l10n.t("Invalid end time. Examples: 2026-11-01, 2026-11-01 08:00, yesterday, now."),
    startNoSuchTime: l10n.t("Invalid start time. The date or time does not exist."),
    endNoSuchTime: l10n.t("Invalid end time. The date or time does not exist."),
    startTooFar: l10n.t("The start time must be between the years 1970 and 2299."),
    endTooFar: l10n.t("The end time must be between the years 1970 and 2299."),
    endsTooEarly: l10n.t("The end time must be after the start time."),
  };
  return texts[problem];
}

/** Why typed or pasted IDs are not valid. */
export function idsProblemText(problem: IdListProblem): string {
  switch (problem.problem) {
    case "notJson":
      return l10n.t('Invalid JSON. Enter an array of strings such as ["a", "b"].');
    case "tooMany":
      return l10n.t("Too many values ({0}). Enter at most {1}.", problem.found, mostIds);
  }
}

export function latencyProblemText(problem: LatencyProblem): string {
  const texts: Readonly<Record<LatencyProblem, string>> = {
    empty: l10n.t("Enter a duration. Examples: > 2s, < 500ms, 500ms..3s."),
    unreadable: l10n.t("Enter a duration. Examples: > 2s, < 500ms, 500ms..3s."),
    unitMissing: l10n.t("Add a unit: ms, s, m or h."),
    endsTooEarly: l10n.t("The maximum must not be less than the minimum."),
  };
  return texts[problem];
}

/** `1 value`, `1,234 values` */
export function valuesText(count: number, formats: Formats): string {
  return plural(count, l10n.t("1 value"), l10n.t("{0} values", formats.exact(count)));
}

/** Why an empty list of values is not valid; undefined if it removes the `current` ones. */
export function noValuesProblemText(current: readonly string[]): string | undefined {
  return current.length > 0 ? undefined : l10n.t("Enter at least one value.");
}

export function listText({ ids, repeated }: IdList, countText: (count: number) => string): string | undefined {
  if (ids.length === 0) return undefined;
  const count = countText(ids.length);
  if (repeated === 0) return count;
  return plural(
    repeated,
    l10n.t("{0} (1 duplicate removed)", count),
    l10n.t("{0} ({1} duplicates removed)", count, repeated),
  );
}

/** Why a typed limit is not valid; undefined if valid or empty. */
export function limitProblemText(text: string): string | undefined {
  const limit = Number(text);
  if (text.trim() === "") return undefined;
  if (limit === 1) return l10n.t("A limit of 1 only checks whether any call exists. Enter {0} or more.", leastLimit);
  const possible = Number.isSafeInteger(limit) && limit >= leastLimit;
  return possible ? undefined : l10n.t("Enter a whole number of {0} or more.", leastLimit);
}

/** Why a typed name of a saved count is not valid; undefined if valid. */
export function countNameProblemText(name: string): string | undefined {
  return name.trim() === "" ? l10n.t("Enter a name.") : undefined;
}

/** A note on a valid name of a saved count: `others` are the names of the others, and a duplicate is allowed. */
export function countNameNoteText(name: string, others: readonly string[]): string | undefined {
  return others.includes(name.trim()) ? l10n.t("Another saved count has this name.") : undefined;
}

/** Why a typed user name is not valid; undefined if valid. */
export function usernameProblemText(text: string): string | undefined {
  if (text.trim() === "") return l10n.t("Enter a user name.");
  return text.includes(":") ? l10n.t("A user name cannot contain a colon.") : undefined;
}
