import * as l10n from "@vscode/l10n";
import type { CallConditions } from "../../core/counts/callCondition.ts";
import { callQueryOf } from "../../core/counts/countedQuery.ts";
import { boundsText } from "../../core/input/rangeText.ts";
import { resolveRange } from "../../core/input/timeRange.ts";
import { callBody } from "../../core/query/callQuery.ts";
import type { Formats } from "../../core/text/format.ts";

/** Errors of today: short, with a query. */
const example: CallConditions = {
  conditions: [
    { kind: "started", range: { kind: "custom", text: "today" } },
    { kind: "status", anyOf: ["error"] },
  ],
  limit: null,
  includeStorageSize: false,
  expandColumns: [],
};

/**
 * The content of a new count file, with its times explained. Without a project, to use the one of the window. `now`, in
 * milliseconds since the epoch, is the base of relative times.
 */
export function newCountFileBody(conditions: CallConditions = example, now: number, formats: Formats): object {
  const { project, ...query } = callQueryOf(conditions, "entity/project", now);
  const times = conditions.conditions.flatMap((one) =>
    one.kind === "started" ? boundsText(resolveRange(one.range, now), formats) : [],
  );
  const comment = l10n.t("Calls started {0}. Times are in seconds since 1970.", times.join(", "));
  return { ...(times.length > 0 && { $comment: comment }), ...callBody(query) };
}
