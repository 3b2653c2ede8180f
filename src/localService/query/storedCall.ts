import type { Json } from "../../core/text/json.ts";
import type { SpanRow } from "../agents/span.ts";
import type { TimedFeedback } from "../feedback/feedbackBody.ts";

/**
 * A call. Times are milliseconds since the epoch, with fractions down to the microsecond, the precision of the service.
 */
export interface StoredCall {
  readonly id: string;
  readonly trace_id: string;
  readonly parent_id: string | null;
  readonly thread_id: string | null;
  /** ID of the turn that contains this call; for a turn, its own ID. */
  readonly turn_id: string | null;
  /** An op ref, or a bare name for calls without a published op. */
  readonly op_name: string;
  readonly display_name: string | null;
  readonly started_at: number;
  /** Null while the call runs, and forever if its process died. */
  readonly ended_at: number | null;
  readonly deleted_at: number | null;
  readonly expire_at: number | null;
  readonly exception: string | null;
  readonly wb_user_id: string | null;
  /** `<entity>/<project>/<run>`. */
  readonly wb_run_id: string | null;
  readonly wb_run_step: number | null;
  readonly wb_run_step_end: number | null;
  readonly input_refs: readonly string[];
  readonly output_refs: readonly string[];
  /** Bytes. */
  readonly storage_size_bytes: number;
  readonly attributes: Json;
  readonly inputs: Json;
  readonly output: Json;
  readonly summary: Json;
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
