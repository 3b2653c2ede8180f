import { Semaphore } from "../async/semaphore.ts";
import type { TurnContent } from "../messages/message.ts";
import type { InsideCalls, RequestedInside } from "../port/conversationSource.ts";
import { listSpans, readChat } from "../port/operations.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { AgentSpan, SpansQuery } from "../query/agentQueries.ts";
import type { Call, CallDocuments } from "../query/call.ts";
import type { CallDocumentsQuery } from "../query/callQueries.ts";
import type { Chat, ChatTurn } from "../query/chatMessage.ts";
import type { ConversationSummary } from "../query/thread.ts";
import { agentContent } from "./agentContent.ts";

// Loaded when a conversation is first opened or labeled.

/** The service's limits for turns and spans of a request. */
const mostTurns = 50;
const mostSpans = 10_000;
const mostRequests = 2;
/** Spans whose details a page of turns asks for. */
const mostDetails = 100;
/** So many turns are read from the latest on; fewer, one by one, unless they are among the latest. */
const many = 20;

/** The spans in turns, each with its turn as the outermost call: its root, or what stands for one that has none yet. */
export async function spansIn(
  turns: readonly Call[],
  { limit = mostSpans }: RequestedInside,
  { service, project }: ProjectClient,
  signal: AbortSignal,
): Promise<InsideCalls> {
  const query = { project, traceIds: turns.map(({ traceId }) => traceId), limit, details: false };
  const { spans, total } = await service.ask(listSpans, query, signal);
  const byTrace = Map.groupBy(
    spans.map(({ call }) => call),
    ({ traceId }) => traceId,
  );
  const byTurn = new Map(turns.map((turn) => [turn.id, [turn, ...within(turn, byTrace.get(turn.traceId) ?? [])]]));
  return { byTurn, more: total > spans.length };
}

/** The spans of a turn without its root, whose place the turn has. */
function within(turn: Call, spans: readonly Call[]): readonly Call[] {
  const known = new Set(spans.map(({ id }) => id));
  const tops = spans.filter(({ parentId }) => parentId === null || !known.has(parentId));
  const [root, ...others] = tops.filter(({ parentId }) => parentId === null);
  const rootId = root !== undefined && others.length === 0 ? root.id : null;
  const isTop = ({ parentId }: Call) => parentId === null || parentId === rootId || !known.has(parentId);
  return spans
    .filter(({ id }) => id !== rootId)
    .map((span) => ({ ...span, conversation: turn.conversation, ...(isTop(span) && { parentId: turn.id }) }));
}

/** The documents of spans; of a turn, those of its root. */
export async function* spanDocuments(
  { callIds, documents: requested }: Omit<CallDocumentsQuery, "project">,
  target: ProjectClient,
  signal: AbortSignal,
): AsyncGenerator<readonly CallDocuments[], void> {
  const documentsOf = (id: string, { documents }: AgentSpan) => {
    return { id, documents: Object.fromEntries(requested.map((name) => [name, documents[name]])) };
  };
  const spans = await spansOf({ spanIds: callIds, limit: callIds.length, details: true }, target, signal);
  yield spans.map((span) => documentsOf(span.call.id, span));
  const known = new Set(spans.map(({ call }) => call.id));
  for (const id of callIds.filter((each) => !known.has(each))) {
    const [root] = rootsOf(await spansOf({ traceIds: [id], limit: mostSpans, details: true }, target, signal));
    if (root !== undefined) yield [documentsOf(id, root)];
  }
}

/** A span, or the turn of a trace; undefined if the service has neither. Rejects like `Service`. */
export async function spanById(id: string, target: ProjectClient, signal: AbortSignal): Promise<Call | undefined> {
  const [span] = await spansOf({ spanIds: [id], limit: 1, details: false }, target, signal);
  if (span !== undefined) return span.call;
  const spans = await spansOf({ traceIds: [id], limit: mostSpans, details: false }, target, signal);
  const [root] = rootsOf(spans);
  const conversation = spans.find(({ call }) => call.conversation !== null)?.call.conversation ?? null;
  return root && { ...root.call, id, turnId: id, parentId: null, conversation };
}

/** None if the service lacks the Agents API. */
async function spansOf(
  query: Omit<SpansQuery, "project">,
  { service, project, agentRoute }: ProjectClient,
  signal: AbortSignal,
): Promise<readonly AgentSpan[]> {
  const found = await agentRoute.askIfThere(() => service.ask(listSpans, { project, ...query }, signal), signal);
  return found?.spans ?? [];
}

/** The spans of a trace that no other one contains, those without a parent first. */
function rootsOf(spans: readonly AgentSpan[]): readonly AgentSpan[] {
  const known = new Set(spans.map(({ call }) => call.id));
  const roots = spans.filter(({ call: { parentId } }) => parentId === null || !known.has(parentId));
  return roots.toSorted((a, b) => Number(a.call.parentId !== null) - Number(b.call.parentId !== null));
}

/** What turns say. Of a call that is none, nothing: its documents are read instead. */
export async function chatOf(
  calls: readonly Pick<Call, "id" | "conversation" | "turnId">[],
  target: ProjectClient,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TurnContent>> {
  const turns = calls.filter(({ id, turnId }) => id === turnId);
  if (turns.length === 0) return new Map();
  const { service, project } = target;
  const traceIds = turns.map(({ id }) => id);
  const [chats, { spans }] = await Promise.all([
    readTurns(turns, target, signal),
    service.ask(listSpans, { project, traceIds, limit: mostSpans, details: false }, signal),
  ]);
  const byTrace = Map.groupBy(
    spans.map(({ call }) => call),
    ({ traceId }) => traceId,
  );
  const denied = await deniedTools(chats, target, signal);
  return new Map(
    chats.map(({ traceId, messages }) => [traceId, agentContent(messages, byTrace.get(traceId) ?? [], denied)]),
  );
}

/** The spans of tools that the user did not permit. What programs record of it is in the details of spans only. */
async function deniedTools(
  turns: readonly ChatTurn[],
  target: ProjectClient,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const withoutResult = turns
    .flatMap(({ messages }) => messages)
    .flatMap((each) => (each.kind === "tool" && (each.failure !== null || !each.result) ? (each.spanId ?? []) : []))
    .slice(-mostDetails);
  if (withoutResult.length === 0) return new Set();
  const spans = await spansOf({ spanIds: withoutResult, limit: mostDetails, details: true }, target, signal);
  return new Set(spans.flatMap(({ call, isDenied }) => (isDenied ? call.id : [])));
}

async function readTurns(
  turns: readonly Pick<Call, "id" | "conversation">[],
  { service, project }: ProjectClient,
  signal: AbortSignal,
): Promise<readonly ChatTurn[]> {
  const missing = new Set(turns.map(({ id }) => id));
  const found: ChatTurn[] = [];
  const take = ({ turns: read }: Chat) => {
    const wanted = read.filter(({ traceId }) => missing.delete(traceId));
    found.push(...wanted);
    return wanted.length;
  };
  const conversationId = turns[0]?.conversation?.id;
  if (turns.length > 1 && conversationId !== undefined) {
    const limit = Math.min(turns.length, mostTurns);
    for (let offset = 0; missing.size > 0; ) {
      const page = await service.ask(readChat, { project, conversationId, limit, offset }, signal);
      // New turns move the others on: some come twice, none is passed over.
      offset += page.turns.length;
      if ((take(page) === 0 && turns.length < many) || !page.hasMore || page.turns.length === 0) break;
    }
  }
  const semaphore = new Semaphore(mostRequests);
  const rest = [...missing].map((traceId) =>
    semaphore.run(() => service.ask(readChat, { project, traceId }, signal), signal),
  );
  for (const page of await Promise.all(rest)) take(page);
  return found;
}

/** The first user message of a conversation whose list row has none; empty if it has none. */
export async function openingMessage(
  { id: conversationId, turnCount }: ConversationSummary,
  { service, project }: ProjectClient,
  signal: AbortSignal,
): Promise<string> {
  const query = { project, conversationId, limit: 1, offset: Math.max(0, turnCount - 1) };
  const { turns } = await service.ask(readChat, query, signal);
  const first = turns[0]?.messages.find(({ kind }) => kind === "user");
  return first?.kind === "user" ? first.text : "";
}
