import * as l10n from "@vscode/l10n";
import { type QuickInputButton, ThemeIcon } from "vscode";
import type { CallConditions } from "../../core/counts/callCondition.ts";
import type { CallCount } from "../../core/counts/callQuery.ts";
import {
  conditionsText,
  conditionText,
  countRemarks,
  countText,
  storageText,
} from "../../core/counts/conditionText.ts";
import { isExact, type SavedCount, sameConditions } from "../../core/counts/savedCount.ts";
import { issuesDetail } from "../../core/failures/issuesDetail.ts";
import type { Load } from "../../core/load.ts";
import type { Formats } from "../../core/text/format.ts";
import { labelText } from "../../core/text/labelText.ts";
import { middleCut, visibleText } from "../../core/text/visibleText.ts";
import type { BoxItem } from "./boxItem.ts";
import { failedItems, refusedIn } from "./failedItems.ts";
import { section } from "./startItems.ts";

/** Characters that a line of the box has room for. The rows below have the conditions in full. */
const longestLine = 95;

export interface Result {
  readonly conditions: CallConditions;
  readonly load: Load<CallCount>;
  /** The project as it is shown. */
  readonly project: string;
  /** The saved count that this one began as. */
  readonly saved: SavedCount | null;
}

/** The second page: the count, where it comes from, and what can be done with it and changed about it. */
export function resultItems(result: Result, formats: Formats): readonly BoxItem[] {
  const { conditions, load } = result;
  const refused = refusedIn(load, conditions);
  return [
    ...answerItems(result, formats),
    // There while counting, too: rows that move away under the pointer make a person choose the wrong one.
    ...(load.kind === "failed" ? [] : [copyItem()]),
    ...saveItems(result),
    { label: `$(json) ${l10n.t("Open as Count File")}`, action: { kind: "openFile" } },
    { label: `$(link) ${l10n.t("Copy VS Code Link")}`, action: { kind: "copyLink" } },
    { label: `$(code) ${l10n.t("Copy Count Query As…")}`, action: { kind: "copyQuery" } },
    ...section(l10n.t("Conditions"), [
      ...conditions.conditions.map((condition, index): BoxItem => {
        const issues = refused?.conditions.get(index) ?? [];
        return {
          label: `$(${issues.length === 0 ? "filter" : "error"}) ${labelText(conditionText(condition, formats))}`,
          ...issuesDetail(issues),
          buttons: [removeButton()],
          action: { kind: "edit", index },
        };
      }),
      { label: `$(add) ${l10n.t("Add Condition…")}`, action: { kind: "addCondition" } },
      {
        label: `$(stop) ${l10n.t("Stop Counting At…")}`,
        description: conditions.limit === null ? l10n.t("no limit") : formats.exact(conditions.limit),
        ...(conditions.limit === null ? {} : { buttons: [removeButton()] }),
        ...issuesDetail(refused?.limit ?? []),
        action: { kind: "limit" },
      },
      {
        label: `$(${conditions.includeStorageSize ? "check" : "blank"}) ${l10n.t("Include Storage Size")}`,
        description: conditions.includeStorageSize ? l10n.t("on") : l10n.t("off"),
        ...issuesDetail(refused?.storage ?? []),
        action: { kind: "storage" },
      },
    ]),
  ];
}

function answerItems({ conditions, load, project }: Result, formats: Formats): readonly BoxItem[] {
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
      return failedItems(load.fault, conditions, lineOf(words, [project]));
  }
}

/** The conditions and other facts in one line, of which the conditions give way. */
function lineOf(conditions: string, others: readonly (string | undefined)[]): string {
  const rest = others.filter((part) => part !== undefined).join(" · ");
  return labelText(`${middleCut(conditions, Math.max(30, longestLine - rest.length))} · ${rest}`);
}

function copyItem(): BoxItem {
  return { label: `$(copy) ${l10n.t("Copy Count")}`, action: { kind: "copy" } };
}

function saveItems({ conditions, saved }: Result): readonly BoxItem[] {
  const save: BoxItem = { label: `$(save) ${l10n.t("Save Count…")}`, action: { kind: "save" } };
  if (saved === null || sameConditions(saved.conditions, conditions)) return [save];
  const label = `$(save-all) ${l10n.t("Save Changes to {0}", labelText(visibleText(saved.name)))}`;
  return [{ label, action: { kind: "saveChanges" } }, save];
}

function removeButton(): QuickInputButton {
  return { iconPath: new ThemeIcon("close"), tooltip: l10n.t("Remove") };
}
