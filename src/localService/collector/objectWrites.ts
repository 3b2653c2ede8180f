import { createHash } from "node:crypto";
import { isList, isObject, type Json, memberOf } from "../../core/text/json.ts";
import * as z from "../../zod.ts";
import { RequestFailure } from "../http/requestFailure.ts";
import type { Row } from "../query/database.ts";
import { formatDatetime } from "../query/datetime.ts";
import type { CollectorStore } from "./store.ts";

// What programs publish: ops, prompts, models, datasets and files. Refs of what was never sent are null: clients keep what
// another service has confirmed.

const json = z.custom<Json>();

export const objectBody = z.object({
  obj: z.object({ project_id: z.string(), object_id: z.string(), val: json }),
});
export const objectQuery = z.object({ project_id: z.string(), object_id: z.string(), digest: z.string() });
export const objectsQuery = z.object({
  project_id: z.string(),
  filter: z.nullish(z.object({ object_ids: z.nullish(z.array(z.string())), latest_only: z.nullish(z.boolean()) })),
});
export const refsBody = z.object({ refs: z.array(z.string()) });
export const tableBody = z.object({ table: z.object({ project_id: z.string(), rows: z.array(json) }) });
export const rowsBody = z.object({ project_id: z.string(), row_digests: z.array(z.string()) });
export const tableQuery = z.object({
  project_id: z.string(),
  digest: z.string(),
  limit: z.nullish(z.int()),
  offset: z.nullish(z.int()),
});
export const fileQuery = z.object({ project_id: z.string(), digest: z.string() });

/** As the service writes digests: SHA-256 in base64 without marks. */
export function digestOf(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("base64url").replaceAll("-", "X").replaceAll("_", "Y");
}

export function putObject(store: CollectorStore, { obj }: z.infer<typeof objectBody>): object {
  const { project_id, object_id, val } = obj;
  const project = store.calls.addProject(project_id);
  const value = JSON.stringify(val);
  const digest = digestOf(value);
  const isOp = memberOf(memberOf(val, "weave_type"), "type") === "Op";
  const internal = (text: string) => store.calls.ids.toInternal(text);
  const ref = internal(`weave:///${project_id}/${isOp ? "op" : "object"}/${object_id}:${digest}`);
  store.run("INSERT OR REPLACE INTO objects VALUES (?, ?, ?)", project, ref, internal(value));
  const now = Date.now() * 1000;
  store.run("INSERT OR IGNORE INTO names VALUES (?, ?, ?, ?, ?)", project, object_id, digest, ref, now);
  return { digest, object_id };
}

export function readObject(
  store: CollectorStore,
  { project_id, object_id, digest }: z.infer<typeof objectQuery>,
): object {
  const found = objects(store, project_id, { object_ids: [object_id] });
  const wanted = found.find((each, at) =>
    digest === "latest" ? at === found.length - 1 : each.digest === digest || `v${at}` === digest,
  );
  if (wanted === undefined) throw new RequestFailure(404, { reason: `Obj ${object_id}:${digest} not found` });
  return { obj: wanted };
}

export function queryObjects(store: CollectorStore, { project_id, filter }: z.infer<typeof objectsQuery>): object {
  const found = objects(store, project_id, filter ?? {});
  return { objs: filter?.latest_only ? found.filter(({ is_latest }) => is_latest === 1) : found };
}

/** In order of creation for each name. */
function objects(
  store: CollectorStore,
  project_id: string,
  { object_ids }: { readonly object_ids?: readonly string[] | null | undefined },
) {
  const project = store.projectOf(project_id);
  const rows = store.all(
    `SELECT names.*, objects.value FROM names JOIN objects USING (project, ref)
      WHERE project = ? AND (? OR name IN (SELECT value FROM json_each(?))) ORDER BY name, created_at, digest`,
    ...[project, object_ids ? 0 : 1, JSON.stringify(object_ids ?? [])],
  );
  return [...Map.groupBy(rows, ({ name }) => name).values()].flatMap((versions) =>
    versions.map((row, at) => ({
      ...{ project_id, object_id: row.name, digest: row.digest, version_index: at },
      created_at: formatDatetime(Number(row.created_at)),
      is_latest: at === versions.length - 1 ? 1 : 0,
      kind: String(row.ref).includes("/op/") ? "op" : "object",
      ...{ base_object_class: null, wb_user_id: null, deleted_at: null },
      val: storedValue(store, row),
    })),
  );
}

function storedValue(store: CollectorStore, row: Row): Json {
  return JSON.parse(store.calls.ids.toExternal(String(row.value)));
}

/** The values of refs; null for an unknown one, and for a part of an object that it does not have. */
export function readRefs(store: CollectorStore, { refs }: z.infer<typeof refsBody>): object {
  return { vals: refs.map((ref) => valueAt(store, ref)) };
}

function valueAt(store: CollectorStore, ref: string): Json {
  const [, whole = "", path = ""] = /^(weave:\/\/\/[^/]+\/[^/]+\/\w+\/[^/]+)(\/.*)?$/.exec(ref) ?? [];
  const [row] = store.all("SELECT value FROM objects WHERE ref = ?", store.calls.ids.toInternal(whole));
  if (row === undefined) return null;
  const parts = path.split("/").slice(1).map(decodeURIComponent);
  let value: Json | undefined = storedValue(store, row);
  // `attr`, `key` and `index` say what the next part is.
  for (let at = 1; at < parts.length; at += 2) {
    const part = parts[at] ?? "";
    value = isObject(value) ? value[part] : isList(value) ? value[Number(part)] : undefined;
  }
  return value ?? null;
}

export function putTable(store: CollectorStore, { table }: z.infer<typeof tableBody>): object {
  const project = store.calls.addProject(table.project_id);
  const row_digests = table.rows.map((row) => {
    const value = JSON.stringify(row);
    const digest = digestOf(value);
    store.run("INSERT OR IGNORE INTO rows VALUES (?, ?, ?)", project, digest, store.calls.ids.toInternal(value));
    return digest;
  });
  return { row_digests, ...putRows(store, { project_id: table.project_id, row_digests }) };
}

/** A table whose rows were sent before: it is stored as their digests. */
export function putRows(
  store: CollectorStore,
  { project_id, row_digests }: z.infer<typeof rowsBody>,
): { digest: string } {
  const value = JSON.stringify(row_digests);
  const digest = digestOf(value);
  store.run("INSERT OR IGNORE INTO rows VALUES (?, ?, ?)", store.calls.addProject(project_id), digest, value);
  return { digest };
}

export function queryTable(
  store: CollectorStore,
  { project_id, digest, limit, offset }: z.infer<typeof tableQuery>,
): object {
  const project = store.projectOf(project_id);
  const value = (of: string) => store.all("SELECT value FROM rows WHERE project = ? AND digest = ?", project, of)[0];
  const table = value(digest);
  const digests: readonly string[] = table === undefined ? [] : JSON.parse(String(table.value));
  const start = offset ?? 0;
  const rows = digests.slice(start, limit == null ? undefined : start + limit).map((of, at) => {
    const row = value(of);
    return { digest: of, val: row === undefined ? null : storedValue(store, row), original_index: start + at };
  });
  return { rows };
}

/** A file of a multipart form. */
export async function putFile(store: CollectorStore, form: FormData): Promise<object> {
  const [project, file] = [form.get("project_id"), form.get("file")];
  if (typeof project !== "string" || file === null || typeof file === "string")
    throw new RequestFailure(422, { detail: "The form needs project_id and file" });
  const content = new Uint8Array(await file.arrayBuffer());
  const digest = digestOf(content);
  store.transaction(() =>
    store.run("INSERT OR IGNORE INTO files VALUES (?, ?, ?)", store.calls.addProject(project), digest, content),
  );
  return { digest };
}

export function readFile(store: CollectorStore, { project_id, digest }: z.infer<typeof fileQuery>): Uint8Array {
  const project = store.projectOf(project_id);
  const [row] = store.all("SELECT content FROM files WHERE project = ? AND digest = ?", project, digest);
  if (!(row?.content instanceof Uint8Array)) throw new RequestFailure(404, { reason: "File not found" });
  return row.content;
}
