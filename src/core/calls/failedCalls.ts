import { queryCalls } from "../port/operations.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { Call } from "../query/call.ts";
import type { CallFilter } from "../query/callQuery.ts";
import type { Query } from "../query/expression.ts";

/** Maximum number of failed calls of a thread. */
export const mostFailed = 200;

/** Whether a call failed itself. */
export const isError: Query = { $expr: { $eq: [{ $getField: "summary.weave.status" }, { $literal: "error" }] } };

export const latestFirst = [
  { field: "started_at", direction: "desc" },
  { field: "id", direction: "desc" },
] as const;

export const earliestFirst = [
  { field: "started_at", direction: "asc" },
  { field: "id", direction: "asc" },
] as const;

/** Whether a call or a call inside it failed. */
export function isFailed({ status }: Call): boolean {
  return status === "error" || status === "descendant_error";
}

/** The failed calls of a thread or of turns, the latest first. Rejects with a `ServiceError`, or the signal's reason. */
export async function failedCalls(
  filter: Pick<CallFilter, "threadIds" | "turnIds">,
  { service, project }: ProjectClient,
  signal: AbortSignal,
): Promise<readonly Call[]> {
  const query = { project, filter, query: isError, sort: latestFirst, limit: mostFailed };
  const failed: Call[] = [];
  for await (const batch of service.rows(queryCalls, query, signal)) failed.push(...batch);
  return failed;
}
