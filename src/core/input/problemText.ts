import * as l10n from "@vscode/l10n";
import { leastLimit } from "../counts/callConditions.ts";
import { addressProblemText } from "../failures/faultText.ts";
import { parseServiceAddress } from "../session/serviceUrl.ts";
import { type IdList, type IdListProblem, mostIds } from "./idList.ts";
import type { LatencyProblem } from "./latencyRange.ts";
import type { RangeProblem } from "./timeRange.ts";

/** Why a typed range cannot be used. */
export function rangeProblemText(problem: RangeProblem): string {
  switch (problem) {
    case "empty":
      return l10n.t("Enter when it starts, ends, or both, such as -36h or 2026-11-01 to yesterday.");
    case "startUnreadable":
      return l10n.t("The start is not readable. Enter it such as 2026-11-01, 2026-11-01 08:00, yesterday or -36h.");
    case "endUnreadable":
      return l10n.t("The end is not readable. Enter it such as 2026-11-01, 2026-11-01 08:00, yesterday or now.");
    case "startNoSuchTime":
      return l10n.t("The start is no time that exists.");
    case "endNoSuchTime":
      return l10n.t("The end is no time that exists.");
    case "startTooFar":
      return l10n.t("The start lies outside the years 1970 to 2299.");
    case "endTooFar":
      return l10n.t("The end lies outside the years 1970 to 2299.");
    case "endsTooEarly":
      return l10n.t("The range has to end after it starts.");
  }
}

/** Why typed or pasted ids cannot be used. */
export function idsProblemText(problem: IdListProblem): string {
  switch (problem.problem) {
    case "notJson":
      return l10n.t('What begins with [ or { is read as JSON, and only an array of texts such as ["a", "b"] will do.');
    case "tooMany":
      return l10n.t("{0} different ids are too many: the service takes {1} at the most.", problem.found, mostIds);
  }
}

export function latencyProblemText(problem: LatencyProblem): string {
  switch (problem) {
    case "empty":
    case "unreadable":
      return l10n.t("Enter a length of time such as > 2s, < 500ms or 500ms..3s.");
    case "unitMissing":
      return l10n.t("Add the unit: ms, s, m or h.");
    case "endsTooEarly":
      return l10n.t("The longest is shorter than the shortest.");
  }
}

export function listText({ ids, repeated }: IdList, countText: (count: number) => string): string | undefined {
  if (ids.length === 0) return undefined;
  const count = countText(ids.length);
  return repeated === 0 ? count : l10n.t("{0}, {1} repeated", count, repeated);
}

/** Why a typed limit of a count cannot be used; undefined where it can, or is empty for none. */
export function limitProblemText(text: string): string | undefined {
  const limit = Number(text);
  if (text.trim() === "") return undefined;
  if (limit === 1) return l10n.t("The service takes 1 for another question. Enter {0} or more.", leastLimit);
  const possible = Number.isSafeInteger(limit) && limit >= leastLimit;
  return possible ? undefined : l10n.t("Enter a whole number, {0} or more.", leastLimit);
}

/** Why a typed user name cannot be used; undefined where it can. */
export function usernameProblemText(text: string): string | undefined {
  if (text.trim() === "") return l10n.t("Enter a user name.");
  return text.includes(":") ? l10n.t("A user name has no colon.") : undefined;
}

/** Why a typed service address cannot be used to sign in; undefined where it can. */
export function serviceAddressProblemText(text: string): string | undefined {
  const address = parseServiceAddress(text);
  if (typeof address === "string") return addressProblemText(address);
  return address.kind === "sample" ? l10n.t("The sample needs no key. Run Weave: Open Sample Project.") : undefined;
}
