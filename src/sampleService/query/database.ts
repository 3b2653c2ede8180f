import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { badRequest } from "../http/requestFailure.ts";
import type { Call, ProjectData } from "./call.ts";
import type { Sql } from "./sql.ts";
import { defineSqlFunctions } from "./sqlFunctions.ts";

export type Row = Record<string, SQLOutputValue>;

const columns = [
  "id TEXT NOT NULL",
  "trace_id TEXT NOT NULL",
  "parent_id TEXT",
  "thread_id TEXT",
  "turn_id TEXT",
  "op_name TEXT NOT NULL",
  "display_name TEXT",
  "started_at INTEGER NOT NULL",
  "ended_at INTEGER",
  "deleted_at INTEGER",
  "expire_at INTEGER",
  "exception TEXT",
  "wb_user_id TEXT",
  "wb_run_id TEXT",
  "wb_run_step INTEGER",
  "wb_run_step_end INTEGER",
  "input_refs TEXT NOT NULL",
  "output_refs TEXT NOT NULL",
  "storage_size_bytes INTEGER NOT NULL",
  // The documents come last: a row is read from its front, and most questions never reach them.
  "attributes TEXT NOT NULL",
  "inputs TEXT NOT NULL",
  "output TEXT NOT NULL",
  "summary TEXT NOT NULL",
] as const;

const schema = `
  CREATE TABLE projects (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE objects (project INTEGER NOT NULL, ref TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (project, ref))
    STRICT, WITHOUT ROWID;
  CREATE TABLE calls (project INTEGER NOT NULL, ${columns.join(", ")}) STRICT;
`;

/** SQLite's limit for the values of one statement. */
const maximumValues = 32_766;

/** Made after the rows, which is several times faster than keeping them up to date. */
const indexes = `
  CREATE UNIQUE INDEX calls_by_id ON calls (project, id);
  CREATE INDEX calls_by_trace ON calls (project, trace_id, storage_size_bytes);
  CREATE INDEX calls_by_thread ON calls (project, thread_id);
  CREATE INDEX live_calls ON calls (project) WHERE deleted_at IS NULL;
  CREATE INDEX turns ON calls (project, thread_id, started_at, ended_at, id, turn_id) WHERE id = turn_id;
`;

/** The calls of all projects, in a database of its own that is gone when it is closed or its process ends. */
export class CallDatabase {
  readonly projects: readonly string[];
  readonly #database: DatabaseSync;
  readonly #keys: ReadonlyMap<string, number>;

  constructor(projects: readonly ProjectData[]) {
    // A database without a name lives in memory up to the size of its cache, beyond that in a file that has no name
    // either: a million calls need neither a gigabyte of memory nor a cleaning up.
    this.#database = new DatabaseSync("");
    this.#database.exec("PRAGMA cache_size = -131072; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
    defineSqlFunctions(this.#database);
    this.#database.exec(schema);
    this.#database.exec("BEGIN");
    this.#keys = new Map(projects.map((project, index) => [project.id, this.#insert(project, index + 1)]));
    this.#database.exec("COMMIT");
    this.#database.exec(indexes);
    this.projects = [...this.#keys.keys()];
  }

  /** The number that rows name a project by; undefined for one that is not here. */
  projectKey(id: string): number | undefined {
    return this.#keys.get(id);
  }

  /** The rows of a query, one by one as they are asked for. One with more values than SQLite binds is answered 400. */
  rows({ text, values }: Sql): Iterable<Row> {
    if (values.length > maximumValues) throw badRequest("The query is too large");
    return this.#database.prepare(text).iterate(...values);
  }

  /** The first row of a query that always has one. */
  row(query: Sql): Row {
    for (const row of this.rows(query)) return row;
    throw new Error("The query gave no row.");
  }

  close(): void {
    this.#database.close();
  }

  #insert(project: ProjectData, key: number): number {
    this.#database.prepare("INSERT INTO projects VALUES (?, ?)").run(key, project.id);
    const object = this.#database.prepare("INSERT INTO objects VALUES (?, ?, ?)");
    for (const { ref, value } of project.objects) object.run(key, ref, JSON.stringify(value));
    const call = this.#database.prepare(`INSERT INTO calls VALUES (?${", ?".repeat(columns.length)})`);
    for (const item of project.calls) call.run(key, ...columnValues(item));
    return key;
  }
}

function columnValues(call: Call): (string | number | null)[] {
  return [
    call.id,
    call.trace_id,
    call.parent_id,
    call.thread_id,
    call.turn_id,
    call.op_name,
    call.display_name,
    call.started_at,
    call.ended_at,
    call.deleted_at,
    call.expire_at,
    call.exception,
    call.wb_user_id,
    call.wb_run_id,
    call.wb_run_step,
    call.wb_run_step_end,
    JSON.stringify(call.input_refs),
    JSON.stringify(call.output_refs),
    call.storage_size_bytes,
    JSON.stringify(call.attributes),
    JSON.stringify(call.inputs),
    JSON.stringify(call.output),
    JSON.stringify(call.summary),
  ];
}
