import { randomUUID } from "node:crypto";
import type { Json, JsonObject } from "../../core/text/json.ts";
import * as z from "../../zod.ts";
import { parseDatetime } from "../query/datetime.ts";
import type { StoredCall } from "../query/storedCall.ts";
import type { CollectorStore } from "./store.ts";

const json = z.custom<Json>();
const text = z.nullish(z.string());
const count = z.nullish(z.int());
const time = z.pipe(
  z.string(),
  z.transform((written, context) => {
    const read = parseDatetime(written)?.utc;
    if (read !== undefined) return read;
    context.issues.push({ code: "custom", message: "Input should be a valid datetime", input: written });
    return z.NEVER;
  }),
);

const started = {
  project_id: z.string(),
  id: text,
  trace_id: text,
  op_name: z.string(),
  display_name: text,
  parent_id: text,
  thread_id: text,
  turn_id: text,
  started_at: time,
  attributes: z.nullish(json),
  inputs: z.nullish(json),
  wb_user_id: text,
  wb_run_id: text,
  wb_run_step: count,
};
const ended = {
  ended_at: time,
  exception: text,
  output: z.nullish(json),
  summary: z.nullish(json),
  wb_run_step_end: count,
};

const start = z.object(started);
const end = z.object({ project_id: z.string(), id: z.string(), ...ended });
const complete = z.object({ ...started, ...ended, ended_at: z.nullish(time) });

export const startBody = z.object({ start });
export const endBody = z.object({ end });
export const completeBody = z.object({ batch: z.array(complete) });
export const upsertBody = z.object({
  batch: z.array(
    z.discriminatedUnion("mode", [
      z.object({ mode: z.literal("start"), req: startBody }),
      z.object({ mode: z.literal("end"), req: endBody }),
    ]),
  ),
});
export const updateBody = z.object({
  project_id: z.string(),
  call_id: z.string(),
  display_name: z.nullish(z.string()),
});
export const deleteBody = z.object({ project_id: z.string(), call_ids: z.array(z.string()) });

type Start = z.infer<typeof start>;
type End = z.infer<typeof end>;

/** The documents of a call, as the service counts its bytes. */
function sizeOf(documents: readonly Json[]): number {
  return documents.reduce((sum: number, value) => sum + Buffer.byteLength(JSON.stringify(value ?? null)), 0);
}

function callOf(given: Start, rest: Partial<z.infer<typeof complete>>): StoredCall {
  const id = given.id ?? randomUUID();
  const [attributes, inputs, output, summary] = [given.attributes, given.inputs, rest.output, rest.summary];
  return {
    id,
    trace_id: given.trace_id ?? randomUUID(),
    parent_id: given.parent_id ?? null,
    thread_id: given.thread_id ?? null,
    turn_id: given.turn_id ?? null,
    op_name: given.op_name,
    display_name: given.display_name ?? null,
    started_at: given.started_at,
    ended_at: rest.ended_at ?? null,
    exception: rest.exception ?? null,
    wb_user_id: given.wb_user_id ?? null,
    wb_run_id: given.wb_run_id ?? null,
    wb_run_step: given.wb_run_step ?? null,
    wb_run_step_end: rest.wb_run_step_end ?? null,
    ...{ deleted_at: null, expire_at: null },
    ...{ input_refs: refsIn(inputs ?? null), output_refs: refsIn(output ?? null) },
    storage_size_bytes: sizeOf([attributes ?? null, inputs ?? null, output ?? null, summary ?? null]),
    ...{ attributes: attributes ?? {}, inputs: inputs ?? {}, output: output ?? null, summary: summary ?? {} },
  };
}

/** The refs that are values anywhere in a document. */
function refsIn(value: Json): readonly string[] {
  if (typeof value === "string") return value.startsWith("weave:///") ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return [...new Set(Object.values(value as JsonObject).flatMap(refsIn))];
}

/** A start that is sent again changes nothing; an end may have come first. */
export function startCall(store: CollectorStore, given: Start): { readonly id: string; readonly trace_id: string } {
  const project = store.calls.addProject(given.project_id);
  const call = callOf(given, {});
  const { id, trace_id } = call;
  if (store.all("SELECT 1 FROM calls WHERE project = ? AND id = ?", project, id).length > 0) return { id, trace_id };
  store.putCall(project, call);
  for (const { value } of store.all("SELECT value FROM ends WHERE project = ? AND id = ?", project, id)) {
    writeEnd(store, project, JSON.parse(String(value)));
    store.run("DELETE FROM ends WHERE project = ? AND id = ?", project, id);
  }
  return { id, trace_id };
}

export function endCall(store: CollectorStore, given: End): void {
  const project = store.calls.addProject(given.project_id);
  if (writeEnd(store, project, given)) return;
  store.run("INSERT OR REPLACE INTO ends VALUES (?, ?, ?)", project, given.id, JSON.stringify(given));
}

function writeEnd(store: CollectorStore, project: number, { id, ended_at, exception, ...given }: End): boolean {
  const { output = null, summary, wb_run_step_end: step } = given;
  const internal = (value: Json) => store.calls.ids.toInternal(JSON.stringify(value));
  const changes = store.run(
    `UPDATE calls SET ended_at = ?, exception = ?, output = ?, summary = ?, output_refs = ?, wb_run_step_end = ?,
      storage_size_bytes = storage_size_bytes + ? WHERE project = ? AND id = ?`,
    ...[Math.round(ended_at * 1000), exception ?? null, internal(output ?? null), internal(summary ?? {})],
    ...[internal([...refsIn(output ?? null)]), step ?? null, sizeOf([output ?? null, summary ?? {}]), project, id],
  );
  return changes > 0;
}

export function putCalls(store: CollectorStore, calls: readonly z.infer<typeof complete>[]): void {
  for (const call of calls) store.putCall(store.calls.addProject(call.project_id), callOf(call, call));
}

/** As the service, which keeps the rows. */
export function deleteCalls(store: CollectorStore, { project_id, call_ids }: z.infer<typeof deleteBody>): number {
  const project = store.calls.addProject(project_id);
  const now = Date.now() * 1000;
  return call_ids.reduce(
    (sum, id) => sum + store.run("UPDATE calls SET deleted_at = ? WHERE project = ? AND id = ?", now, project, id),
    0,
  );
}

export function renameCall(
  store: CollectorStore,
  { project_id, call_id, display_name }: z.infer<typeof updateBody>,
): void {
  const project = store.calls.addProject(project_id);
  store.run("UPDATE calls SET display_name = ? WHERE project = ? AND id = ?", display_name ?? null, project, call_id);
}
