import type { ConversationSource } from "../port/conversationSource.ts";
import { listAgentTurns, listSpans, queryCallPlaces, queryFeedback } from "../port/operations.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { ConversationKind } from "../query/conversationKey.ts";
import { type Feedback, thumbsDown } from "../query/feedback.ts";
import { mostIds } from "../query/threadQuery.ts";
import { isList } from "../text/json.ts";

/**
 * The IDs of the conversations of a kind with thumbs down on themselves, a turn or a call: of the latest 1,000 of the
 * project. Rejects as `Service` does.
 */
export async function withThumbsDown(
  kind: ConversationKind,
  { service, project }: ProjectClient,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const all = await service.ask(queryFeedback, { project, negativeOf: kind, limit: mostIds }, signal);
  const found = all.filter((each) => (each.target.kind === "call") === (kind === "thread") && isThumbsDown(each));
  const ids = new Set<string>();
  const take = (id: string | undefined) => {
    if (id) ids.add(id);
  };
  const left = found.filter(({ target, conversationId }) => {
    const known = target.kind === "agent_conversation" ? target.id : conversationId;
    if (known !== null) take(known);
    return known === null;
  });
  const of = (target: Feedback["target"]["kind"]) => [
    ...new Set(left.flatMap((each) => (each.target.kind === target ? each.target.id : []))),
  ];
  const [callIds, traceIds, spanIds] = [of("call"), of("agent_turn"), of("agent_span")];
  if (callIds.length > 0)
    for await (const batch of service.rows(queryCallPlaces, { project, filter: { callIds }, limit: mostIds }, signal))
      for (const { conversation } of batch) take(conversation?.id);
  if (traceIds.length > 0) {
    const query = { project, traceIds, latestFirst: true, limit: mostIds };
    for (const { conversation } of await service.ask(listAgentTurns, query, signal)) take(conversation?.id);
  }
  if (spanIds.length > 0) {
    const { spans } = await service.ask(listSpans, { project, spanIds, limit: mostIds, details: false }, signal);
    for (const { call } of spans) take(call.conversation?.id);
  }
  return [...ids].slice(0, mostIds);
}

/** The same source, with only the conversations that have a thumbs down. */
export function onlyThumbsDown(source: ConversationSource): ConversationSource {
  return {
    ...source,
    async *list({ threadIds = [], ...requested }, target, signal) {
      const wanted = new Set(threadIds);
      const found = await source.withThumbsDown(target, signal);
      const ids = found.filter((id) => wanted.size === 0 || wanted.has(id));
      if (ids.length > 0) yield* source.list({ ...requested, threadIds: ids }, target, signal);
    },
  };
}

/** The service stores a reaction also without its skin tone, which the query is about. */
function isThumbsDown({ kind, value }: Feedback): boolean {
  return kind === "reaction" || (kind === "tags" && isList(value) && value.some((tag) => isDown(tag)));
}

function isDown(tag: unknown): boolean {
  return typeof tag === "string" && tag.startsWith(thumbsDown);
}
