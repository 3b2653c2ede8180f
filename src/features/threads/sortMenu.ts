import * as l10n from "@vscode/l10n";
import { type QuickInputButton, type QuickPickItem, ThemeIcon, window } from "vscode";
import type { Fault } from "../../core/fault.ts";
import { issuesWith } from "../../core/threads/refusedPart.ts";
import {
  formatSortKey,
  type SortDirection,
  type SortField,
  type SortKey,
  sortFields,
} from "../../core/threads/threadQuery.ts";
import { issuesDetail } from "../../host/issuesDetail.ts";
import { askPick, place, type StepResult, settle } from "../../host/quickInput.ts";

interface OrderItem extends QuickPickItem {
  readonly key: SortKey;
  /** Whether it leads on to a second key instead of being the whole order. */
  readonly leadsOn: boolean;
}

/**
 * Lets the person choose an order by one key or two, the current one marked, and what the service refused about it, where
 * that is the fault of the last request; undefined when they do not.
 */
export async function pickSort(
  current: readonly SortKey[],
  fault: Fault | null,
): Promise<readonly SortKey[] | undefined> {
  for (;;) {
    const first = await askFirstKey(current, fault);
    if (first.kind !== "accepted") return undefined;
    const { key, leadsOn } = first.value;
    if (!leadsOn) return [key];
    const second = await askSecondKey(key, current);
    if (second.kind === "hidden") return undefined;
    if (second.kind === "accepted") return second.value.key === null ? [key] : [key, second.value.key];
  }
}

/** An order is taken at once; its button, or for the current one the last entry, leads on to a second key. */
function askFirstKey(current: readonly SortKey[], fault: Fault | null): Promise<StepResult<OrderItem>> {
  const [first, second] = current;
  const thenBy: QuickInputButton = { iconPath: new ThemeIcon("sort-precedence"), tooltip: l10n.t("Then by…") };
  const items = everyKey().map(
    (key): OrderItem => ({
      key,
      leadsOn: false,
      label: marked(keyText(key), isSame(key, first)),
      ...(leavesTies(key) ? { buttons: [thenBy] } : {}),
      ...(isSame(key, first) ? issuesDetail(issuesWith("sort", fault)) : {}),
    }),
  );
  if (first !== undefined && leavesTies(first)) {
    const label = l10n.t("Then by…");
    const description = second === undefined ? l10n.t("none") : keyText(second);
    items.push({ key: first, leadsOn: true, label, description });
  }
  const pick = window.createQuickPick<OrderItem>();
  place(pick, { title: l10n.t("Sort Threads") });
  pick.placeholder = l10n.t("Now: {0}", sortText(current));
  pick.items = items;
  pick.activeItems = items.filter(({ key, leadsOn }) => !leadsOn && isSame(key, first));
  return settle(pick, (finish) => [
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen !== undefined) finish(chosen);
    }),
    pick.onDidTriggerItemButton(({ item }) => finish({ ...item, leadsOn: true })),
  ]);
}

interface SecondItem extends QuickPickItem {
  readonly key: SortKey | null;
}

function askSecondKey(first: SortKey, current: readonly SortKey[]): Promise<StepResult<SecondItem>> {
  const currentSecond = isSame(first, current[0]) ? current[1] : undefined;
  const none: SecondItem = { key: null, label: marked(l10n.t("None"), currentSecond === undefined) };
  const others = everyKey()
    .filter(({ field }) => field !== first.field)
    .map((key): SecondItem => ({ key, label: marked(keyText(key), isSame(key, currentSecond)) }));
  return askPick({
    title: l10n.t("Sort Threads, Then by"),
    canGoBack: true,
    placeholder: l10n.t("{0}, then by…", keyText(first)),
    items: [none, ...others],
    active: others.find(({ key }) => key !== null && isSame(key, currentSecond)) ?? none,
  });
}

/** `Turns, most first, then Started, oldest first` */
function sortText(keys: readonly SortKey[]): string {
  const [first = "", ...rest] = keys.map(keyText);
  return rest.reduce((before, next) => l10n.t("{0}, then {1}", before, next), first);
}

/** `Turns ↓, Started ↑`, for places with little room. */
export function shortSortText(keys: readonly SortKey[]): string {
  return keys.map(({ field, direction }) => `${fieldName(field)} ${direction === "asc" ? "↑" : "↓"}`).join(", ");
}

function keyText(key: SortKey): string {
  return l10n.t("{0}, {1}", fieldName(key.field), directionName(key));
}

function marked(label: string, isCurrent: boolean): string {
  return isCurrent ? `$(check) ${label}` : label;
}

function isSame(key: SortKey, other: SortKey | undefined): boolean {
  return other !== undefined && formatSortKey(key) === formatSortKey(other);
}

/** Ids are unique: after them there is nothing left to order. */
function leavesTies({ field }: SortKey): boolean {
  return field !== "thread_id";
}

function everyKey(): readonly SortKey[] {
  return sortFields.flatMap((field) => directions(field).map((direction) => ({ field, direction })));
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
