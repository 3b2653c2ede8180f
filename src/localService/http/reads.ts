import type { ServerResponse } from "node:http";
import type * as z from "../../zod.ts";
import { conversationChat, traceChat } from "../agents/chat.ts";
import { attributesSchema, searchMessages } from "../agents/search.ts";
import * as agents from "../agents/spanRequest.ts";
import { querySpans } from "../agents/spans.ts";
import { callStats } from "../query/callStats.ts";
import { queryCalls } from "../query/calls.ts";
import type { CallDatabase } from "../query/database.ts";
import { queryThreads } from "../query/threads.ts";
import { callStatsRequest, callsRequest, threadsRequest } from "./requestSchema.ts";
import { sendJson, sendLines } from "./response.ts";

/** A route that reads: the body that it takes, and the response to it. */
export interface Read<Body extends { readonly project_id: string }> {
  readonly schema: z.ZodType<Body>;
  readonly send: (response: ServerResponse, database: CallDatabase, projectKey: number, body: Body) => unknown;
}

/** Of a type that only the route knows. */
export type AnyRead = <T>(use: <Body extends { readonly project_id: string }>(read: Read<Body>) => T) => T;

const read =
  <Body extends { readonly project_id: string }>(schema: z.ZodType<Body>, send: Read<Body>["send"]): AnyRead =>
  (use) =>
    use({ schema, send });

function json<Body extends { readonly project_id: string }>(
  schema: z.ZodType<Body>,
  answer: (database: CallDatabase, projectKey: number, body: Body) => object,
): AnyRead {
  return read(schema, (response, database, key, body) => sendJson(response, 200, answer(database, key, body)));
}

function lines<Body extends { readonly project_id: string }>(
  schema: z.ZodType<Body>,
  records: (database: CallDatabase, projectKey: number, body: Body) => Iterable<object>,
): AnyRead {
  return read(schema, (response, database, key, body) => sendLines(response, records(database, key, body)));
}

/** By path. */
export const reads: ReadonlyMap<string, AnyRead> = new Map([
  ["/calls/query_stats", json(callStatsRequest, callStats)],
  ["/calls/stream_query", lines(callsRequest, queryCalls)],
  ["/threads/stream_query", lines(threadsRequest, queryThreads)],
  ["/agents/spans/query", json(agents.spansRequest, querySpans)],
  ["/agents/conversations/chat", json(agents.chatRequest, conversationChat)],
  ["/agents/traces/chat", json(agents.traceRequest, (database, key, body) => traceChat(database, key, body.trace_id))],
  ["/agents/search", json(agents.searchRequest, searchMessages)],
  ["/agents/spans/custom-attrs/schema", json(agents.attributesRequest, attributesSchema)],
]);
