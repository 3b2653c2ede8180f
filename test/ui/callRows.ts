import * as z from "zod";
import type { Json } from "../../src/core/text/json.ts";
import { project } from "./steps.ts";

const json: z.ZodType<Json> = z.json();

const callLine = z.object({
  id: z.string(),
  started_at: z.string(),
  inputs: json.optional(),
  output: json.optional(),
  summary: z.object({ weave: z.object({ status: z.string() }) }).optional(),
});

export type CallLine = z.infer<typeof callLine>;

/** A service that a test queries directly, without the extension. */
export interface RequestedService {
  ask(path: string, body: object): Promise<string>;
}

/** A request for the turns of threads, ordered by start. */
export function turnsOf(threadIds: readonly string[]): object {
  const by = (field: string) => ({ field, direction: "asc" });
  return {
    filter: { thread_ids: threadIds },
    query: { $expr: { $eq: [{ $getField: "id" }, { $getField: "turn_id" }] } },
    sort_by: [by("started_at"), by("id")],
  };
}

/** The parsed lines of a response with calls. */
export async function askLines<Line>(
  service: RequestedService,
  line: z.ZodType<Line>,
  request: object,
): Promise<readonly Line[]> {
  const text = await service.ask("/calls/stream_query", { project_id: project, ...request });
  return text
    .split("\n")
    .filter((one) => one !== "")
    .map((one) => line.parse(JSON.parse(one)));
}

export async function askCalls(service: RequestedService, request: object): Promise<readonly CallLine[]> {
  return await askLines(service, callLine, request);
}

/** The turns of a thread, including messages. */
export async function askTurns(service: RequestedService, threadId: string): Promise<readonly CallLine[]> {
  return await askCalls(service, turnsOf([threadId]));
}

const failedLine = z.object({
  id: z.string(),
  op_name: z.string(),
  turn_id: z.string(),
  exception: z.nullable(z.string()),
});

/** The calls of the conversation that failed themselves, the earliest first. */
export async function failedIn(
  service: RequestedService,
  threadId: string,
): Promise<readonly z.infer<typeof failedLine>[]> {
  const $eq = [{ $getField: "summary.weave.status" }, { $literal: "error" }];
  const sort_by = [{ field: "started_at", direction: "asc" }];
  return await askLines(service, failedLine, {
    filter: { thread_ids: [threadId] },
    query: { $expr: { $eq } },
    sort_by,
  });
}
