import type { IncomingMessage, ServerResponse } from "node:http";
import type * as z from "../../zod.ts";
import { chatOfConversation, chatOfTrace } from "../agents/chat.ts";
import { attributesSchema, searchMessages } from "../agents/search.ts";
import * as agents from "../agents/spanRequest.ts";
import { querySpans } from "../agents/spans.ts";
import { feedbackBody, feedbackQuery, purgeBody } from "../feedback/feedbackBody.ts";
import { purgeFeedback, selectFeedback, storeFeedback } from "../feedback/feedbackStore.ts";
import { callStats } from "../query/callStats.ts";
import { selectCalls } from "../query/calls.ts";
import type { CallDatabase } from "../query/database.ts";
import { selectThreads } from "../query/threads.ts";
import { callStatsBody, callsBody, threadsBody } from "./bodySchema.ts";
import { readBody } from "./requestBody.ts";
import { sendJson, sendLines } from "./response.ts";

/** Answers a request; `keyOf` is the number of a project in rows, and throws for one that is refused. */
type Read = (
  request: IncomingMessage,
  response: ServerResponse,
  database: CallDatabase,
  keyOf: (project: string) => number,
) => Promise<void>;

type OfProject = { readonly project_id: string };

function json<Body extends OfProject>(
  schema: z.ZodType<Body>,
  answer: (database: CallDatabase, projectKey: number, body: Body) => object,
): Read {
  return async (request, response, database, keyOf) => {
    const body = await readBody(request, schema);
    sendJson(response, 200, answer(database, keyOf(body.project_id), body));
  };
}

function lines<Body extends OfProject>(
  schema: z.ZodType<Body>,
  records: (database: CallDatabase, projectKey: number, body: Body) => Iterable<object>,
): Read {
  return async (request, response, database, keyOf) => {
    const body = await readBody(request, schema);
    await sendLines(response, records(database, keyOf(body.project_id), body));
  };
}

/** The routes that read, by path. */
export const reads: ReadonlyMap<string, Read> = new Map([
  ["/calls/query_stats", json(callStatsBody, callStats)],
  ["/calls/stream_query", lines(callsBody, selectCalls)],
  ["/threads/stream_query", lines(threadsBody, selectThreads)],
  ["/agents/spans/query", json(agents.spansRequest, querySpans)],
  ["/agents/conversations/chat", json(agents.chatRequest, chatOfConversation)],
  [
    "/agents/traces/chat",
    json(agents.traceRequest, (database, key, body) => chatOfTrace(database, key, body.trace_id)),
  ],
  ["/feedback/query", json(feedbackQuery, selectFeedback)],
  ["/agents/search", json(agents.searchRequest, searchMessages)],
  ["/agents/spans/custom-attrs/schema", json(agents.attributesRequest, attributesSchema)],
]);

/** The routes that write, of a service without own ones. */
export const feedbackWrites: ReadonlyMap<string, Read> = new Map([
  ["/feedback/create", json(feedbackBody, storeFeedback)],
  ["/feedback/purge", json(purgeBody, purgeFeedback)],
]);
