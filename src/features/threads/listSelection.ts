import { workspace } from "vscode";
import { faultOf } from "../../core/async/loadState.ts";
import { fieldsOf } from "../../core/conversations/conversationOrder.ts";
import {
  isSameFilter,
  isSameSelection,
  kindOf,
  type ThreadFilter,
  type ThreadSelection,
} from "../../core/conversations/threadSelection.ts";
import { defaultSort, type SortKey } from "../../core/query/threadQuery.ts";
import { configuredSelection } from "../../vscode/storage/settings.ts";
import { inBackground } from "../../vscode/ui/commands.ts";
import type { FilterChoice } from "./filterMenu.ts";
import type { ThreadsParts } from "./register.ts";
import type { ThreadView } from "./threadView.ts";

/** How the order and the filter of the Threads view are chosen, kept and applied. */
export function listSelection(parts: ThreadsParts, view: Pick<ThreadView, "showFirst">) {
  const { project, threads, preferences, privacy, formats, log } = parts;
  /** The view requests rows of a new selection as soon as it is visible. */
  const select = async (selection: Partial<ThreadSelection>, onlyErrors = threads.onlyErrors) => {
    const { target } = threads;
    threads.select(selection, onlyErrors);
    if (!threads.watched) return;
    const chosen = threads.selection;
    await threads.settled();
    if (threads.target === target && threads.selection === chosen) await view.showFirst();
  };
  const sortBy = async (sort: readonly SortKey[]) => {
    if (project.place === null) return;
    await preferences.setSort(project.place, sort);
    await select({ sort });
  };
  const filterBy = async (chosen: ThreadFilter, onlyErrors = threads.onlyErrors) => {
    const { place } = project;
    if (place === null) return;
    const filter = privacy.value?.filter(chosen) ?? chosen;
    const isDefault = isSameFilter(filter, configuredSelection().filter);
    // A project without a choice follows the default.
    await preferences.setFilter(place, isDefault ? undefined : filter);
    await preferences.onlyErrors(place).set(onlyErrors);
    if (project.place !== place) return;
    if (!isSameFilter(filter, threads.selection.filter) || onlyErrors !== threads.onlyErrors)
      await select({ filter }, onlyErrors);
  };
  const choose = async ({ filter = threads.selection.filter, onlyErrors }: FilterChoice) => {
    const { target, selection } = threads;
    const { sort } = selection;
    // A kind without the order in force has that of the last activity.
    const known = fieldsOf(target?.sources ?? [], kindOf(filter)).map(({ field }) => field);
    if (project.place === null || sort.every(({ field }) => known.includes(field))) return filterBy(filter, onlyErrors);
    await preferences.setSort(project.place, defaultSort);
    threads.select({ sort: defaultSort });
    await filterBy(filter, onlyErrors);
  };
  /** The sources of the project: that of agents only if it has or had any of their conversations. */
  const listedSources = () => {
    const hasAgents = kindOf(threads.selection.filter) !== undefined || preferences.hasAgents(project.place).value;
    return (threads.target?.sources ?? []).filter(({ kind }) => kind === "thread" || hasAgents);
  };
  const filterMenu = () => {
    const defaults = configuredSelection().filter;
    return {
      target: threads.target,
      current: threads.selection.filter,
      defaults,
      hasAgents: listedSources().length > 1,
      folders: privacy.value === null ? (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath) : [],
      onlyErrors: threads.onlyErrors,
      fault: faultOf(threads.load),
      formats,
      now: Date.now,
    };
  };
  const changeRange = async () => {
    const { target } = threads;
    const { pickTime } = await import("./filterMenu.ts");
    const filter = (await pickTime(filterMenu()))?.filter;
    if (filter === undefined || target !== threads.target) return undefined;
    // A hidden list loads nothing, and a search need not wait for one on screen.
    inBackground(filterBy(filter), log);
    return filter.time;
  };
  const pickSort = async () => {
    const { target } = threads;
    const menu = await import("./sortMenu.ts");
    const fields = fieldsOf(listedSources(), kindOf(threads.selection.filter));
    const chosen = await menu.pickSort(threads.selection.sort, fields, faultOf(threads.load));
    if (chosen !== undefined && target === threads.target) await sortBy(chosen);
  };
  const pickFilter = async (part: unknown) => {
    const { target } = threads;
    const menu = await import("./filterMenu.ts");
    const chosen = await (part === "time" ? menu.pickTime(filterMenu()) : menu.pickFilter(filterMenu()));
    if (chosen !== undefined && target === threads.target) await choose(chosen);
  };
  /** A changed default applies to projects without a choice. */
  const applyDefaults = () => {
    const chosen = preferences.selection(project.place, configuredSelection());
    if (!isSameSelection(chosen, threads.selection)) threads.select(chosen);
  };
  return { applyDefaults, changeRange, choose, filterBy, pickFilter, pickSort };
}
