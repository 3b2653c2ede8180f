import * as l10n from "@vscode/l10n";
import type { LoadState } from "../../async/loadState.ts";
import type { RequestIssue } from "../../failures/fault.ts";
import { issuesDetail } from "../../failures/faultText.ts";
import type { CallCount } from "../../query/callQuery.ts";
import type { NetworkSettings } from "../../settings/network.ts";
import type { Formats } from "../../text/format.ts";
import { labelText, middleCut, visibleText } from "../../text/visibleText.ts";
import { type CallConditions, isExact, sameConditions } from "../callCondition.ts";
import { conditionsText, conditionText, countRemarks, countText, storageText } from "../conditionText.ts";
import type { SavedCount } from "../savedCount.ts";
import { type BoxRow, section } from "./boxRow.ts";
import { failedRows, refusedIn } from "./failedRows.ts";

/** Characters that fit in a line of the box. The rows below show the conditions in full. */
const longestLine = 95;

export interface Result {
  readonly conditions: CallConditions;
  readonly load: LoadState<CallCount>;
  /** Display text of the project. */
  readonly project: string;
  /** The saved count that was opened; null if none. */
  readonly saved: SavedCount | null;
  /** The current HTTP client. */
  readonly client: NetworkSettings["client"];
}

/** Rows of a count, so that all are on screen. */
const mostRows = 8;

/** The second page. Conditions that do not fit are edited by adding one on their field; a failure has more rows. */
export function resultRows(result: Result, formats: Formats): readonly BoxRow[] {
  const { conditions, load } = result;
  const { limit, includeStorageSize: storage } = conditions;
  const refused = refusedIn(load, conditions);
  const first = [
    ...answerRows(result, formats),
    // Also shown while counting: rows that move under the pointer cause wrong selections.
    ...(load.kind === "failed" ? [] : [row("list-unordered", l10n.t("Show Calls"), { kind: "showCalls" })]),
    ...saveRows(result),
  ];
  const stop = limit !== null && part("stop", l10n.t("Limit…"), { kind: "limit" }, refused?.limit);
  const options = [
    ...(stop ? [{ ...stop, description: formats.exact(limit) }] : []),
    ...(storage ? [part("check", l10n.t("Include Storage Size"), { kind: "storage" }, refused?.storage)] : []),
  ];
  const all = conditions.conditions.map((condition, index) => {
    const title = labelText(conditionText(condition, formats));
    return part("filter", title, { kind: "edit", index }, refused?.conditions.get(index));
  });
  const room = load.kind === "failed" ? all.length : mostRows - first.length - options.length - 1;
  const others = all.length - room;
  const add = row("add", l10n.t("Add Condition…"), { kind: "addCondition" });
  return [
    ...first,
    ...section(l10n.t("Conditions"), [
      ...all.slice(0, room),
      others > 0 ? { ...add, description: l10n.t("{0} more not shown", formats.exact(others)) } : add,
      ...options,
    ]),
  ];
}

function answerRows({ conditions, load, project, client, saved }: Result, formats: Formats): readonly BoxRow[] {
  const words = conditionsText(conditions, formats);
  switch (load.kind) {
    case "idle":
    case "loading": {
      const label = `$(loading~spin) ${l10n.t("Counting…")}`;
      return [{ label, detail: lineOf(words, [project]), alwaysShow: true, action: { kind: "nothing" } }];
    }
    case "shown":
    case "stale": {
      const { value: count } = load;
      const facts = [
        isExact(count, conditions) ? l10n.t("exact") : l10n.t("capped"),
        ...countRemarks(count),
        ...(load.at === null ? [] : [formats.timeOfDay(load.at)]),
      ];
      const calls = countText(count, conditions, formats);
      const isSaved = saved !== null && sameConditions(saved.conditions, conditions);
      return [
        {
          label: `$(symbol-numeric) ${isSaved ? l10n.t("{0}: {1}", labelText(visibleText(saved.name)), calls) : calls}`,
          description: facts.join(" · "),
          detail: lineOf(words, [storageText(count, conditions, formats), project]),
          alwaysShow: true,
          action: { kind: "recount" },
        },
      ];
    }
    case "failed":
      return failedRows(load.fault, conditions, lineOf(words, [project]), client);
  }
}

/** Conditions and other facts in one line; long conditions are shortened. */
function lineOf(conditions: string, others: readonly (string | undefined)[]): string {
  const rest = others.filter((part) => part !== undefined).join(" · ");
  return labelText(`${middleCut(conditions, Math.max(30, longestLine - rest.length))} · ${rest}`);
}

function row(icon: string, title: string, action: BoxRow["action"]): BoxRow {
  return { label: `$(${icon}) ${title}`, action };
}

/** What can be removed from the count. */
function part(icon: string, title: string, action: BoxRow["action"], issues: readonly RequestIssue[] = []): BoxRow {
  const shown = row(issues.length === 0 ? icon : "error", title, action);
  return { ...shown, ...issuesDetail(issues), canRemove: true };
}

function saveRows({ conditions, saved }: Result): readonly BoxRow[] {
  const save = row("save", l10n.t("Save Count…"), { kind: "save" });
  if (saved === null) return [save];
  if (sameConditions(saved.conditions, conditions)) return [];
  const title = l10n.t("Save Changes to {0}", labelText(visibleText(saved.name)));
  return [row("save-all", title, { kind: "saveChanges" }), save];
}
