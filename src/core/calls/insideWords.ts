import { queryExportedCalls } from "../port/operations.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import { isTurn } from "../query/call.ts";
import { isModelCall } from "./modelCall.ts";

/** Calls inside the turns of one request, in order of start. */
const mostInside = 500;

/**
 * The first words, as `firstWords` gives them, of the first model call inside each turn, for turns whose own inputs have no
 * messages, as those of OpenTelemetry. One request; turns without such a call are not in the result. Rejects with a
 * `ServiceError`, or the signal's reason.
 */
export async function insideWords(
  turnIds: readonly string[],
  { service, project }: ProjectClient,
  [most, which]: readonly [most: number, which: "first" | "last"],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const words = new Map<string, string>();
  if (turnIds.length === 0) return words;
  const { firstWords } = await import("../messages/firstWords.ts");
  const query = {
    project,
    filter: { turnIds },
    documents: ["inputs"] as const,
    sort: [{ field: "started_at", direction: "asc" }] as const,
    limit: mostInside,
  };
  for await (const batch of service.rows(queryExportedCalls, query, signal)) {
    for (const call of batch) {
      const { turnId, documents } = call;
      if (turnId === null || isTurn(call) || words.has(turnId) || !isModelCall(call)) continue;
      const text = firstWords(documents.inputs ?? null, most, which);
      if (text !== "") words.set(turnId, text);
    }
  }
  return words;
}
