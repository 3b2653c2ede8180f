/** Columns of a call in the query language, with their descriptions. */
const columns: Readonly<Record<string, string>> = {
  id: "Call ID",
  project_id: "Internal project ID, matches nothing; use the top-level project_id key of the file",
  trace_id: "Trace ID",
  parent_id: "Parent call ID; null for a trace root",
  thread_id: "Thread ID",
  turn_id: "Turn ID: the ID of the turn's own call",
  op_name: "weave:///<entity>/<project>/op/<name>:<digest>, or a bare name. $contains searches its internal form.",
  display_name: "Name given to the call by a user",
  started_at: "Start time; compare with Unix seconds",
  ended_at:
    "End time, null while the call runs; compare with Unix seconds. Newer services treat running calls as ended before any time; add $not $eq null to exclude them.",
  exception: "Exception of a failed call; otherwise null",
  wb_user_id: "Internal user ID, matches nothing; use wb_user_ids of the filter",
  wb_run_id: "Internal run ID, matches nothing; use wb_run_ids of the filter",
  wb_run_step: "Run step when the call started",
  wb_run_step_end: "Run step when the call ended",
  deleted_at: "Time of deletion. Deleted calls are never counted.",
  expire_at: "Time when the call expires",
  input_refs: "List of refs in the inputs. Use $size for their number, and input_refs of the filter to compare.",
  output_refs: "List of refs in the output. Use $size for their number, and output_refs of the filter to compare.",
  inputs: "Inputs of the op; a nested path, such as inputs.model, selects one value",
  output: "Output of the op; a nested path selects one value",
  attributes: "Attributes of the call; a nested path selects one value",
  summary: "Usage and status counts; a nested path selects one value",
  "summary.weave.status": "success, error, running or descendant_error",
  "summary.weave.latency_ms": "Latency in milliseconds; null while the call runs",
  "summary.weave.trace_name": "Display name, or the op name if there is none",
  feedback: "Feedback from users and scorers; a nested path selects one value",
};

/** Completions and warnings for field paths in the editor. A newer service may know more fields: they are still sent. */
export const fieldPathHint = {
  anyOf: [
    {
      pattern: `^(${Object.keys(columns).join("|").replaceAll(".", "\\.")}|(inputs|output|attributes|feedback|summary(?!\\.weave\\.))\\..+)$`,
      patternErrorMessage:
        "Unknown call field. Use a column, or a path in inputs, output, attributes, summary or feedback.",
    },
    { enum: Object.keys(columns), enumDescriptions: Object.values(columns) },
  ],
};
