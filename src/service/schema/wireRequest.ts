import { ServiceError } from "../../core/failures/fault.ts";
import { type CallQuery, callBody } from "../../core/query/callQuery.ts";
import { type ThreadQuery, threadKeys } from "../../core/query/threadQuery.ts";
import type { ServicePost } from "../../core/snippets/snippetRequest.ts";
import type * as z from "../../zod.ts";
import { describeIssues, requestIssues } from "./issues.ts";
import { callStatsRequest, threadsRequest } from "./requestSchema.ts";

/** A thread query as a request. Throws a `ServiceError` with an `invalidRequest` if the service would reject it. */
export function threadsPost(query: ThreadQuery): ServicePost {
  const body = checked(threadsRequest, {
    project_id: query.project,
    filter: withoutUnset({
      after_datetime: timestamp(query.after),
      before_datetime: timestamp(query.before),
      thread_ids: list(query.threadIds),
    }),
    limit: query.limit,
    offset: query.offset,
    sort_by: list(threadKeys(query.sort ?? [])),
  });
  return { path: "/threads/stream_query", body };
}

/** A count as a request; throws as above. */
export function callStatsPost({ project, ...requested }: CallQuery): ServicePost {
  return {
    path: "/calls/query_stats",
    body: checked(callStatsRequest, { project_id: project, ...callBody(requested) }),
  };
}

/** Throws a `ServiceError` with an `invalidRequest` for a body that the service would reject. */
export function checked<T>(schema: z.ZodType<T>, request: object): T {
  const result = schema.safeParse(withoutUnset(request));
  if (result.success) return result.data;
  const issues = requestIssues(result.error.issues);
  throw new ServiceError({ kind: "invalidRequest", detail: describeIssues(issues), issues });
}

/** Older services reject unknown fields, null or not, so unused fields are not sent. */
function withoutUnset(fields: object): object | undefined {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  return set.length === 0 ? undefined : Object.fromEntries(set);
}

function list<T>(values: readonly T[] | undefined): readonly T[] | undefined {
  return values?.length ? values : undefined;
}

/** The service ignores the offset of a timestamp, so it must be UTC. */
function timestamp(time: number | undefined): string | undefined {
  if (time === undefined) return undefined;
  const date = new Date(time);
  // Rejected by the schema, with the field's name.
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString();
}
