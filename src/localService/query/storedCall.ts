import type { Json } from "../../core/text/json.ts";
import type { SpanRow } from "../agents/span.ts";
import type { TimedFeedback } from "../feedback/feedbackBody.ts";

/** The columns of a call. The documents are last: a row is read from the start, and most queries do not need them. */
export const columnKinds = {
  id: "text",
  trace_id: "text",
  parent_id: "text",
  thread_id: "text",
  /** ID of the turn that contains this call; for a turn, its own ID. */
  turn_id: "text",
  /** An op ref, or a bare name for calls without a published op. */
  op_name: "text",
  display_name: "text",
  started_at: "datetime",
  /** Null while the call runs, and forever if its process died. */
  ended_at: "datetime",
  deleted_at: "datetime",
  expire_at: "datetime",
  exception: "text",
  wb_user_id: "text",
  /** `<entity>/<project>/<run>`. */
  wb_run_id: "text",
  wb_run_step: "integer",
  wb_run_step_end: "integer",
  input_refs: "list",
  output_refs: "list",
  /** Bytes. */
  storage_size_bytes: "size",
  attributes: "json",
  inputs: "json",
  output: "json",
  summary: "json",
} as const satisfies Readonly<Record<string, ColumnKind>>;

interface ColumnValues {
  text: string | null;
  datetime: number | null;
  integer: number | null;
  list: readonly string[];
  size: number;
  json: Json;
}

export type ColumnKind = keyof ColumnValues;

/**
 * A call. Times are milliseconds since the epoch, with fractions down to the microsecond, the precision of the service.
 */
export type StoredCall = {
  readonly [Name in keyof typeof columnKinds]: ColumnValues[(typeof columnKinds)[Name]];
} & { readonly id: string; readonly trace_id: string; readonly op_name: string; readonly started_at: number };

/** Bytes of documents as JSON, as the service counts them. */
export function storageSize(documents: readonly Json[]): number {
  return documents.reduce((sum: number, document) => sum + Buffer.byteLength(JSON.stringify(document)), 0);
}

/** A published object referenced by inputs and outputs. */
export interface PublishedObject {
  readonly ref: string;
  readonly value: Json;
}

/** A project with its data. Calls may be generated while the database is filled. */
export interface ProjectData {
  readonly id: string;
  readonly calls: Iterable<StoredCall>;
  readonly objects: Iterable<PublishedObject>;
  /** Of agents, in the other store. */
  readonly spans?: readonly SpanRow[];
  /** What people and scorers say about each call and span. */
  readonly feedback?: {
    ofCall(call: StoredCall): readonly TimedFeedback[];
    ofSpan(span: SpanRow): readonly TimedFeedback[];
  };
}
