import { l10n, type QuickPickItem } from "vscode";
import type { Fault } from "../../core/fault.ts";
import type { Formats } from "../../core/format.ts";
import { resolveRange } from "../../core/input/timeRange.ts";
import { issuesWith } from "../../core/threads/refusedPart.ts";
import { isFiltered, type ThreadFilter, unfiltered } from "../../core/threads/threadFilter.ts";
import { issuesDetail } from "../../host/issuesDetail.ts";
import { askPick, type StepResult } from "../../host/quickInput.ts";
import { askRange } from "../../host/rangeStep.ts";
import { boundsText, rangeName } from "../../host/rangeText.ts";
import { askIds, idCountText } from "./idsStep.ts";

export interface FilterMenu {
  readonly current: ThreadFilter;
  /** What came of the last request; null where nothing went wrong. What it refused is marked. */
  readonly fault: Fault | null;
  readonly formats: Formats;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

type FilterEntry = "time" | "threadIds" | "clear";

interface FilterItem extends QuickPickItem {
  readonly entry: FilterEntry;
}

/** Lets the person change one part of the filter, or clear it; undefined when they do not. */
export async function pickFilter(menu: FilterMenu): Promise<ThreadFilter | undefined> {
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
export async function pickTime(menu: FilterMenu): Promise<ThreadFilter | undefined> {
  const { current, formats, now } = menu;
  const result = await askRange({ title: timeTitle(), current: current.time, formats, now });
  return result.kind === "accepted" ? { ...current, time: result.value } : undefined;
}

function refusedEntry({ fault }: FilterMenu): FilterEntry | undefined {
  return (["time", "threadIds"] as const).find((part) => issuesWith(part, fault).length > 0);
}

async function change(entry: FilterEntry, { current, formats, now }: FilterMenu): Promise<StepResult<ThreadFilter>> {
  switch (entry) {
    case "time": {
      const result = await askRange({ title: timeTitle(), canGoBack: true, current: current.time, formats, now });
      return result.kind === "accepted" ? { ...result, value: { ...current, time: result.value } } : result;
    }
    case "threadIds": {
      const title = l10n.t("Filter Threads by Id");
      const result = await askIds({ title, canGoBack: true, current: current.threadIds });
      return result.kind === "accepted" ? { ...result, value: { ...current, threadIds: result.value } } : result;
    }
    case "clear":
      return { kind: "accepted", value: unfiltered };
  }
}

function timeTitle(): string {
  return l10n.t("Filter Threads by Time");
}

function filterItems({ current, fault, formats, now }: FilterMenu): readonly FilterItem[] {
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
  ];
  return isFiltered(current) ? [...items, { entry: "clear", label: l10n.t("Clear Filter") }] : items;
}
