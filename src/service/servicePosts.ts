import type { CallQuery } from "../core/counts/callQuery.ts";
import type { ServicePost } from "../core/snippets/servicePosts.ts";
import type { ThreadQuery } from "../core/threads/threadQuery.ts";
import { callStatsRequestOf, threadsRequestOf } from "./schema/wireRequest.ts";

export function threadsPost(query: ThreadQuery): ServicePost {
  return { path: "/threads/stream_query", body: threadsRequestOf(query) };
}

export function callStatsPost(query: CallQuery): ServicePost {
  return { path: "/calls/query_stats", body: callStatsRequestOf(query) };
}
