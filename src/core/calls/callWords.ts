import { ServiceError } from "../failures/fault.ts";
import { queryCallDocuments } from "../operations.ts";
import type { ProjectClient } from "../projectClient.ts";
import type { Call } from "./call.ts";
import { isTurn } from "./call.ts";
import { insideWords } from "./insideWords.ts";

/** The text of a call that stores more bytes than this is not requested. An unknown size counts as this many. */
const mostStored = 64 * 1024;
/** Maximum total bytes of calls whose text is requested: whole inputs are transferred for a few words each. */
const mostStoredTogether = 512 * 1024;
/** Maximum characters of a call's first words, for a tooltip; the row shows fewer. */
const mostCharacters = 300;

/** The calls whose text is requested: the first ones, while they are small in total. */
export function smallCalls(calls: readonly Call[]): readonly Call[] {
  const small: Call[] = [];
  let left = mostStoredTogether;
  for (const call of calls) {
    const bytes = call.storedBytes ?? mostStored;
    if (bytes > mostStored) continue;
    left -= bytes;
    if (left < 0) break;
    small.push(call);
  }
  return small;
}

/**
 * Adds the first words of the inputs of calls as they arrive, empty if there are none. Rejects with a `ServiceError`, or
 * the signal's reason.
 */
export async function loadWords(
  calls: readonly Call[],
  words: Map<string, string>,
  { target, show }: { readonly target: ProjectClient; readonly show: () => void },
  signal: AbortSignal,
): Promise<void> {
  // The message reader is a large part of the bundle: it is loaded when the first row is expanded.
  const { firstWords } = await import("../conversation/messages/firstWords.ts");
  const { service, project } = target;
  const query = { project, callIds: calls.map(({ id }) => id), documents: ["inputs"] as const };
  try {
    for await (const batch of service.rows(queryCallDocuments, query, signal)) {
      for (const { id, documents } of batch) words.set(id, firstWords(documents.inputs ?? null, mostCharacters));
      show();
    }
    const empty = calls.filter((call) => isTurn(call) && words.get(call.id) === "").map(({ id }) => id);
    const inside = await insideWords(empty, target, [mostCharacters, "last"], signal);
    for (const [id, text] of inside) words.set(id, text);
    if (inside.size > 0) show();
  } catch (error) {
    // A call larger than the client's limit ends the response: the remaining calls are named after their ops.
    const hasUnknown = calls.some(({ storedBytes }) => storedBytes === null);
    if (!(hasUnknown && error instanceof ServiceError && error.fault.kind === "malformed")) throw error;
  }
}
