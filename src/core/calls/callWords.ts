import { sourceOf } from "../port/conversationSource.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { Call } from "../query/call.ts";
import { isTurn } from "../query/call.ts";
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
  const [{ firstWords, spokenWords }, { readDocuments }] = await Promise.all([
    import("../messages/firstWords.ts"),
    import("../conversation/documentReader.ts"),
  ]);
  const requested = { what: ["inputs"], calls: calls.length } as const;
  const source = sourceOf(calls[0]?.conversation ?? null, target);
  for await (const read of readDocuments(calls, requested, source, target, signal)) {
    for (const one of read) {
      if (one.kind !== "shown") continue;
      const { inputs, content } = one.value;
      const text = content === undefined ? firstWords(inputs, mostCharacters) : spokenWords(content, mostCharacters);
      words.set(one.call.id, text);
    }
    show();
  }
  if (source?.messages !== undefined) return;
  const empty = calls.filter((call) => isTurn(call) && words.get(call.id) === "").map(({ id }) => id);
  const inside = await insideWords(empty, target, [mostCharacters, "last"], signal);
  for (const [id, text] of inside) words.set(id, text);
  if (inside.size > 0) show();
}
