import * as l10n from "@vscode/l10n";
import { firstRow } from "../async/firstRow.ts";
import { sourceOf } from "../port/conversationSource.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import { type ConversationKey, isSameConversation } from "../query/conversationKey.ts";
import type { ConversationSummary } from "../query/thread.ts";
import { jsonIn } from "../text/json.ts";
import { namedText, plainText } from "../text/visibleText.ts";

/**
 * Finds one thread in the whole project, over all time; null if the service does not list it. Its older
 * table also omits threads without a finished turn. Rejects as `ThreadService` does.
 */
export async function findThread(
  target: ProjectClient,
  key: ConversationKey,
  signal: AbortSignal,
): Promise<ConversationSummary | null> {
  for await (const batch of sourceOf(key, target)?.list({ threadIds: [key.id], limit: 1 }, target, signal) ?? []) {
    const found = batch.find((thread) => isSameConversation(thread, key));
    if (found !== undefined) return found;
  }
  return null;
}

/** The message for a missing thread, with a possible reason. */
export function notFoundText(id: string, { project }: Pick<ProjectClient, "project">): string {
  const [name, place] = [namedText(id), plainText(project)];
  return l10n.t("Thread {0} not found in {1}. A thread may appear only after its first finished turn.", name, place);
}

/** The same for a typed ID, and how to type it exactly. */
export function missingTypedText(id: string, target: Pick<ProjectClient, "project">): string {
  const exact = l10n.t("Enclose an ID with leading or trailing spaces or new lines in JSON quotes.");
  return `${notFoundText(id, target)} ${exact}`;
}

/**
 * The IDs that the typed text may mean, most likely first; none for only spaces. A JSON string is exactly its value, so
 * IDs with spaces or line ends can be typed; any other text is the ID as it stands, otherwise trimmed.
 */
export function candidateIds(text: string): readonly string[] {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  const exact = jsonIn(trimmed);
  if (typeof exact === "string") return exact === "" ? [] : [exact];
  return trimmed === text ? [text] : [text, trimmed];
}

/** Whether the project has any conversation. */
export async function hasThreads(target: ProjectClient, signal: AbortSignal): Promise<boolean> {
  for (const source of target.sources)
    if ((await firstRow(source.list({ limit: 1 }, target, signal))) !== undefined) return true;
  return false;
}
