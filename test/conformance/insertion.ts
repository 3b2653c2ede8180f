import type { ProjectId } from "../../src/core/query/projectId.ts";
import type { Json } from "../../src/core/text/json.ts";
import type { PublishedObject, StoredCall } from "../../src/localService/query/storedCall.ts";
import * as z from "../../src/zod.ts";
import { type DataSet, deletedTurns, generatedCalls, type Table, users } from "./dataSet.ts";
import { serverLog } from "./traceServer.ts";

/** Posts a body to the server. Resolves to the text of the response. */
export type Post = (path: string, body: object) => Promise<string>;

export function postTo(url: string, signal: AbortSignal): Post {
  const authorization = `Basic ${Buffer.from("api:any-key").toString("base64")}`;
  return async (path, body) => {
    const headers = { authorization, "content-type": "application/json" };
    const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body), signal });
    const text = await answer.text();
    if (answer.ok) return text;
    throw new Error(`${path} ${answer.status}: ${text.slice(0, 1000)} (see ${serverLog})`);
  };
}

const batchSize = 100;

/** Inserts the data set into a project through the server's own API. Resolves to the stored calls. */
export async function insertDataSet(post: Post, project: ProjectId, table: Table): Promise<DataSet> {
  const alpha = await publish(post, project, "alpha", { name: "alpha", temperature: 0.2, nested: { k: "v" } });
  const beta = await publish(post, project, "beta", { name: "beta", temperature: 0.9, nested: { k: "w" } });
  const objects = [alpha, beta];
  const generated = generatedCalls(project, [alpha.ref, beta.ref]);
  if (table === "merged") await insertParts(post, project, generated);
  else await insertWhole(post, project, generated);
  const sizes = await storedSizes(post, project);
  const deleted = withDescendants(deletedTurns(generated), generated);
  await post("/calls/delete", { project_id: project, call_ids: [...deleted], wb_user_id: users[0] });
  await post("/merge_parts", {});
  const deletedAt = Date.now();
  const calls = generated.map((call) => ({
    ...call,
    storage_size_bytes: sizes.get(call.id) ?? 0,
    deleted_at: deleted.has(call.id) ? deletedAt : null,
  }));
  return { project, table, calls, objects };
}

async function publish(post: Post, project: string, name: string, value: Json): Promise<PublishedObject> {
  const object = { project_id: project, object_id: name, val: value };
  const { digest } = z.object({ digest: z.string() }).parse(JSON.parse(await post("/obj/create", { obj: object })));
  return { ref: `weave:///${project}/object/${name}:${digest}`, value };
}

/** Sends all starts before the ends, so that the parts of a call arrive separately, as from a program. */
async function insertParts(post: Post, project: string, calls: readonly StoredCall[]): Promise<void> {
  const starts = calls.map((call) => ({ mode: "start", req: { start: startOf(call, project) } }));
  const ends = calls.filter(({ ended_at }) => ended_at !== null);
  const endParts = ends.map((call) => ({ mode: "end", req: { end: { project_id: project, ...endOf(call) } } }));
  for (const batch of [...batches(starts), ...batches(endParts)]) await post("/call/upsert_batch", { batch });
}

async function insertWhole(post: Post, project: string, calls: readonly StoredCall[]): Promise<void> {
  const running = calls.filter(({ ended_at }) => ended_at === null);
  const finished = calls.filter(({ ended_at }) => ended_at !== null);
  for (const call of running) await post("/v2/call/start", { start: startOf(call, project) });
  const whole = finished.map((call) => ({ ...startOf(call, project), ...endOf(call) }));
  for (const batch of batches(whole)) await post("/v2/calls/complete", { batch });
}

function startOf(call: StoredCall, project: string): object {
  const { id, trace_id, parent_id, thread_id, turn_id, op_name, display_name } = call;
  const { inputs, attributes, wb_user_id, wb_run_id, wb_run_step, started_at } = call;
  const names = { project_id: project, id, trace_id, parent_id, thread_id, turn_id, op_name, display_name };
  return { ...names, inputs, attributes, wb_user_id, wb_run_id, wb_run_step, started_at: stamp(started_at) };
}

function endOf({ id, ended_at, output, summary, exception }: StoredCall): object {
  return { id, ended_at: ended_at === null ? null : stamp(ended_at), output, summary, exception };
}

function batches<T>(items: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / batchSize) }, (_, index) =>
    items.slice(index * batchSize, (index + 1) * batchSize),
  );
}

function stamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** The storage size of each call, which only the server knows. */
async function storedSizes(post: Post, project: string): Promise<ReadonlyMap<string, number>> {
  const request = { project_id: project, columns: ["id"], include_storage_size: true };
  const lines = (await post("/calls/stream_query", request)).trimEnd().split("\n");
  const record = z.object({ id: z.string(), storage_size_bytes: z.number() });
  return new Map(
    lines.map((line) => {
      const { id, storage_size_bytes } = record.parse(JSON.parse(line));
      return [id, storage_size_bytes];
    }),
  );
}

/** Deleting a call also deletes its descendants. */
function withDescendants(ids: readonly string[], calls: readonly StoredCall[]): ReadonlySet<string> {
  const gone = new Set(ids);
  for (let before = 0; before < gone.size; ) {
    before = gone.size;
    for (const { id, parent_id } of calls) if (parent_id !== null && gone.has(parent_id)) gone.add(id);
  }
  return gone;
}
