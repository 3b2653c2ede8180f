import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import {
  type FilterItem,
  type FilterMenu,
  filterItems,
  kindItems,
  refusedEntry,
  typedRangeItem,
  withAttribute,
  withKind,
} from "../../core/conversations/filterItems.ts";
import { idCountText } from "../../core/conversations/filterText.ts";
import { kindOf, type ThreadFilter } from "../../core/conversations/threadSelection.ts";
import { ServiceError } from "../../core/failures/fault.ts";
import { faultText } from "../../core/failures/faultText.ts";
import { attributeValues, listAttributes } from "../../core/port/operations.ts";
import type { ProjectClient } from "../../core/port/projectClient.ts";
import { folderAttribute } from "../../core/query/agentQueries.ts";
import { visibleCut } from "../../core/text/visibleText.ts";
import { foldersInside } from "../../vscode/files/folderLink.ts";
import { askIdList } from "../../vscode/ui/idListStep.ts";
import { askPick, mapped, type StepResult } from "../../vscode/ui/quickInput.ts";
import { askRange } from "../../vscode/ui/rangeStep.ts";

/** Values of an attribute that are offered, the latest first. */
const mostValues = 200;
const longestValue = 80;
const never = new AbortController().signal;

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
    case "kind": {
      const items = kindItems(current);
      const active = items.find(({ of }) => of === kindOf(current));
      const title = l10n.t("Filter by Kind");
      const result = await askPick({ title, canGoBack: true, placeholder: l10n.t("Select a kind"), items, active });
      return mapped(result, ({ of }) => ({ filter: withKind(current, of) }));
    }
    case "agent.name":
    case "agent.version":
      return await askValue(entry, menu);
    case "attribute": {
      const names = await requested(menu, (target) =>
        target.service.ask(listAttributes, { project: target.project, limit: mostValues }, never),
      );
      const result = await askPick({
        title: l10n.t("Filter Agent Conversations by Attribute"),
        canGoBack: true,
        placeholder: l10n.t("Select an attribute"),
        items: names.map((label) => ({ label })),
      });
      return result.kind === "accepted" ? await askValue(result.value.label, menu) : result;
    }
    case "folder": {
      const isChosen = current.attributes?.some(({ attribute }) => attribute === folderAttribute);
      const values = isChosen ? [] : await foldersInside(await valuesOf(folderAttribute, menu), menu.folders);
      if (!isChosen && values.length === 0) {
        window.showInformationMessage(l10n.t("No agent conversation is from this folder."));
        return { kind: "hidden" };
      }
      return { kind: "accepted", value: { filter: withAttribute(current, folderAttribute, values) } };
    }
    case "errors":
      return { kind: "accepted", value: { onlyErrors: !onlyErrors } };
    case "thumbsDown": {
      const { thumbsDown, ...others } = current;
      return { kind: "accepted", value: { filter: thumbsDown ? others : { ...others, thumbsDown: true } } };
    }
    case "clear":
      return { kind: "accepted", value: { filter: defaults, onlyErrors: false } };
  }
}

/** Asks for a value of an attribute; the first item is any. */
async function askValue(attribute: string, menu: FilterMenu): Promise<StepResult<FilterChoice>> {
  const values = await valuesOf(attribute, menu);
  const { current } = menu;
  const chosen = current.attributes?.find((each) => each.attribute === attribute)?.values[0];
  const items = [undefined, ...values].map((value) => {
    const label = value === undefined ? l10n.t("All") : visibleCut(value, longestValue);
    return { value, label: value === chosen ? `$(check) ${label}` : label };
  });
  const result = await askPick({
    title: l10n.t("Filter Agent Conversations by {0}", visibleCut(attribute, longestValue)),
    canGoBack: true,
    placeholder: l10n.t("Select a value"),
    items,
    active: items.find(({ value }) => value === chosen),
  });
  return mapped(result, ({ value }) => ({
    filter: withAttribute(current, attribute, value === undefined ? [] : [value]),
  }));
}

function valuesOf(attribute: string, menu: FilterMenu): Promise<readonly string[]> {
  return requested(menu, ({ service, project }) =>
    service.ask(attributeValues, { project, attribute, limit: mostValues }, never),
  );
}

/** The values that the service lists; none if it fails, which a message says. */
async function requested(
  { target }: FilterMenu,
  ask: (target: ProjectClient) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  if (target === null) return [];
  try {
    return await ask(target);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    window.showErrorMessage(faultText(error.fault));
    return [];
  }
}

function timeTitle(): string {
  return l10n.t("Filter Threads by Time");
}
