import * as l10n from "@vscode/l10n";
import { commands, window, workspace } from "vscode";
import { faultOf } from "../../core/async/loadState.ts";
import { fieldsOf } from "../../core/conversations/conversationOrder.ts";
import { type ConversationPlace, isSamePlace } from "../../core/conversations/conversationPlace.ts";
import { type MenuArgument, menuArgument } from "../../core/conversations/menuArgument.ts";
import {
  isSameFilter,
  isSameSelection,
  kindOf,
  type ThreadFilter,
  type ThreadSelection,
  unfiltered,
} from "../../core/conversations/threadSelection.ts";
import { callsOfThread } from "../../core/counts/callCondition.ts";
import type { OpenProject } from "../../core/project/openProject.ts";
import { keyText } from "../../core/query/conversationKey.ts";
import type { ConversationSummary } from "../../core/query/thread.ts";
import { defaultSort, type SortKey } from "../../core/query/threadQuery.ts";
import { configuredSelection, onSettingsChange } from "../../vscode/storage/settings.ts";
import {
  inBackground,
  isFromRow,
  registerSessionCommands,
  showNoThread,
  showRowIsGone,
} from "../../vscode/ui/commands.ts";
import { copyText } from "../../vscode/ui/outside.ts";
import { registerNewDecoration } from "../../vscode/ui/treeView.ts";
import type { Feature, Parts } from "../app.ts";
import type { FilterChoice } from "./filterMenu.ts";
import { loadAll } from "./loadAll.ts";
import { type RevealOptions, ThreadView, viewId } from "./threadView.ts";

export type ThreadsParts = Parts<
  | "app"
  | "threads"
  | "details"
  | "turns"
  | "failed"
  | "failures"
  | "messages"
  | "lastSeen"
  | "news"
  | "standing"
  | "recent"
  | "selected"
  | "following"
  | "sessions"
  | "preferences"
  | "privacy"
  | "target"
  | "formats"
  | "context"
  | "log"
> & { readonly project: Pick<OpenProject, "cancel" | "defaultFilter" | "isFiltered" | "place"> };

/** The Threads view and its commands. */
export function registerThreads(parts: ThreadsParts): Feature<"revealThread" | "filterThreads" | "selectedRow"> {
  const { app, sessions, project, threads, details, turns, messages, lastSeen, recent, preferences, formats, log } =
    parts;
  const { privacy } = parts;
  const view = new ThreadView(parts);

  /** A hidden view loads no rows. */
  const showView = async (options: RevealOptions = { preserveFocus: false }) => {
    if (!threads.watched) await commands.executeCommand(`${viewId}.focus`, options);
  };
  /** Failures are shown in the view. */
  const loadRest = async (load: () => Promise<void>) => {
    await showView();
    await load();
  };
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
    await preferences.setOnlyErrors(place, onlyErrors);
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
    const hasAgents = kindOf(threads.selection.filter) !== undefined || preferences.hasAgents(project.place);
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
  /** The thread with the statistics shown in its row. */
  const shownThread = (thread: ConversationSummary) => turns.checked(thread, threads.boundsOf(thread)).thread;
  /** The argument of a menu; from the palette, the selected one. */
  const argumentOf = (given: readonly unknown[]) => menuArgument(isFromRow(given) ? given[0] : view.selectedRow);
  /** A command on the thread of the argument. */
  const onThread =
    (run: (thread: ConversationSummary, argument: MenuArgument) => Promise<void>) =>
    async (...given: unknown[]) => {
      const argument = argumentOf(given);
      const { conversation } = argument;
      const thread = conversation === undefined ? undefined : threads.threadOf(conversation);
      if (thread === undefined) showNoThread(given);
      else await run(thread, argument);
    };
  let lastOpened: ConversationPlace | null = null;
  /**
   * A row that is clicked or opened with Enter keeps the focus, as in VS Code's own lists; if its conversation was
   * opened last, the focus moves there. Any other way of opening moves the focus at once.
   */
  const openConversation = async (given: readonly unknown[]) => {
    const { conversation, turnId, preserveFocus } = argumentOf(given);
    if (!conversation?.id) return showNoThread(given);
    const place = { conversation, turnId };
    const isAgain = isSamePlace(place, lastOpened);
    lastOpened = place;
    await app.openConversation({ ...place, preserveFocus: preserveFocus && !isAgain });
  };

  const registered = registerSessionCommands(parts, {
    "weaveThreads.loadMore": () => loadRest(() => view.loadMore()),
    "weaveThreads.showNewThreads": () => view.showNew(),
    "weaveThreads.collapseAll": async () => {
      await commands.executeCommand(`${viewId}.focus`);
      await commands.executeCommand("list.collapseAll");
    },
    "weaveThreads.loadAll": () => loadRest(() => loadAll(threads, formats)),
    "weaveThreads.cancelRefresh": async () => project.cancel(),
    "weaveThreads.sort": async () => {
      const { target } = threads;
      const { pickSort } = await import("./sortMenu.ts");
      const fields = fieldsOf(listedSources(), kindOf(threads.selection.filter));
      const chosen = await pickSort(threads.selection.sort, fields, faultOf(threads.load));
      if (chosen !== undefined && target === threads.target) await sortBy(chosen);
    },
    "weaveThreads.filter": async (part: unknown) => {
      const { target } = threads;
      const { pickFilter, pickTime } = await import("./filterMenu.ts");
      const chosen = await (part === "time" ? pickTime(filterMenu()) : pickFilter(filterMenu()));
      if (chosen !== undefined && target === threads.target) await choose(chosen);
    },
    "weaveThreads.clearFilter": () => choose({ filter: configuredSelection().filter, onlyErrors: false }),
    "weaveThreads.showOnlyErrors": () => choose({ onlyErrors: true }),
    "weaveThreads.showAllThreads": () => choose({ onlyErrors: false }),
    "weaveThreads.openConversation": (...given: unknown[]) => openConversation(given),
    "weaveThreads.findThread": async () => {
      const { target } = threads;
      if (target === null) return;
      const { pastedReader, runFind } = await import("./findThread.ts");
      await runFind({
        target,
        sessions,
        threads,
        recent,
        messageOf: (thread) => messages.of(thread),
        formats,
        readPasted: pastedReader(parts),
        app,
        view,
        showView,
        changeRange,
      });
    },
    "weaveThreads.showOnlyThread": onThread(({ kind, id }) =>
      filterBy({ ...unfiltered, threadIds: [id], ...(kind === "agent" && { kind }) }),
    ),
    "weaveThreads.countThreadCalls": onThread(({ id }) => app.countCalls(callsOfThread(id))),
    "weaveThreads.markAllSeen": () => lastSeen.markAllSeen(Date.now()),
    "weaveThreads.copyThreadId": onThread(({ id }) => copyText(id, l10n.t("ID copied"))),
    "weaveThreads.copyTurnId": async (...given: unknown[]) => {
      const { turnId } = menuArgument(given[0]);
      if (turnId === undefined) showRowIsGone();
      else await copyText(turnId, l10n.t("Turn ID copied"));
    },
    "weaveThreads.copyThreadJson": onThread(async (thread) => {
      const { threadJson } = await import("../../core/query/thread.ts");
      await copyText(threadJson(shownThread(thread)), l10n.t("Copied as JSON"));
    }),
    "weaveThreads.resumeInTerminal": onThread(async (thread) => {
      const { resumeInTerminal } = await import("./resumeInTerminal.ts");
      if (threads.target !== null) await resumeInTerminal(thread, threads.target);
    }),
    "weaveThreads.copyValue": onThread(async (thread, { fact }) => {
      if (fact === undefined) return;
      const { plainDetail } = await import("../../core/conversations/detailRowText.ts");
      const value = plainDetail(fact, shownThread(thread), {
        calls: details.of(thread),
        turns: turns.known(keyText(thread)),
      });
      if (value === null) window.showInformationMessage(l10n.t("The value is unknown."));
      else await copyText(value, l10n.t("Value copied"));
    }),
    "weaveThreads.retryDetails": onThread(async (thread, { kind }) =>
      (kind === "turnsFailed" ? turns : details).retry(keyText(thread)),
    ),
  });
  /** A changed default applies to projects without a choice. */
  const applyDefaults = () => {
    const chosen = preferences.selection(project.place, configuredSelection());
    if (!isSameSelection(chosen, threads.selection)) threads.select(chosen);
  };
  return {
    revealThread: async (conversation) => {
      const { revealThread } = await import("./findThread.ts");
      return revealThread(conversation, { threads, view, showView });
    },
    filterThreads: (filter, onlyErrors) => choose({ filter, ...(onlyErrors !== undefined && { onlyErrors }) }),
    selectedRow: () => view.selectedRow,
    subscriptions: [view, registerNewDecoration(), onSettingsChange(applyDefaults), ...registered],
  };
}
