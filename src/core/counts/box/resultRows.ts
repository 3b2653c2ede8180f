import * as l10n from "@vscode/l10n";
import type { LoadState } from "../../async/loadState.ts";
import { issuesDetail } from "../../failures/faultText.ts";
import type { NetworkSettings } from "../../network.ts";
import type { Formats } from "../../text/format.ts";
import { labelText, middleCut, visibleText } from "../../text/visibleText.ts";
import { type CallConditions, sameConditions } from "../callCondition.ts";
import { isExact } from "../callConditions.ts";
import type { CallCount } from "../callQuery.ts";
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

/** The second page: the count, its conditions and the actions. */
export function resultRows(result: Result, formats: Formats): readonly BoxRow[] {
  const { conditions, load } = result;
  const refused = refusedIn(load, conditions);
  return [
    ...answerRows(result, formats),
    // Also shown while counting: rows that move under the pointer cause wrong selections.
    ...(load.kind === "failed"
      ? []
      : [
          row("list-unordered", l10n.t("Show Calls"), { kind: "showCalls" }),
          row("copy", l10n.t("Copy Count"), { kind: "copy" }),
        ]),
    ...saveRows(result),
    row("json", l10n.t("Open as Count File"), { kind: "newCountFile" }),
    row("list-flat", l10n.t("Copy IDs"), { kind: "copyCallIds" }),
    row("export", l10n.t("Export Calls…"), { kind: "exportCalls" }),
    row("link", l10n.t("Copy VS Code Link"), { kind: "copyCountLink" }),
    row("code", l10n.t("Copy Count Query As…"), { kind: "copyCountQuery" }),
    ...section(l10n.t("Conditions"), [
      ...conditions.conditions.map((condition, index): BoxRow => {
        const issues = refused?.conditions.get(index) ?? [];
        const icon = issues.length === 0 ? "filter" : "error";
        return {
          ...row(icon, labelText(conditionText(condition, formats)), { kind: "edit", index }),
          ...issuesDetail(issues),
          canRemove: true,
        };
      }),
      row("add", l10n.t("Add Condition…"), { kind: "addCondition" }),
      {
        ...row("stop", l10n.t("Limit…"), { kind: "limit" }),
        description: conditions.limit === null ? l10n.t("no limit") : formats.exact(conditions.limit),
        canRemove: conditions.limit !== null,
        ...issuesDetail(refused?.limit ?? []),
      },
      {
        ...row(conditions.includeStorageSize ? "check" : "blank", l10n.t("Include Storage Size"), { kind: "storage" }),
        description: conditions.includeStorageSize ? l10n.t("on") : l10n.t("off"),
        ...issuesDetail(refused?.storage ?? []),
      },
    ]),
  ];
}

function answerRows({ conditions, load, project, client }: Result, formats: Formats): readonly BoxRow[] {
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
      return [
        {
          label: `$(symbol-numeric) ${countText(count, conditions, formats)}`,
          description: facts.join(" · "),
          detail: lineOf(words, [storageText(count, conditions, formats), project]),
          alwaysShow: true,
          action: { kind: "copy" },
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

function saveRows({ conditions, saved }: Result): readonly BoxRow[] {
  const save = row("save", l10n.t("Save Count…"), { kind: "save" });
  if (saved === null || sameConditions(saved.conditions, conditions)) return [save];
  const title = l10n.t("Save Changes to {0}", labelText(visibleText(saved.name)));
  return [row("save-all", title, { kind: "saveChanges" }), save];
}
