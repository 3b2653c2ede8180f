import { type Call, opName } from "../calls/call.ts";
import { callById } from "../calls/callQueries.ts";
import { earliestFirst } from "../calls/failedCalls.ts";
import type { TurnDocuments } from "../conversation/protocol.ts";
import { spokenTurn } from "../conversation/spokenTurn.ts";
import { comparedTurn } from "../conversation/transcript/compared.ts";
import { normalizedJson } from "../conversation/transcript/normalized.ts";
import type { TranscriptTurn, WholeTurn } from "../conversation/transcript/transcript.ts";
import { loadedSteps, turnSteps } from "../conversation/turnSteps.ts";
import type { ConversationKey } from "../conversations/conversationKey.ts";
import { turnsOf } from "../conversations/conversationSource.ts";
import type { CallFilter } from "../counts/callQuery.ts";
import { jsonSize } from "../json.ts";
import { queryCallDocuments, queryCalls } from "../operations.ts";
import type { ProjectClient } from "../projectClient.ts";
import type { Formats } from "../text/format.ts";
import { exceptionDocument, mostDocumentBytes } from "./documentText.ts";

export interface ThreadBounds {
  readonly turns: number;
  /** Of inputs and outputs as JSON. */
  readonly bytes: number;
}

export const threadBounds: ThreadBounds = { turns: 2000, bytes: 50_000_000 };

/** The turns of a thread in order of their start, up to a bound. */
export interface ReadThread {
  readonly turns: readonly TranscriptTurn[];
  /** Later turns that were omitted; `more` if there are others beyond those. */
  readonly leftOut: number;
  readonly more: boolean;
}

/** Calls per request for documents, and their total stored bytes. */
const batchBounds: ThreadBounds = { turns: 100, bytes: 4_000_000 };

/**
 * Loads a thread's turns and their documents in batches; `report` receives the loaded and total number of turns. Rejects
 * with a `ServiceError`, or the signal's reason.
 */
export async function readThread(
  key: ConversationKey,
  target: ProjectClient,
  options: { readonly bounds?: ThreadBounds; readonly report: (done: number, all: number) => void },
  signal: AbortSignal,
): Promise<ReadThread> {
  const { bounds = threadBounds, report } = options;
  const listed: Call[] = [];
  const asked = { sort: earliestFirst, limit: bounds.turns + 1 };
  for await (const batch of turnsOf(key, asked, target, signal)) listed.push(...batch);
  const calls = listed.slice(0, bounds.turns);
  const turns: TranscriptTurn[] = [];
  let bytes = 0;
  let next = 0;
  while (next < calls.length && bytes <= bounds.bytes) {
    const batch = firstBatch(calls.slice(next), bounds.bytes - bytes);
    if (batch.length === 0) break;
    const read = await readTurns(batch, target, signal);
    for (const { documents } of read) bytes += jsonSize([documents.inputs, documents.output]);
    turns.push(...read);
    next += batch.length;
    report(next, calls.length);
  }
  return { turns, leftOut: calls.length - next, more: listed.length > bounds.turns };
}

/** Maximum number of calls of a thread whose steps are written. */
const mostCalls = 10_000;
/** Maximum stored bytes of their arguments and results. */
const mostStepBytes = 20_000_000;

/**
 * The turns with the steps inside them; the documents of tool calls, and of the model calls that say what a turn without
 * messages does, up to a bound. `filter` selects their calls.
 */
export async function withSteps(
  filter: Pick<CallFilter, "threadIds" | "turnIds">,
  turns: readonly TranscriptTurn[],
  target: ProjectClient,
  signal: AbortSignal,
): Promise<readonly WholeTurn[]> {
  const { service, project } = target;
  const calls: Call[] = [];
  const sort = [{ field: "started_at", direction: "asc" }] as const;
  const query = { project, filter, sort, limit: mostCalls };
  for await (const batch of service.rows(queryCalls, query, signal)) calls.push(...batch);
  const inTurn = Map.groupBy(calls, ({ turnId }) => turnId);
  const whole = turns.map((turn) => ({ ...turn, steps: turnSteps(inTurn.get(turn.call.id) ?? [], turn.call.id) }));
  const asked = whole.flatMap((turn) => {
    const { missing } = spokenTurn({ ...turn, steps: loadedSteps(turn.steps) });
    return turn.steps.filter(({ kind, call }) => kind === "tool" || missing.includes(call.id)).map(({ call }) => call);
  });
  const documents = new Map<string, TurnDocuments>();
  let [next, left] = [0, mostStepBytes];
  for (let batch = firstBatch(asked, left); batch.length > 0; batch = firstBatch(asked.slice(next), left)) {
    for (const read of await readTurns(batch, target, signal)) {
      documents.set(read.call.id, read.documents);
      left -= jsonSize([read.documents.inputs, read.documents.output]);
    }
    next += batch.length;
  }
  return whole.map(({ steps, ...turn }) => ({
    ...turn,
    steps: steps.map((step) => ({ ...step, documents: documents.get(step.call.id) ?? null })),
  }));
}

/** Inputs and outputs of turns, in order; turns that no longer exist are omitted. */
async function readTurns(
  calls: readonly Call[],
  { service, project }: ProjectClient,
  signal: AbortSignal,
): Promise<readonly TranscriptTurn[]> {
  const found = new Map<string, TurnDocuments>();
  const callIds = calls.map(({ id }) => id);
  const asked = { project, callIds, documents: ["inputs", "output"], mostBytes: mostDocumentBytes } as const;
  for await (const batch of service.rows(queryCallDocuments, asked, signal)) {
    for (const { id, documents } of batch) {
      found.set(id, { inputs: documents.inputs ?? null, output: documents.output ?? null });
    }
  }
  return calls.flatMap((call) => {
    const documents = found.get(call.id);
    return documents ? [{ call, documents }] : [];
  });
}

/** The first calls that fit into one request; none if the first exceeds the remaining bytes. */
function firstBatch(calls: readonly Call[], bytesLeft: number): readonly Call[] {
  const first = calls[0]?.storedBytes ?? 0;
  if (first > bytesLeft) return [];
  const most = Math.min(batchBounds.bytes, bytesLeft);
  let bytes = 0;
  const end = calls.findIndex(({ storedBytes }, index) => {
    bytes += storedBytes ?? 0;
    return index === batchBounds.turns || (index > 0 && bytes > most);
  });
  return end === -1 ? calls : calls.slice(0, end);
}

/** With the steps of turns without messages only. Rejects with a `ServiceError`, or the signal's reason. */
export async function withMessages(
  turns: readonly TranscriptTurn[],
  target: ProjectClient,
  signal: AbortSignal,
): Promise<readonly WholeTurn[]> {
  const whole = turns.map((turn) => ({ ...turn, steps: [] }));
  const silent = whole.filter((turn) => spokenTurn(turn).isSilent);
  if (silent.length === 0) return whole;
  const turnIds = silent.map(({ call }) => call.id);
  const read = new Map((await withSteps({ turnIds }, silent, target, signal)).map((turn) => [turn.call.id, turn]));
  return whole.map((turn) => read.get(turn.call.id) ?? turn);
}

/** A turn as text in which only meaningful differences show; null if the turn does not exist. */
export async function turnText(
  callId: string,
  target: ProjectClient,
  formats: Formats,
  signal: AbortSignal,
): Promise<string | null> {
  const turn = await readOne(callId, target, signal);
  const [whole] = turn === undefined ? [] : await withMessages([turn], target, signal);
  return whole === undefined ? null : comparedTurn(whole, formats);
}

/** A call as JSON with sorted keys, without times and usage; null if the call does not exist. */
export async function callText(callId: string, target: ProjectClient, signal: AbortSignal): Promise<string | null> {
  const read = await readOne(callId, target, signal);
  if (read === undefined) return null;
  const { call, documents } = read;
  const exception = call.exception === null ? null : exceptionDocument(call.exception).trimEnd().split("\n");
  return `${normalizedJson({ op: opName(call.op), status: call.status, exception, ...documents })}\n`;
}

/** A call with its inputs and output; undefined if it does not exist. */
export async function readOne(
  callId: string,
  target: ProjectClient,
  signal: AbortSignal,
): Promise<TranscriptTurn | undefined> {
  const call = await callById(callId, target, signal);
  return call && (await readTurns([call], target, signal))[0];
}
