import { earliestFirst } from "../calls/failedCalls.ts";
import { firstBatch, readDocuments } from "../conversation/documentReader.ts";
import type { TurnDocuments } from "../conversation/protocol.ts";
import { mostDocumentBytes } from "../documents/documentText.ts";
import { isTooLong, ServiceError } from "../failures/fault.ts";
import { type ConversationSource, sourceOf } from "../port/conversationSource.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { Call, ExportedCall } from "../query/call.ts";
import type { ConversationKey } from "../query/conversationKey.ts";
import { callTable } from "./exportTables.ts";
import { exportText } from "./exportText.ts";

/** What an export lacks: documents of a call, which are too large or were deleted, further calls of a turn, or further turns. */
export interface MissingPart {
  readonly id: string;
  readonly lacks: "inputs and output" | "calls" | "turns";
}

const turnsAtOnce = 20;
/** Calls of a turn, and turns of an agent: the service's limit for spans. */
const mostCalls = 10_000;
/** Documents in memory: of calls whose size is not known, those of fewer. */
const requested = { calls: 100, unsized: 25, perRequest: 4_000_000, each: mostDocumentBytes };

/**
 * The calls of a conversation, or the spans of an agent, with their documents, turn by turn in order of start, as they
 * arrive: memory has the list of turns, and the documents of one request. What is missing is added to `missing`. Rejects
 * with a `ServiceError`, or the signal's reason.
 */
export async function* conversationCalls(
  key: ConversationKey,
  target: ProjectClient,
  missing: MissingPart[],
  signal: AbortSignal,
): AsyncGenerator<readonly ExportedCall[], void> {
  const source = sourceOf(key, target);
  if (source === undefined) return;
  const turns: Call[] = [];
  for await (const batch of source.turns(key.id, { sort: earliestFirst }, target, signal)) turns.push(...batch);
  if (source.kind === "agent" && turns.length >= mostCalls) missing.push({ id: key.id, lacks: "turns" });
  for (let start = 0; start < turns.length; start += turnsAtOnce)
    yield* callsOf(turns.slice(start, start + turnsAtOnce), source, target, missing, signal);
}

async function* callsOf(
  turns: readonly Call[],
  source: ConversationSource,
  target: ProjectClient,
  missing: MissingPart[],
  signal: AbortSignal,
): AsyncGenerator<readonly ExportedCall[], void> {
  const { byTurn, more } = await source.inside(turns, { limit: mostCalls }, target, signal);
  if (more && turns.length > 1) {
    const half = Math.ceil(turns.length / 2);
    yield* callsOf(turns.slice(0, half), source, target, missing, signal);
    return yield* callsOf(turns.slice(half), source, target, missing, signal);
  }
  if (more) missing.push(...turns.map(({ id }) => ({ id, lacks: "calls" }) as const));
  // Without the messages that it has of turns: here, they are spans like others.
  const documents = { documents: source.documents.bind(source) };
  for (let calls = turns.flatMap((turn) => byTurn.get(turn.id) ?? [turn]); calls.length > 0; ) {
    const batch = firstBatch(calls, requested);
    calls = calls.slice(batch.length);
    const read = new Map<string, TurnDocuments>();
    for await (const some of readDocuments(batch, requested, documents, target, signal)) {
      for (const one of some) {
        if (one.kind === "failed" && !isTooLong(one.fault)) throw new ServiceError(one.fault);
        if (one.kind === "shown") read.set(one.call.id, one.value);
        else missing.push({ id: one.call.id, lacks: "inputs and output" });
      }
    }
    yield batch.map((call) => {
      const { inputs = null, output = null } = read.get(call.id) ?? {};
      return { ...call, startMicroseconds: 0, endMicroseconds: 0, documents: { inputs, output } };
    });
  }
}

/**
 * A conversation as one JSON document, in chunks: the facts, its calls on a line each with the fields of exported calls,
 * and then what is missing.
 */
export async function* conversationText(
  batches: AsyncIterable<readonly ExportedCall[]>,
  facts: { readonly kind: string; readonly id: string; readonly project_id: string; readonly service: string },
  missing: readonly MissingPart[],
): AsyncGenerator<string, void> {
  yield `${JSON.stringify(facts).slice(0, -1)},"calls":`;
  yield* exportText(batches, callTable(["inputs", "output"]), "json");
  yield `,"complete":${missing.length === 0},"missing":${JSON.stringify(missing)}}\n`;
}
