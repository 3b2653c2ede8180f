import { callById } from "../calls/callById.ts";
import { earliestFirst } from "../calls/failedCalls.ts";
import { readDocuments } from "../conversation/documentReader.ts";
import type { TurnDocuments } from "../conversation/protocol.ts";
import { spokenTurn } from "../conversation/spokenTurn.ts";
import { comparedTurn } from "../conversation/transcript/compared.ts";
import { normalizedJson } from "../conversation/transcript/normalized.ts";
import type { TranscriptTurn, WholeTurn } from "../conversation/transcript/transcript.ts";
import { loadedSteps, turnSteps } from "../conversation/turnSteps.ts";
import { ServiceError } from "../failures/fault.ts";
import { type ConversationSource, sourceOf, turnsOf } from "../port/conversationSource.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import { type Call, opName } from "../query/call.ts";
import type { ConversationKey } from "../query/conversationKey.ts";
import { mostIds } from "../query/threadQuery.ts";
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
  const requested = { sort: earliestFirst, limit: bounds.turns + 1 };
  for await (const batch of turnsOf(key, requested, target, signal)) listed.push(...batch);
  const calls = listed.slice(0, bounds.turns);
  const source = sourceOf(key, target);
  const onRead = (read: number) => report(read, calls.length);
  const { turns, read } = await readTurns(calls, bounds.bytes, source, target, signal, onRead);
  return { turns, leftOut: calls.length - read, more: listed.length > bounds.turns };
}

/** Maximum number of calls inside so many turns. */
const mostCalls = 10_000;
/** Maximum stored bytes of their arguments and results. */
const mostStepBytes = 20_000_000;

/**
 * The turns with the steps inside them; the documents of tool calls, and of the model calls that say what a turn without
 * messages does, up to a bound.
 */
export async function withSteps(
  key: ConversationKey | null,
  turns: readonly TranscriptTurn[],
  target: ProjectClient,
  signal: AbortSignal,
): Promise<readonly WholeTurn[]> {
  const source = sourceOf(key, target);
  const inside = new Map<string, readonly Call[]>();
  for (let start = 0; start < turns.length; start += mostIds) {
    const some = turns.slice(start, start + mostIds).map(({ call }) => call);
    const found = await source?.inside(some, { limit: mostCalls }, target, signal);
    for (const [turnId, calls] of found?.byTurn ?? []) inside.set(turnId, calls);
  }
  const whole = turns.map((turn) => ({ ...turn, steps: turnSteps(inside.get(turn.call.id) ?? [], turn.call.id) }));
  const requested = whole.flatMap((turn) => {
    const { missing } = spokenTurn({ ...turn, steps: loadedSteps(turn.steps) });
    return turn.steps.filter(({ kind, call }) => kind === "tool" || missing.includes(call.id)).map(({ call }) => call);
  });
  const read = await readTurns(requested, mostStepBytes, source, target, signal);
  const documents = new Map(read.turns.map((turn) => [turn.call.id, turn.documents]));
  return whole.map(({ steps, ...turn }) => ({
    ...turn,
    steps: steps.map((step) => ({ ...step, documents: documents.get(step.call.id) ?? null })),
  }));
}

/**
 * Inputs and outputs of calls, in order, up to so many bytes; those that no longer exist are omitted. `read` is how many
 * calls these were, and is reported as it grows.
 */
async function readTurns(
  calls: readonly Call[],
  together: number,
  source: ConversationSource | undefined,
  target: ProjectClient,
  signal: AbortSignal,
  report: (read: number) => void = () => undefined,
): Promise<{ readonly turns: readonly TranscriptTurn[]; readonly read: number }> {
  const found = new Map<Call, TurnDocuments>();
  const requested = { calls: 100, perRequest: 4_000_000, together, each: mostDocumentBytes };
  let read = 0;
  for await (const batch of readDocuments(calls, requested, source, target, signal)) {
    for (const one of batch) {
      if (one.kind === "failed") throw new ServiceError(one.fault);
      if (one.kind === "shown") found.set(one.call, one.value);
    }
    read += batch.length;
    report(read);
  }
  const turns = calls.flatMap((call) => {
    const documents = found.get(call);
    return documents ? [{ call, documents }] : [];
  });
  return { turns, read };
}

/** With the steps of turns without messages only. Rejects with a `ServiceError`, or the signal's reason. */
export async function withMessages(
  key: ConversationKey | null,
  turns: readonly TranscriptTurn[],
  target: ProjectClient,
  signal: AbortSignal,
): Promise<readonly WholeTurn[]> {
  const whole = turns.map((turn) => ({ ...turn, steps: [] }));
  const silent = whole.filter((turn) => spokenTurn(turn).isSilent);
  if (silent.length === 0) return whole;
  const read = new Map((await withSteps(key, silent, target, signal)).map((turn) => [turn.call.id, turn]));
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
  const [whole] = turn === undefined ? [] : await withMessages(turn.call.conversation, [turn], target, signal);
  return whole === undefined ? null : comparedTurn(whole, formats);
}

/** A call as JSON with sorted keys, without times and usage; null if the call does not exist. */
export async function callText(callId: string, target: ProjectClient, signal: AbortSignal): Promise<string | null> {
  const read = await readOne(callId, target, signal);
  if (read === undefined) return null;
  const {
    call,
    documents: { inputs, output },
  } = read;
  const exception = call.exception === null ? null : exceptionDocument(call.exception).trimEnd().split("\n");
  return `${normalizedJson({ op: opName(call.op), status: call.status, exception, inputs, output })}\n`;
}

/**
 * A call with its inputs and output; undefined if it does not exist. `within` is its conversation if it is known: many
 * spans do not tell theirs.
 */
export async function readOne(
  callId: string,
  target: ProjectClient,
  signal: AbortSignal,
  within: ConversationKey | null = null,
): Promise<TranscriptTurn | undefined> {
  const call = await callById(callId, target, signal);
  if (call === undefined) return undefined;
  const source = sourceOf(call.conversation ?? within, target);
  return (await readTurns([call], mostDocumentBytes, source, target, signal)).turns[0];
}
