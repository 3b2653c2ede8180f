import * as l10n from "@vscode/l10n";
import type { QuickPickItem } from "vscode";
import type { Fault } from "../../core/failures/fault.ts";
import { issuesDetail } from "../../core/failures/issuesDetail.ts";
import { boundsText, rangeName } from "../../core/input/rangeText.ts";
import { resolveRange } from "../../core/input/timeRange.ts";
import type { Formats } from "../../core/text/format.ts";
import { idCountText } from "../../core/threads/filterText.ts";
import { issuesWith } from "../../core/threads/refusedPart.ts";
import { isFiltered, type ThreadFilter, unfiltered } from "../../core/threads/threadFilter.ts";
import { askPick, type StepResult } from "../../host/quickInput.ts";
import { askRange } from "../../host/rangeStep.ts";
import { askIds } from "./idsStep.ts";

export interface FilterMenu {
  readonly current: ThreadFilter;
  readonly onlyErrors: boolean;
  /** What came of the last request; null where nothing went wrong. What it refused is marked. */
  readonly fault: Fault | null;
  readonly formats: Formats;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What a person chose: threads to list, and whether those without errors are shown; what is absent stays as it is. */
export interface FilterChoice {
  readonly filter?: ThreadFilter;
  readonly onlyErrors?: boolean;
}

type FilterEntry = "time" | "threadIds" | "errors" | "clear";

interface FilterItem extends QuickPickItem {
  readonly entry: FilterEntry;
}

/** Lets the person change one part of the filter, or clear it; undefined when they do not. */
export async function pickFilter(menu: FilterMenu): Promise<FilterChoice | undefined> {
  for (let active = refusedEntry(menu) ?? "time"; ; ) {
    const items = filterItems(menu);
    const picked = await askPick({
      title: l10n.t("Filter Threads"),
      placeholder: l10n.t("Which threads to list"),
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

/** Asks for the time range alone; undefined when it stays as it is. */
export async function pickTime(menu: FilterMenu): Promise<FilterChoice | undefined> {
  const { current, formats, now } = menu;
  const result = await askRange({ title: timeTitle(), current: current.time, formats, now });
  return result.kind === "accepted" ? { filter: { ...current, time: result.value } } : undefined;
}

function refusedEntry({ fault }: FilterMenu): FilterEntry | undefined {
  return (["time", "threadIds"] as const).find((part) => issuesWith(part, fault).length > 0);
}

async function change(entry: FilterEntry, menu: FilterMenu): Promise<StepResult<FilterChoice>> {
  const { current, onlyErrors, formats, now } = menu;
  switch (entry) {
    case "time": {
      const result = await askRange({ title: timeTitle(), canGoBack: true, current: current.time, formats, now });
      return result.kind === "accepted" ? { ...result, value: { filter: { ...current, time: result.value } } } : result;
    }
    case "threadIds": {
      const title = l10n.t("Filter Threads by Id");
      const result = await askIds({ title, canGoBack: true, current: current.threadIds });
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

function filterItems({ current, onlyErrors, fault, formats, now }: FilterMenu): readonly FilterItem[] {
  const { time, threadIds } = current;
  const bounds = resolveRange(time, now());
  const isAllTime = bounds.after === undefined && bounds.before === undefined;
  const items: FilterItem[] = [
    {
      entry: "time",
      label: l10n.t("Time"),
      description: rangeName(time),
      ...(isAllTime ? {} : { detail: boundsText(bounds, formats) }),
      ...issuesDetail(issuesWith("time", fault)),
    },
    {
      entry: "threadIds",
      label: l10n.t("Thread Ids"),
      description: threadIds.length === 0 ? l10n.t("All threads") : idCountText(threadIds.length),
      ...issuesDetail(issuesWith("threadIds", fault)),
    },
    onlyErrors
      ? { entry: "errors", label: l10n.t("Show All Threads"), description: l10n.t("Now only those with errors") }
      : { entry: "errors", label: l10n.t("Show Only Threads with Errors"), description: l10n.t("Of those loaded") },
  ];
  return onlyErrors || isFiltered(current) ? [...items, { entry: "clear", label: l10n.t("Clear Filter") }] : items;
}
