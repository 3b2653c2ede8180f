import * as l10n from "@vscode/l10n";
import { commands, window } from "vscode";
import { faultOf } from "../../core/async/loadState.ts";
import { callsOfThread } from "../../core/counts/callCondition.ts";
import type { Fault } from "../../core/failures/fault.ts";
import { type Thread, threadJson } from "../../core/threads/thread.ts";
import { plainDetail } from "../../core/threads/threadDetailRow.ts";
import type { SortKey } from "../../core/threads/threadQuery.ts";
import {
  isSameSelection,
  type ThreadFilter,
  type ThreadSelection,
  unfiltered,
} from "../../core/threads/threadSelection.ts";
import { configuredSelection, onSettingsChange } from "../../vscode/storage/settings.ts";
import { inBackground, isFromRow, registerCommands, tellRowIsGone } from "../../vscode/ui/commands.ts";
import { type FaultContext, showFault } from "../../vscode/ui/faultNotice.ts";
import { copyText } from "../../vscode/ui/outside.ts";
import type { Feature, FeatureParts } from "../app.ts";
import { ConversationOpener } from "./conversationOpener.ts";
import type { FilterChoice } from "./filterMenu.ts";
import { loadAll } from "./loadAll.ts";
import { factIn, isOfTurns, threadIdIn, turnIdIn } from "./menuArgument.ts";
import { type RevealOptions, ThreadView, viewId } from "./threadView.ts";

/** The Threads view and its commands. */
export function registerThreads(parts: FeatureParts): Feature<"revealThread" | "filterThreads" | "selectedRow"> {
  const { app, threads, details, turns, failed, look, preferences, formats, log } = parts;
  const view = new ThreadView(parts);
  const conversations = new ConversationOpener(app);

  /** A hidden view loads no rows. */
  const showView = async (options: RevealOptions = { preserveFocus: false }) => {
    if (!threads.watched) await commands.executeCommand(`${viewId}.focus`, options);
  };
  /** Reports failures of the user's requests once; failures of automatic requests are shown in the view only. */
  const tell = (fault: Fault | null, retry?: FaultContext["retry"]) => {
    if (fault === null) return;
    inBackground(showFault(fault, { asked: "threads", ...(retry === undefined ? {} : { retry }) }), log);
  };
  const tellRest = async (load: () => Promise<void>) => {
    await showView();
    const before = threads.load;
    await load();
    // If canceled, or if everything is loaded, the state is unchanged.
    if (threads.load !== before) tell(faultOf(threads.load), () => tellRest(load));
  };
  /** The view requests rows of a new selection as soon as it is visible. */
  const select = async (selection: Partial<ThreadSelection>) => {
    const { target } = threads;
    threads.select(selection);
    if (!threads.watched) return;
    const chosen = threads.selection;
    await threads.settled();
    if (threads.target === target && threads.selection === chosen) tell(faultOf(threads.load));
  };
  const sortBy = async (sort: readonly SortKey[]) => {
    if (threads.target === null) return;
    await preferences.setSort(threads.target.project, sort);
    await select({ sort });
  };
  const filterBy = async (filter: ThreadFilter) => {
    if (threads.target === null) return;
    await preferences.setFilter(threads.target.project, filter);
    await select({ filter });
  };
  /** Loaded rows stay, and are checked as soon as they are visible. */
  const showOnlyErrors = async (wanted: boolean) => {
    if (threads.target === null) return;
    await preferences.setOnlyErrors(threads.target.project, wanted);
    const ended = await failed.want(wanted);
    const fault = ended === null ? null : faultOf(ended);
    // The view says what the service does not support.
    if (fault?.kind !== "routeMissing") tell(fault, () => showOnlyErrors(true));
  };
  const choose = async ({ filter, onlyErrors }: FilterChoice) => {
    if (onlyErrors !== undefined) inBackground(showOnlyErrors(onlyErrors), log);
    if (filter !== undefined) await filterBy(filter);
  };
  /** The thread with the statistics shown in its row. */
  const shownThread = (thread: Thread) => turns.checked(thread, threads.boundsOf(thread.id)).thread;
  /** The thread of a menu's row; from the palette, the selected one. */
  const threadOf = (given: readonly unknown[]) => {
    const fromRow = isFromRow(given);
    const id = fromRow ? threadIdIn(given[0]) : view.selectedThreadId;
    const thread = id === undefined ? undefined : threads.threadOf(id);
    if (thread !== undefined) return thread;
    if (fromRow) tellRowIsGone();
    else window.showInformationMessage(l10n.t("Select a thread in the Threads view first."));
    return undefined;
  };

  const registered = registerCommands(
    {
      "weaveThreads.loadMore": () => tellRest(() => view.loadMore()),
      "weaveThreads.loadAll": () => tellRest(() => loadAll(threads, formats)),
      "weaveThreads.sort": async () => {
        const { target } = threads;
        const { pickSort } = await import("./sortMenu.ts");
        const chosen = await pickSort(threads.selection.sort, faultOf(threads.load));
        if (chosen !== undefined && target === threads.target) await sortBy(chosen);
      },
      "weaveThreads.filter": async (part: unknown) => {
        const { target } = threads;
        const current = threads.selection.filter;
        const { wanted: onlyErrors } = failed;
        const menu = { current, onlyErrors, fault: faultOf(threads.load), formats, now: Date.now };
        const { pickFilter, pickTime } = await import("./filterMenu.ts");
        const chosen = await (part === "time" ? pickTime(menu) : pickFilter(menu));
        if (chosen !== undefined && target === threads.target) await choose(chosen);
      },
      "weaveThreads.clearFilter": () => choose({ filter: unfiltered, onlyErrors: false }),
      "weaveThreads.showOnlyErrors": () => showOnlyErrors(true),
      "weaveThreads.showAllThreads": () => showOnlyErrors(false),
      "weaveThreads.openConversation": (...given: unknown[]) => conversations.open(given, view.selectedRow),
      "weaveThreads.findThread": async () => {
        const { target } = threads;
        const { askThreadId } = await import("./findThread.ts");
        const found = target === null ? undefined : await askThreadId(target);
        if (found === undefined || target !== threads.target) return;
        await showView();
        await view.show(found);
      },
      "weaveThreads.showOnlyThread": async (...given: unknown[]) => {
        const thread = threadOf(given);
        if (thread !== undefined) await filterBy({ ...unfiltered, threadIds: [thread.id] });
      },
      "weaveThreads.countThreadCalls": async (...given: unknown[]) => {
        const thread = threadOf(given);
        if (thread !== undefined) await app.countCalls(callsOfThread(thread.id));
      },
      "weaveThreads.markAllSeen": () => look.markAllSeen(Date.now()),
      "weaveThreads.copyThreadId": async (...given: unknown[]) => {
        const thread = threadOf(given);
        if (thread !== undefined) await copyText(thread.id, l10n.t("Thread ID copied"));
      },
      "weaveThreads.copyTurnId": async (...given: unknown[]) => {
        const id = turnIdIn(given[0]);
        if (id === undefined) tellRowIsGone();
        else await copyText(id, l10n.t("Turn ID copied"));
      },
      "weaveThreads.copyThreadJson": async (...given: unknown[]) => {
        const thread = threadOf(given);
        if (thread !== undefined) await copyText(threadJson(shownThread(thread)), l10n.t("Thread copied as JSON"));
      },
      "weaveThreads.copyValue": async (...given: unknown[]) => {
        const thread = threadOf(given);
        const fact = factIn(given[0]);
        if (thread === undefined || fact === undefined) return;
        const value = plainDetail(fact, shownThread(thread), details.of(thread));
        if (value === null) window.showInformationMessage(l10n.t("The value is unknown."));
        else await copyText(value, l10n.t("Value copied"));
      },
      "weaveThreads.retryDetails": (...given: unknown[]) => {
        const thread = threadOf(given);
        if (thread !== undefined) (isOfTurns(given[0]) ? turns : details).retry(thread.id);
      },
    },
    log,
  );
  /** A changed default applies to projects without a choice. */
  const applyDefaults = () => {
    const chosen = preferences.selection(threads.target?.project ?? null, configuredSelection());
    if (!isSameSelection(chosen, threads.selection)) threads.select(chosen);
  };
  return {
    revealThread: async (threadId) => {
      const { revealThread } = await import("./findThread.ts");
      return revealThread(threadId, { threads, view, showView });
    },
    filterThreads: filterBy,
    selectedRow: () => view.selectedRow,
    subscriptions: [view, onSettingsChange(applyDefaults), ...registered],
  };
}
