import * as l10n from "@vscode/l10n";
import {
  type FilterItem,
  type FilterMenu,
  filterItems,
  refusedEntry,
  typedRangeItem,
} from "../../core/conversations/filterItems.ts";
import { idCountText } from "../../core/conversations/filterText.ts";
import type { ThreadFilter } from "../../core/conversations/threadSelection.ts";
import { askIdList } from "../../vscode/ui/idListStep.ts";
import { askPick, mapped, type StepResult } from "../../vscode/ui/quickInput.ts";
import { askRange } from "../../vscode/ui/rangeStep.ts";

/** The user's choice: a filter, and whether only threads with errors are shown; absent fields stay unchanged. */
export interface FilterChoice {
  readonly filter?: ThreadFilter;
  readonly onlyErrors?: boolean;
}

/** Lets the user change one part of the filter or clear it; undefined if canceled. */
export async function pickFilter(menu: FilterMenu): Promise<FilterChoice | undefined> {
  for (let active = refusedEntry(menu) ?? "time"; ; ) {
    const items = filterItems(menu);
    const picked = await askPick({
      title: l10n.t("Filter Threads"),
      placeholder: l10n.t("Select a filter, or type a time range, such as -36h or yesterday"),
      items,
      typedItem: (typed) => typedRangeItem(typed, menu),
      active: items.find(({ entry }) => entry === active),
    });
    if (picked.kind !== "accepted") return undefined;
    active = picked.value.entry;
    const changed = await change(picked.value, menu);
    if (changed.kind === "accepted") return changed.value;
    if (changed.kind === "hidden") return undefined;
  }
}

/** Asks for the time range only; undefined if canceled. */
export async function pickTime(menu: FilterMenu): Promise<FilterChoice | undefined> {
  const { current, formats, now } = menu;
  const result = await askRange({ title: timeTitle(), current: current.time, formats, now });
  return result.kind === "accepted" ? { filter: { ...current, time: result.value } } : undefined;
}

async function change({ entry, range }: FilterItem, menu: FilterMenu): Promise<StepResult<FilterChoice>> {
  const { current, defaults, onlyErrors, formats, now } = menu;
  if (range !== undefined) return { kind: "accepted", value: { filter: { ...current, time: range } } };
  switch (entry) {
    case "time": {
      const result = await askRange({ title: timeTitle(), canGoBack: true, current: current.time, formats, now });
      return mapped(result, (time) => ({ filter: { ...current, time } }));
    }
    case "threadIds": {
      const title = l10n.t("Filter Threads by ID");
      const result = await askIdList({
        title,
        canGoBack: true,
        current: current.threadIds,
        prompt: l10n.t(
          "Thread IDs, separated by commas, spaces or new lines, or a JSON array. Leave empty for all threads.",
        ),
        placeholder: l10n.t("All threads"),
        countText: (count) => idCountText(count, formats),
      });
      return mapped(result, (threadIds) => ({ filter: { ...current, threadIds } }));
    }
    case "errors":
      return { kind: "accepted", value: { onlyErrors: !onlyErrors } };
    case "clear":
      return { kind: "accepted", value: { filter: defaults, onlyErrors: false } };
  }
}

function timeTitle(): string {
  return l10n.t("Filter Threads by Time");
}
