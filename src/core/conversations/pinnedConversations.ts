import { ServiceError } from "../failures/fault.ts";
import { sourceOf } from "../port/conversationSource.ts";
import { backgroundClient, type ProjectClient } from "../port/projectClient.ts";
import { conversationKinds, keyText } from "../query/conversationKey.ts";
import type { ConversationSummary } from "../query/thread.ts";
import type { ConversationPages } from "./conversationPages.ts";
import { formatPins, type Pin } from "./pins.ts";
import type { ThreadList } from "./threadList.ts";

/** Requests the pinned conversations after each refresh of the list, over all time, in one request for each kind. */
export class PinnedConversations {
  #controller = new AbortController();
  /** What was last requested, and the pages of the refresh before. */
  #last: {
    readonly target: ProjectClient;
    readonly pages: ConversationPages | null;
    readonly pins: string;
  } | null = null;

  /** What is due, by key; null if nothing is, or if the request fails or another one replaces it. */
  async due(
    threads: Pick<ThreadList, "target" | "load" | "latestPages">,
    pins: readonly Pin[],
  ): Promise<ReadonlyMap<string, ConversationSummary> | null> {
    const { target, load, latestPages: pages } = threads;
    if (target === null || load.kind !== "shown") return null;
    const due = { target, pages, pins: JSON.stringify(formatPins(pins)) };
    const last = this.#last;
    if (last?.target === target && last.pages === pages && last.pins === due.pins) return null;
    // Also if it fails: the list changes often, and a failed request would be sent again each time.
    this.#last = due;
    this.#controller.abort();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    try {
      const found = await conversationsOf(pins, backgroundClient(target), signal);
      return signal.aborted || threads.target !== target ? null : found;
    } catch (error) {
      if (signal.aborted || error instanceof ServiceError) return null;
      throw error;
    }
  }
}

async function conversationsOf(pins: readonly Pin[], target: ProjectClient, signal: AbortSignal) {
  const found = new Map<string, ConversationSummary>();
  const requests = conversationKinds.map(async (kind) => {
    const threadIds = pins.flatMap(({ key }) => (key.kind === kind ? key.id : []));
    if (threadIds.length === 0) return;
    const rows = sourceOf({ kind }, target)?.list({ threadIds, limit: threadIds.length }, target, signal) ?? [];
    for await (const batch of rows) for (const thread of batch) found.set(keyText(thread), thread);
  });
  await Promise.all(requests);
  return found;
}
