import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { insertSpans, spanIndexes, spanTable } from "../agents/spanTable.ts";
import type { TimedFeedback } from "../feedback/feedbackBody.ts";
import { putFeedback } from "../feedback/feedbackStore.ts";
import { feedbackRest, feedbackTable } from "../feedback/feedbackTable.ts";
import { badRequest } from "../http/requestFailure.ts";
import { type CallTable, callColumns, isAbsent, storedCall } from "./callTable.ts";
import { InternalIds } from "./internalIds.ts";
import { type Sql, sql } from "./sql.ts";
import type { ProjectData } from "./storedCall.ts";

export type Row = Record<string, SQLOutputValue>;

const types = { text: "TEXT", list: "TEXT", json: "TEXT", datetime: "INTEGER", integer: "INTEGER", size: "INTEGER" };
const columns = [...callColumns].map(([name, kind]) => `${name} ${types[kind]}`);

/** With the project and the values of `storedCall`. A call that is sent again replaces the earlier one. */
export const insertCall = `INSERT OR REPLACE INTO calls VALUES (?${", ?".repeat(columns.length)})`;

/** SQLite limit for the bound values of a statement. */
const maximumValues = 32_766;

/** What a database of calls and spans consists of. Indexes are created after rows: that is several times faster. */
export const schemaOf = (table: CallTable): readonly [tables: string, indexes: string] => [
  `CREATE TABLE projects (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE objects (project INTEGER NOT NULL, ref TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (project, ref))
    STRICT, WITHOUT ROWID;
  CREATE TABLE calls (project INTEGER NOT NULL, ${columns.join(", ")}) STRICT;
  ${spanTable}`,
  `CREATE UNIQUE INDEX calls_by_id ON calls (project, id);
  CREATE INDEX calls_by_trace ON calls (project, trace_id, storage_size_bytes);
  CREATE INDEX calls_by_thread ON calls (project, thread_id);
  CREATE INDEX live_calls ON calls (project) WHERE ${isAbsent("deleted_at", table).text};
  CREATE INDEX turns ON calls (project, thread_id, started_at, ended_at, id, turn_id) WHERE id = turn_id;
  ${spanIndexes}`,
];

/** The calls and spans of all projects. */
export class CallDatabase {
  readonly table: CallTable;
  readonly ids = new InternalIds();
  readonly #database: DatabaseSync;
  readonly #keys = new Map<string, number>();

  /**
   * `stored` has the tables and is closed with this; by default, a temporary database that is deleted when it is closed
   * or the process ends, with these projects.
   */
  constructor(projects: readonly ProjectData[], table: CallTable = "merged", stored?: DatabaseSync) {
    this.table = table;
    // An unnamed database is in memory up to its cache size, then in an unnamed file: a million calls need neither a
    // gigabyte of memory nor cleanup.
    this.#database = stored ?? new DatabaseSync("");
    defineSqlFunctions(this.#database);
    if (stored === undefined) this.#fill(projects);
    this.reread();
  }

  /** Reads the projects again: those that were added are gone if their transaction was rolled back. */
  reread(): void {
    this.#keys.clear();
    for (const { key, id } of this.rows(sql`SELECT key, id FROM projects ORDER BY key`))
      this.#know(String(id), Number(key));
  }

  /** The first is the default. */
  get projects(): readonly string[] {
    return [...this.#keys.keys()];
  }

  /** The number of a project in rows; undefined for an unknown project. */
  projectKey(id: string): number | undefined {
    return this.#keys.get(id);
  }

  /** The number of a project, which is added if it is not known. */
  addProject(id: string): number {
    const known = this.#keys.get(id);
    if (known !== undefined) return known;
    const key = Number(this.#database.prepare("INSERT INTO projects (id) VALUES (?)").run(id).lastInsertRowid);
    this.#know(id, key);
    return key;
  }

  /** The rows of a query, lazily. Responds with 400 if there are more values than SQLite can bind. */
  rows({ text, values }: Sql): Iterable<Row> {
    if (values.length > maximumValues) throw badRequest("The query is too large");
    return this.#database.prepare(text).iterate(...values);
  }

  /** Runs a statement that changes rows. */
  change({ text, values }: Sql): void {
    this.#database.prepare(text).run(...values);
  }

  /** The first row of a query that always has one. */
  row(query: Sql): Row {
    for (const row of this.rows(query)) return row;
    throw new Error("The query returned no row.");
  }

  close(): void {
    this.#database.close();
  }

  #know(id: string, key: number): void {
    this.#keys.set(id, key);
    this.ids.add(id, key);
  }

  #fill(projects: readonly ProjectData[]): void {
    const [tables, indexes] = schemaOf(this.table);
    this.#database.exec("PRAGMA cache_size = -131072; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
    this.#database.exec(tables + feedbackTable + feedbackRest);
    this.#database.exec("BEGIN");
    // Objects of one may name another.
    for (const { id } of projects) this.addProject(id);
    for (const project of projects) this.#insert(project, this.addProject(project.id));
    this.#database.exec("COMMIT");
    this.#database.exec(indexes);
  }

  #insert(project: ProjectData, key: number): void {
    const object = this.#database.prepare("INSERT INTO objects VALUES (?, ?, ?)");
    for (const { ref, value } of project.objects)
      object.run(key, this.ids.toInternal(ref), this.ids.toInternal(JSON.stringify(value)));
    const call = this.#database.prepare(insertCall);
    const { feedback, spans = [] } = project;
    const put = (given: readonly TimedFeedback[] = []) => {
      for (const { body, created } of given) putFeedback(this, key, body, created);
    };
    for (const item of project.calls) {
      call.run(key, ...storedCall(item, this.table, this.ids));
      put(feedback?.ofCall(item));
    }
    insertSpans(this.#database, key, spans);
    for (const each of spans) put(feedback?.ofSpan(each));
  }
}

const wholeNumber = /^[+-]?\d+$/;
const decimalNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const jsonTokens = /"(?:[^"\\]|\\.)*"|[,:]/g;
const opName = /^weave(?:-trace-internal)?:\/\/\/.*?\/([^/:]*):/;

/** Registers the casts of the query language: a failed cast is null, never an error. */
function defineSqlFunctions(database: DatabaseSync): void {
  const pure = { deterministic: true };
  database.function("to_double", pure, (value) => numberOf(decimalNumber, value));
  database.function("to_int", pure, (value) => numberOf(wholeNumber, value));
  database.function("to_byte", pure, (value) => toByte(value));
  database.function("to_flag", pure, (value) => (value === "true" ? 1 : value === "false" ? 0 : toByte(value)));
  database.function("to_text", pure, (value) => (value === null ? null : String(value)));
  database.function("op_base_name", pure, (op) => opBaseName(String(op)));
  database.function("spaced_json", pure, (json) =>
    String(json).replace(jsonTokens, (token) => (token.length > 1 ? token : `${token} `)),
  );
}

/** The name in an op ref; bare names are unchanged. */
export function opBaseName(op: string): string {
  return opName.exec(op)?.[1] ?? op;
}

function numberOf(form: RegExp, value: SQLOutputValue): number | null {
  return typeof value === "string" && form.test(value) ? Number(value) : null;
}

function toByte(value: SQLOutputValue): number | null {
  const number = numberOf(wholeNumber, value);
  return number !== null && number >= 0 && number <= 255 ? number : null;
}
