import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import { findThread, notFoundText } from "../../core/conversations/threadById.ts";
import type { ThreadList } from "../../core/conversations/threadList.ts";
import type { TimeRange } from "../../core/input/timeRange.ts";
import { readPastedLink } from "../../core/links/pasted.ts";
import type { ConversationKey } from "../../core/query/conversationKey.ts";
import type { ConversationSummary } from "../../core/query/thread.ts";
import { plainText } from "../../core/text/visibleText.ts";
import { linkBaseOf } from "../../vscode/session/webSite.ts";
import { withLateProgress } from "../../vscode/ui/progress.ts";
import type { App } from "../app.ts";
import { askFind, type FindParts } from "./findPick.ts";
import type { ThreadsParts } from "./register.ts";
import { askResult, newSearch } from "./resultPick.ts";
import type { RevealOptions } from "./threadTree.ts";
import type { ThreadView } from "./threadView.ts";

export interface RevealParts {
  readonly threads: ThreadList;
  readonly view: Pick<ThreadView, "show">;
  /** Shows the view. */
  readonly showView: (options: RevealOptions) => Promise<void>;
}

interface SearchParts extends FindParts, RevealParts {
  readonly threads: ThreadList;
  readonly app: Pick<App, "openConversation" | "openCall" | "openLink">;
  /** Lets the user change the time range of the list; undefined if canceled. The list has it only later. */
  readonly changeRange: () => Promise<TimeRange | undefined>;
}

/** Finds a thread and shows its row, opens what an ID or link names, or searches conversations and opens one at a turn. */
export async function runFind(parts: SearchParts): Promise<void> {
  const { target, threads, app } = parts;
  let typed = "";
  for (;;) {
    const found = await askFind(parts, typed);
    if (found === undefined || target !== threads.target) return;
    if (found.kind === "thread") return showThread(found.conversation, found.thread, parts);
    if (found.kind === "link") return app.openLink(found.text);
    if (found.kind === "call") {
      await app.openCall(found.call);
      return selectLoaded(found.call.conversation, parts);
    }
    typed = found.text;
    if ((await searchFor(typed, parts)) === "done" || target !== threads.target) return;
  }
}

/** Links name what privacy mode hides. */
export function pastedReader({ sessions, privacy, context }: ThreadsParts): FindParts["readPasted"] {
  return (text) => {
    const pasted = readPastedLink(text, { base: linkBaseOf(sessions), extension: context.extension.id });
    return privacy.value !== null && pasted?.kind === "link" ? null : pasted;
  };
}

/** Resolves to `back` to find something else. */
async function searchFor(first: string, parts: SearchParts): Promise<"back" | "done"> {
  const { target, threads, app } = parts;
  let search = newSearch(target, first, threads.selection.filter.time);
  while (target === threads.target) {
    const { text, range } = search;
    const result = await askResult(parts, search);
    if (result.kind === "back") return "back";
    if (result.kind === "hidden" || target !== threads.target) return "done";
    const { value } = result;
    if (value.kind === "turn") {
      const { conversation, turn } = value.found;
      await app.openConversation({ conversation, turnId: turn.id, find: text });
      await selectLoaded(conversation, parts);
      return "done";
    }
    if (value.kind === "search") search = newSearch(target, value.text, range);
    else {
      const changed = await parts.changeRange();
      if (changed !== undefined) search = newSearch(target, text, changed);
    }
  }
  return "done";
}

/** Selects the row of a thread whose conversation was opened, if it is loaded. */
async function selectLoaded(
  conversation: ConversationKey | null,
  { target, threads, view, showView }: SearchParts,
): Promise<void> {
  const thread = conversation === null ? undefined : threads.threadOf(conversation);
  if (thread === undefined || target !== threads.target) return;
  await showView({ preserveFocus: true });
  await view.show(thread, { preserveFocus: true });
}

async function showThread(
  conversation: ConversationKey,
  known: ConversationSummary | undefined,
  parts: SearchParts,
): Promise<void> {
  const { target, threads, view, showView } = parts;
  const thread = known ?? (await lookedUp(conversation, parts));
  if (target !== threads.target) return;
  if (thread === null) {
    window.showInformationMessage(notFoundText(conversation.id, target));
    return;
  }
  await showView({ preserveFocus: false });
  await view.show(thread, { preserveFocus: false });
}

/** Reveals the row of a thread, above the list if that does not contain it, and keeps the focus. */
export async function revealThread(conversation: ConversationKey, parts: RevealParts): Promise<boolean | undefined> {
  const { threads, view, showView } = parts;
  const { target } = threads;
  if (target === null) return undefined;
  const thread = await lookedUp(conversation, { threads, target });
  if (thread === null) return false;
  if (target !== threads.target) return undefined;
  await showView({ preserveFocus: true });
  await view.show(thread, { preserveFocus: true });
  return true;
}

async function lookedUp(
  conversation: ConversationKey,
  { threads, target }: Pick<SearchParts, "threads" | "target">,
): Promise<ConversationSummary | null> {
  const searching = l10n.t("Searching for thread {0}…", plainText(conversation.id));
  const find = (signal: AbortSignal) => findThread(target, conversation, signal);
  return threads.threadOf(conversation) ?? (await withLateProgress(searching, find));
}
