import * as l10n from "@vscode/l10n";
import type { SortField, SortKey } from "../query/threadQuery.ts";
import type { PickRow } from "../text/rows.ts";
import { listed } from "../text/sentences.ts";

/** `Turns, most first, then Started, oldest first` */
export function sortText(keys: readonly SortKey[]): string {
  const [first = "", ...rest] = keys.map(sortKeyText);
  return rest.reduce((before, next) => l10n.t("{0}, then {1}", before, next), first);
}

/** `Turns ↓, Started ↑`, for narrow places. */
export function shortSortText(keys: readonly SortKey[]): string {
  return listed(keys.map(({ field, direction }) => `${fieldName(field)} ${direction === "asc" ? "↑" : "↓"}`));
}

export function sortKeyText(key: SortKey): string {
  return listed([fieldName(key.field), directionName(key)]);
}

/** The label of a key in the sort menu; null for no second key. */
export function keyLabel(key: SortKey | null, isCurrent: boolean): string {
  const label = key === null ? l10n.t("None") : sortKeyText(key);
  return isCurrent ? `$(check) ${label}` : label;
}

/** The row that opens the pick of a second key. */
export function thenByRow(second: SortKey | undefined): PickRow {
  return { label: l10n.t("Then by…"), description: second === undefined ? l10n.t("none") : sortKeyText(second) };
}

/** IDs are unique, so no key after them has an effect. */
export function leavesTies({ field }: SortKey): boolean {
  return field !== "thread_id";
}

/** Of each field, the more common direction first. */
export function everyKey(fields: readonly SortField[]): readonly SortKey[] {
  return fields.flatMap((field) => {
    const directions = field === "thread_id" ? (["asc", "desc"] as const) : (["desc", "asc"] as const);
    return directions.map((direction) => ({ field, direction }));
  });
}

function fieldName(field: SortField): string {
  const names: Readonly<Record<SortField, string>> = {
    thread_id: l10n.t("ID"),
    turn_count: l10n.t("Turns"),
    start_time: l10n.t("Started"),
    last_updated: l10n.t("Last updated"),
    p50_turn_duration_ms: l10n.t("p50 turn duration"),
    p99_turn_duration_ms: l10n.t("p99 turn duration"),
    total_tokens: l10n.t("Tokens"),
    total_cost: l10n.t("Cost"),
    error_count: l10n.t("Errors"),
  };
  return names[field];
}

function directionName({ field, direction }: SortKey): string {
  const times = { desc: l10n.t("newest first"), asc: l10n.t("oldest first") };
  const durations = { desc: l10n.t("longest first"), asc: l10n.t("shortest first") };
  const amounts = { desc: l10n.t("most first"), asc: l10n.t("fewest first") };
  const names: Readonly<Record<SortField, Readonly<Record<SortKey["direction"], string>>>> = {
    thread_id: { desc: l10n.t("Z to A"), asc: l10n.t("A to Z") },
    turn_count: amounts,
    total_tokens: amounts,
    total_cost: { desc: l10n.t("highest first"), asc: l10n.t("lowest first") },
    error_count: amounts,
    start_time: times,
    last_updated: times,
    p50_turn_duration_ms: durations,
    p99_turn_duration_ms: durations,
  };
  return names[field][direction];
}
