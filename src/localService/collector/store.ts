import { statSync } from "node:fs";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { SpanRow } from "../agents/span.ts";
import { insertSpans } from "../agents/spanTable.ts";
import { feedbackRest, feedbackTable } from "../feedback/feedbackTable.ts";
import { RequestFailure } from "../http/requestFailure.ts";
import { storedCall } from "../query/callTable.ts";
import { CallDatabase, insertCall, type Row, schemaOf } from "../query/database.ts";
import type { StoredCall } from "../query/storedCall.ts";

/** Times are microseconds since the epoch, values and documents JSON with internal refs. */
const ownTables = `
  CREATE TABLE names (project INTEGER NOT NULL, name TEXT NOT NULL, digest TEXT NOT NULL, ref TEXT NOT NULL,
    created_at INTEGER NOT NULL, PRIMARY KEY (project, name, digest)) STRICT, WITHOUT ROWID;
  CREATE TABLE files (project INTEGER NOT NULL, digest TEXT NOT NULL, content BLOB NOT NULL,
    PRIMARY KEY (project, digest)) STRICT, WITHOUT ROWID;
  CREATE TABLE rows (project INTEGER NOT NULL, digest TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (project, digest)) STRICT, WITHOUT ROWID;
  ${feedbackTable}
  CREATE TABLE ends (project INTEGER NOT NULL, id TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (project, id))
    STRICT, WITHOUT ROWID;
  CREATE INDEX calls_by_time ON calls (started_at, project, trace_id);
  CREATE INDEX spans_by_time ON spans (started_at, project, trace_id);`;

/** What each version of the schema adds to the one before. A database keeps its number in `user_version`. */
const migrations: readonly (readonly string[])[] = [[...schemaOf("merged"), ownTables], [feedbackRest]];

/** What the collector keeps at most. */
export interface Retention {
  readonly bytes: number;
  readonly days: number;
}

/** No project has this key. */
export const unknownProject = 0;

/** For another process to close the database, in milliseconds. */
const longestWait = 2000;

/** Traces that began later stay, however large they are, in milliseconds: one looks at what a program has just sent. */
const keptMs = 600_000;

/** The rows whose traces are deleted before the size is looked at again. */
const rowsAtOnce = 200;

/**
 * The database file of the collector. It is locked for as long as it is open: opening it in a second process fails with
 * `database is locked`. What was committed survives the end of the process; a power cut may lose the last moments.
 */
export class CollectorStore {
  readonly calls: CallDatabase;
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string) {
    this.#file = file;
    // The process that had it may still be ending.
    this.#database = new DatabaseSync(file, { timeout: longestWait });
    this.#database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA auto_vacuum = INCREMENTAL");
    this.#database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384");
    this.#migrate();
    this.calls = new CallDatabase([], "merged", this.#database);
  }

  /** Runs writes that are committed together, or not at all. */
  transaction<T>(write: () => T): T {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const result = write();
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      this.calls.reread();
      throw storageFailure(error);
    }
  }

  run(text: string, ...values: readonly SQLInputValue[]): number {
    return Number(this.#statement(text).run(...values).changes);
  }

  all(text: string, ...values: readonly SQLInputValue[]): readonly Row[] {
    return this.#statement(text).all(...values);
  }

  /** The key of a project for reading; that of none if it has nothing. */
  projectOf(id: string): number {
    return this.calls.projectKey(id) ?? unknownProject;
  }

  putCall(project: number, call: StoredCall): void {
    this.run(insertCall, project, ...storedCall(call, "merged", this.calls.ids));
  }

  putSpans(project: number, spans: readonly SpanRow[]): void {
    insertSpans(this.#database, project, spans);
  }

  /** Bytes on disk: the file, and the log of what is not in it yet. */
  get size(): number {
    const sizes = [this.#file, `${this.#file}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
    return sizes.reduce((sum, size) => sum + size);
  }

  /** Bytes of the file that are in use. */
  get used(): number {
    const [page, pages, free] = ["page_size", "page_count", "freelist_count"].map((name) =>
      Number(this.all(`PRAGMA ${name}`)[0]?.[name]),
    );
    return (page ?? 0) * ((pages ?? 0) - (free ?? 0));
  }

  /**
   * Deletes whole traces, those first that began first, until the rest fits, and published files and rows of datasets if
   * traces are not what is large. Returns how many traces.
   */
  purge({ bytes, days }: Retention, now: number): number {
    const oldest = (now - days * 86_400_000) * 1000;
    let deleted = 0;
    for (;;) {
      const before = this.used > bytes ? Math.max(oldest, (now - keptMs) * 1000) : oldest;
      const rows = this.all(
        `SELECT project, trace_id, started_at FROM calls WHERE started_at < ? UNION ALL
          SELECT project, trace_id, started_at FROM spans WHERE started_at < ? ORDER BY started_at LIMIT ?`,
        ...[before, before, rowsAtOnce],
      );
      const traces = new Map(
        rows.map(({ project, trace_id: trace }) => [`${project} ${trace}`, [project, trace] as const]),
      );
      if (traces.size === 0) break;
      this.transaction(() => {
        for (const [project, trace] of traces.values())
          for (const table of ["calls", "spans"])
            this.run(`DELETE FROM ${table} WHERE project = ? AND trace_id = ?`, project ?? null, trace ?? null);
      });
      deleted += traces.size;
    }
    this.run("DELETE FROM feedback WHERE created_at < ?", oldest);
    const isPublished = this.used > bytes;
    // Refs of what is gone are read as null, as those of what was never sent.
    if (isPublished) this.transaction(() => ["files", "rows"].map((table) => this.run(`DELETE FROM ${table}`)));
    if (deleted > 0 || isPublished) this.shrink();
    return deleted;
  }

  /** Deletes everything but the projects, which programs that are running have. Part of a transaction. */
  clear(): void {
    for (const table of ["calls", "spans", "objects", "names", "files", "rows", "feedback", "ends"])
      this.run(`DELETE FROM ${table}`);
  }

  /** Gives the space of what was deleted back; while rows are being read, the next time. */
  shrink(): void {
    try {
      this.#database.exec("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (error) {
      if (!isLocked(error)) throw error;
    }
  }

  #statement(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  #migrate(): void {
    const version = Number(this.all("PRAGMA user_version")[0]?.user_version);
    if (version > migrations.length) throw new Error("The database is from a newer version of the extension.");
    this.#database.exec("BEGIN");
    for (const step of migrations.slice(version)) for (const part of step) this.#database.exec(part);
    this.#database.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`);
  }
}

/** Whether a statement of this process or of another uses the database. */
function isLocked(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && [5, 6].includes(Number(error.errcode) & 0xff);
}

/** SQLite's results for a full disk, and for files that cannot be written, in words; other errors unchanged. */
function storageFailure(error: unknown): unknown {
  const code = error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : 0;
  const reasons: Readonly<Record<number, string>> = {
    8: "The database of the collector is read-only.",
    10: "The database of the collector could not be written.",
    11: "The database of the collector is damaged.",
    13: "The disk is full.",
  };
  const reason = reasons[code];
  // A full disk may pass: clients send again.
  return reason === undefined ? error : new RequestFailure(code === 13 ? 507 : 422, { reason });
}
