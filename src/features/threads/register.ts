import * as l10n from "@vscode/l10n";
import { commands, window } from "vscode";
import { Lazy } from "../../core/async/lazy.ts";
import { type ConversationPlace, isSamePlace } from "../../core/conversations/conversationPlace.ts";
import { type MenuArgument, menuArgument } from "../../core/conversations/menuArgument.ts";
import { unfiltered } from "../../core/conversations/threadSelection.ts";
import { callsOfThread } from "../../core/counts/callCondition.ts";
import { keyText } from "../../core/query/conversationKey.ts";
import type { ConversationSummary } from "../../core/query/thread.ts";
import { configuredSelection, onSettingsChange } from "../../vscode/storage/settings.ts";
import {
  isFromRow,
  registerSessionCommands,
  showNoThread,
  showRowIsGone,
  unattended,
} from "../../vscode/ui/commands.ts";
import { copyText } from "../../vscode/ui/outside.ts";
import { registerNewDecoration } from "../../vscode/ui/treeView.ts";
import type { Feature, Parts } from "../app.ts";
import { loadAll } from "./loadAll.ts";
import type { TreeParts } from "./threadRowFacts.ts";
import type { RevealOptions } from "./threadTree.ts";
import { ThreadView, viewId } from "./threadView.ts";

export type ThreadsParts = TreeParts &
  Parts<
    | "app"
    | "news"
    | "recent"
    | "selected"
    | "following"
    | "sessions"
    | "preferences"
    | "privacy"
    | "target"
    | "context"
    | "log",
    "cancel" | "defaultFilter" | "feedbackChange" | "place"
  >;

/** The Threads view and its commands. */
export function registerThreads(parts: ThreadsParts): Feature<"revealThread" | "filterThreads" | "selectedRow"> {
  const { app, sessions, project, threads, details, turns, messages, lastSeen, recent, formats, log } = parts;
  const view = new ThreadView(parts);
  const selection = new Lazy(async () => (await import("./listSelection.ts")).listSelection(parts, view));
  const applyDefaults = async () => (await selection.get()).applyDefaults();

  /** A hidden view loads no rows. */
  const showView = async (options: RevealOptions = { preserveFocus: false }) => {
    if (!threads.watched) await commands.executeCommand(`${viewId}.focus`, options);
  };
  /** Failures are shown in the view. */
  const loadRest = async (load: () => Promise<void>) => {
    await showView();
    await load();
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
    "weaveThreads.sort": async () => (await selection.get()).pickSort(),
    "weaveThreads.filter": async (part: unknown) => (await selection.get()).pickFilter(part),
    "weaveThreads.clearFilter": async () =>
      (await selection.get()).choose({ filter: configuredSelection().filter, onlyErrors: false }),
    "weaveThreads.showOnlyErrors": async () => (await selection.get()).choose({ onlyErrors: true }),
    "weaveThreads.showAllThreads": async () => (await selection.get()).choose({ onlyErrors: false }),
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
        changeRange: async () => (await selection.get()).changeRange(),
      });
    },
    "weaveThreads.showOnlyThread": onThread(async ({ kind, id }) =>
      (await selection.get()).filterBy({ ...unfiltered, threadIds: [id], ...(kind === "agent" && { kind }) }),
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
      const { plainDetail } = await import("../../core/conversations/plainDetail.ts");
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
  return {
    revealThread: async (conversation) => {
      const { revealThread } = await import("./findThread.ts");
      return revealThread(conversation, { threads, view, showView });
    },
    filterThreads: async (filter, onlyErrors) =>
      (await selection.get()).choose({ filter, ...(onlyErrors !== undefined && { onlyErrors }) }),
    selectedRow: () => view.selectedRow,
    subscriptions: [
      view,
      registerNewDecoration(),
      onSettingsChange(() => unattended(applyDefaults(), log)),
      ...registered,
    ],
  };
}
