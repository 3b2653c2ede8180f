import * as l10n from "@vscode/l10n";
import type { Formats } from "../text/format.ts";
import { middleCut } from "../text/visibleText.ts";
import { allCalls, type CallCondition, type CallConditions, sameConditions } from "./callCondition.ts";
import { conditionsText } from "./conditionText.ts";

const today: CallCondition = { kind: "started", range: { kind: "custom", text: "today" } };
const rootCalls: CallConditions = { ...allCalls, conditions: [{ kind: "rootsOnly" }] };
const errorsToday: CallConditions = { ...allCalls, conditions: [{ kind: "status", anyOf: ["error"] }, today] };

const longestName = 40;

/** Presets, which are always listed and not stored as recent counts, by name. */
export function presets(): ReadonlyMap<string, CallConditions> {
  return new Map([
    [l10n.t("All Calls"), allCalls],
    [l10n.t("Trace Roots Only"), rootCalls],
    [l10n.t("Errors Today"), errorsToday],
  ]);
}

/** The name of the preset with these conditions; undefined if there is none. */
export function countPresetName(conditions: CallConditions): string | undefined {
  return [...presets()].find(([, preset]) => sameConditions(preset, conditions))?.[0];
}

/** A name for a count that remains true whenever it is counted. */
export function countName(conditions: CallConditions, formats: Formats): string {
  return countPresetName(conditions) ?? shortName(conditionsText(conditions, formats, true));
}

/** A generated name, which may be long, as it is proposed. */
export function shortName(name: string): string {
  return middleCut(name, longestName);
}
