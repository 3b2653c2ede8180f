import * as z from "zod";
import type { Json } from "../../src/core/json.ts";
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

/** The calls of an answer of the service, asked directly. */
export async function askCalls(
  service: { ask(path: string, body: object): Promise<string> },
  request: object,
): Promise<readonly CallLine[]> {
  const text = await service.ask("/calls/stream_query", { project_id: project, ...request });
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => callLine.parse(JSON.parse(line)));
}

/** The turns of a thread in order of their start, with what was said in them. */
export async function askTurns(
  service: { ask(path: string, body: object): Promise<string> },
  threadId: string,
): Promise<readonly CallLine[]> {
  const query = { $expr: { $eq: [{ $getField: "id" }, { $getField: "turn_id" }] } };
  const sort = [{ field: "started_at", direction: "asc" }];
  return await askCalls(service, { filter: { thread_ids: [threadId] }, query, sort_by: sort });
}
