import { earliestFirst } from "../calls/failedCalls.ts";
import { usageTotals } from "../calls/usage.ts";
import { readDocuments } from "../conversation/documentReader.ts";
import type { TurnDocuments } from "../conversation/protocol.ts";
import { mostDocumentBytes } from "../documents/documentText.ts";
import { isTooLong, ServiceError } from "../failures/fault.ts";
import { type ConversationSource, sourceOf } from "../port/conversationSource.ts";
import { readChat } from "../port/operations.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { Call } from "../query/call.ts";
import type { ChatMessage } from "../query/chatMessage.ts";
import type { ConversationKey } from "../query/conversationKey.ts";

/** A call of a conversation that is exported, or a span of an agent. */
export interface ConversationCall {
  readonly turn: Call;
  readonly call: Call;
  /** Null if the service does not send them, because they are too large. */
  readonly documents: TurnDocuments | null;
  /** The chat of an agent's turn, with its first call. */
  readonly chat: readonly ChatMessage[] | null;
}

/** What an export lacks, known at its end. */
export interface ConversationGaps {
  /** IDs of calls without inputs and output. */
  documents: string[];
  /** IDs of turns of which only the first calls were listed. */
  calls: string[];
  /** The conversation has more turns than were listed. */
  turns: boolean;
}

/** Turns whose calls are listed with one request. */
const turnsAtOnce = 20;
/** Calls of a turn, the service's limit for spans. */
const mostCalls = 10_000;
/** Documents in memory: of calls whose size is not known, those of fewer. */
const requested = { calls: 100, unsized: 25, perRequest: 4_000_000, each: mostDocumentBytes };

/**
 * The calls of a conversation with their documents, turn by turn in order of start, as they arrive: memory has the list of
 * turns, and the documents of one request. Rejects with a `ServiceError`, or the signal's reason.
 */
export async function* conversationCalls(
  key: ConversationKey,
  target: ProjectClient,
  gaps: ConversationGaps,
  signal: AbortSignal,
): AsyncGenerator<readonly ConversationCall[], void> {
  const source = sourceOf(key, target);
  if (source === undefined) return;
  const turns: Call[] = [];
  for await (const batch of source.turns(key.id, { sort: earliestFirst }, target, signal)) turns.push(...batch);
  gaps.turns = source.kind === "agent" && turns.length >= mostCalls;
  for (let start = 0; start < turns.length; start += turnsAtOnce)
    yield* callsOf(turns.slice(start, start + turnsAtOnce), source, target, gaps, signal);
}

async function* callsOf(
  turns: readonly Call[],
  source: ConversationSource,
  target: ProjectClient,
  gaps: ConversationGaps,
  signal: AbortSignal,
): AsyncGenerator<readonly ConversationCall[], void> {
  const { byTurn, more } = await source.inside(turns, { limit: mostCalls }, target, signal);
  if (more && turns.length > 1) {
    const half = Math.ceil(turns.length / 2);
    yield* callsOf(turns.slice(0, half), source, target, gaps, signal);
    return yield* callsOf(turns.slice(half), source, target, gaps, signal);
  }
  if (more) gaps.calls.push(...turns.map(({ id }) => id));
  const found = turns.flatMap((turn) => (byTurn.get(turn.id) ?? [turn]).map((call) => ({ turn, call })));
  const listed = [...new Map(found.map((each) => [each.call.id, each])).values()];
  const arrived = new Map<string, TurnDocuments | null>();
  let next = 0;
  // Without the messages that it has of turns: here, they are spans like others.
  const documents = { documents: source.documents.bind(source) };
  const calls = listed.map(({ call }) => call);
  for await (const batch of readDocuments(calls, requested, documents, target, signal)) {
    for (const one of batch) {
      if (one.kind === "failed" && !isTooLong(one.fault)) throw new ServiceError(one.fault);
      if (one.kind !== "shown") gaps.documents.push(one.call.id);
      arrived.set(one.call.id, one.kind === "shown" ? one.value : null);
    }
    const ready: ConversationCall[] = [];
    for (let each = listed[next]; each !== undefined && arrived.has(each.call.id); each = listed[++next]) {
      const { turn, call } = each;
      const isFirst = listed[next - 1]?.turn !== turn;
      const chat = isFirst && source.kind === "agent" ? await chatOf(turn, target, signal) : null;
      ready.push({ turn, call, documents: arrived.get(call.id) ?? null, chat });
      arrived.delete(call.id);
    }
    if (ready.length > 0) yield ready;
  }
}

async function chatOf(
  { traceId }: Call,
  { service, project }: ProjectClient,
  signal: AbortSignal,
): Promise<readonly ChatMessage[]> {
  const { turns } = await service.ask(readChat, { project, traceId }, signal);
  return turns.flatMap(({ messages }) => messages);
}

export interface ConversationFacts {
  readonly key: ConversationKey;
  readonly project: string;
  readonly service: string;
  /** Milliseconds since the epoch. */
  readonly exportedAt: number;
}

/**
 * A conversation as one JSON document, in chunks: its facts, its turns, each with its calls on a line each, and then when
 * it started and ended, and what is missing. Names are the service's.
 */
export async function* conversationText(
  rows: AsyncIterable<readonly ConversationCall[]>,
  { key, project, service, exportedAt }: ConversationFacts,
  gaps: ConversationGaps,
): AsyncGenerator<string, void> {
  const { kind, id } = key;
  const facts = { kind, id, project_id: project, service, exported_at: new Date(exportedAt).toISOString() };
  yield `${JSON.stringify(facts).slice(0, -1)},"turns":[`;
  const times: { started: number | null; ended: number | null } = { started: null, ended: null };
  let open: Call | null = null;
  for await (const batch of rows) {
    for (const { turn, call, documents, chat } of batch) {
      const isNext = turn !== open;
      if (isNext) {
        const head = { ...callRecord(turn), ...(chat && { messages: chat.map(chatRecord) }) };
        yield `${open === null ? "\n" : "\n]},\n"}${JSON.stringify(head).slice(0, -1)},"calls":[\n`;
        times.started = Math.min(times.started ?? turn.startedAt, turn.startedAt);
        times.ended = Math.max(times.ended ?? 0, turn.endedAt ?? turn.startedAt);
        open = turn;
      }
      const { inputs = null, output = null } = documents ?? {};
      yield `${isNext ? "" : ",\n"}${JSON.stringify({ ...callRecord(call), inputs, output })}`;
    }
  }
  const stamp = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  const missing = { turns: gaps.turns, calls_of_turns: gaps.calls, inputs_and_output_of: gaps.documents };
  const end = { started_at: stamp(times.started), ended_at: stamp(times.ended), complete: isComplete(gaps) };
  const rest = JSON.stringify(isComplete(gaps) ? end : { ...end, missing });
  yield `${open === null ? "" : "\n]}\n"}],${rest.slice(1)}\n`;
}

export function isComplete({ turns, calls, documents }: ConversationGaps): boolean {
  return !turns && calls.length === 0 && documents.length === 0;
}

function chatRecord({ kind, spanId, agent, ...said }: ChatMessage): object {
  return { type: kind, span_id: spanId, agent_name: agent, ...said };
}

function callRecord(call: Call) {
  const { startedAt, endedAt } = call;
  return {
    id: call.id,
    op_name: call.op,
    display_name: call.displayName,
    trace_id: call.traceId,
    turn_id: call.turnId,
    parent_id: call.parentId,
    started_at: new Date(startedAt).toISOString(),
    ended_at: endedAt === null ? null : new Date(endedAt).toISOString(),
    status: call.status,
    exception: call.exception,
    total_tokens: usageTotals([call]).tokens,
  };
}
