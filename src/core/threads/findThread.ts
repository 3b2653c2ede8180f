import type { Target } from "../target.ts";
import type { Thread } from "./thread.ts";

/**
 * Looks for one thread in the whole project, over all time; null when the service lists none of this id, which on
 * its older table is so for one without a finished turn, too. Rejects as `ThreadService` does.
 */
export async function findThread(
  { service, project }: Target,
  id: string,
  signal: AbortSignal,
): Promise<Thread | null> {
  for await (const batch of service.queryThreads({ project, threadIds: [id], limit: 1 }, signal)) {
    const found = batch.find((thread) => thread.id === id);
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * The ids that a typed text may mean, the likeliest first; none for blanks. A JSON string is exactly its value, so that
 * ids with blanks or line ends can be typed; any other text is the id as it stands, or else without the blanks around it.
 */
export function candidateIds(text: string): readonly string[] {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  const exact = jsonString(trimmed);
  if (exact !== undefined) return exact === "" ? [] : [exact];
  return trimmed === text ? [text] : [text, trimmed];
}

function jsonString(text: string): string | undefined {
  if (!text.startsWith('"')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
