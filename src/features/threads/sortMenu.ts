import { l10n, type QuickPickItem } from "vscode";
import { formatSortKey, type SortDirection, type SortField, type SortKey, sortFields } from "../../core/threadQuery.ts";
import { askPick } from "../../host/quickInput.ts";

interface SortItem extends QuickPickItem {
  readonly key: SortKey;
}

/** Lets the person choose an order, the current one marked; undefined when they do not. */
export async function pickSort(current: SortKey): Promise<SortKey | undefined> {
  const items = sortFields.flatMap((field) =>
    directions(field).map((direction): SortItem => {
      const key = { field, direction };
      const mark = formatSortKey(key) === formatSortKey(current) ? "$(check) " : "";
      return { key, label: `${mark}${sortText(key)}` };
    }),
  );
  const active = items.find(({ key }) => formatSortKey(key) === formatSortKey(current));
  const result = await askPick({
    title: l10n.t("Sort Threads"),
    placeholder: l10n.t("Now: {0}", sortText(current)),
    items,
    active,
  });
  return result.kind === "accepted" ? result.value.key : undefined;
}

/** `Last updated, newest first` */
export function sortText(key: SortKey): string {
  return l10n.t("{0}, {1}", fieldName(key.field), directionName(key));
}

/** `Last updated ↓`, for places with little room. */
export function shortSortText({ field, direction }: SortKey): string {
  return `${fieldName(field)} ${direction === "asc" ? "↑" : "↓"}`;
}

/** The direction that people want more often comes first. */
function directions(field: SortField): readonly SortDirection[] {
  return field === "thread_id" ? ["asc", "desc"] : ["desc", "asc"];
}

function fieldName(field: SortField): string {
  switch (field) {
    case "thread_id":
      return l10n.t("Thread id");
    case "turn_count":
      return l10n.t("Turns");
    case "start_time":
      return l10n.t("Started");
    case "last_updated":
      return l10n.t("Last updated");
    case "p50_turn_duration_ms":
      return l10n.t("Median turn (p50)");
    case "p99_turn_duration_ms":
      return l10n.t("Slow turns (p99)");
  }
}

function directionName({ field, direction }: SortKey): string {
  const descending = direction === "desc";
  switch (field) {
    case "thread_id":
      return descending ? l10n.t("Z to A") : l10n.t("A to Z");
    case "turn_count":
      return descending ? l10n.t("most first") : l10n.t("fewest first");
    case "start_time":
    case "last_updated":
      return descending ? l10n.t("newest first") : l10n.t("oldest first");
    case "p50_turn_duration_ms":
    case "p99_turn_duration_ms":
      return descending ? l10n.t("longest first") : l10n.t("shortest first");
  }
}
