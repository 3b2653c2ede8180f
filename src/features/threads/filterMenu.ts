import * as l10n from "@vscode/l10n";
import type { Formats } from "../../core/text/format.ts";
import {
  type FilterEntry,
  type FilterMenu,
  filterItems,
  idCountText,
  refusedEntry,
} from "../../core/threads/filterText.ts";
import { type ThreadFilter, unfiltered } from "../../core/threads/threadSelection.ts";
import { askIdList } from "../../vscode/ui/idListStep.ts";
import { askPick, type StepHeading, type StepResult } from "../../vscode/ui/quickInput.ts";
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
      placeholder: l10n.t("Filter threads by…"),
      items,
      active: items.find(({ entry }) => entry === active),
    });
    if (picked.kind !== "accepted") return undefined;
    active = picked.value.entry;
    const changed = await change(active, menu);
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

async function change(entry: FilterEntry, menu: FilterMenu): Promise<StepResult<FilterChoice>> {
  const { current, onlyErrors, formats, now } = menu;
  switch (entry) {
    case "time": {
      const result = await askRange({ title: timeTitle(), canGoBack: true, current: current.time, formats, now });
      return result.kind === "accepted" ? { ...result, value: { filter: { ...current, time: result.value } } } : result;
    }
    case "threadIds": {
      const title = l10n.t("Filter Threads by ID");
      const result = await askIds({ title, canGoBack: true, current: current.threadIds, formats });
      return result.kind === "accepted"
        ? { ...result, value: { filter: { ...current, threadIds: result.value } } }
        : result;
    }
    case "errors":
      return { kind: "accepted", value: { onlyErrors: !onlyErrors } };
    case "clear":
      return { kind: "accepted", value: { filter: unfiltered, onlyErrors: false } };
  }
}

function timeTitle(): string {
  return l10n.t("Filter Threads by Time");
}

/** Asks for any number of thread IDs; none means all threads. */
async function askIds({
  formats,
  ...step
}: StepHeading & { readonly current: readonly string[]; readonly formats: Formats }): Promise<
  StepResult<readonly string[]>
> {
  return askIdList({
    ...step,
    prompt: l10n.t(
      "Thread IDs, separated by commas, spaces or new lines, or a JSON array. Leave empty for all threads.",
    ),
    placeholder: l10n.t("All threads"),
    countText: (count) => idCountText(count, formats),
  });
}
