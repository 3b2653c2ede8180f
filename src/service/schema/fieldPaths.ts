/** The columns of a call that the query language filters by, and what is in each. */
const columns: Readonly<Record<string, string>> = {
  id: "The call's id",
  project_id: "An internal ID here, which matches nothing; use project_id of the file",
  trace_id: "The id of the trace that the call is part of",
  parent_id: "The id of the call around it; null for the root of a trace",
  thread_id: "The conversation that the call belongs to",
  turn_id: "The turn of the conversation; a turn is the call whose own id this is",
  op_name: "weave:///<entity>/<project>/op/<name>:<digest>, or a bare name; $contains searches an internal form of it",
  display_name: "The name that a person gave to the call",
  started_at: "When the call began; compare with unix seconds",
  ended_at:
    "When the call ended; compare with unix seconds, null while it runs. Newer services count running calls as ended before any moment: add $not $eq null.",
  exception: "The error that ended the call; null where there was none",
  wb_user_id: "An internal ID here, which matches nothing; use wb_user_ids of the filter",
  wb_run_id: "An internal ID here, which matches nothing; use wb_run_ids of the filter",
  wb_run_step: "The run's step at which the call began",
  wb_run_step_end: "The run's step at which the call ended",
  deleted_at: "When the call was deleted; deleted calls are never counted",
  expire_at: "When the call will be removed",
  input_refs:
    "The objects that the inputs refer to, as a list: $size counts them, and input_refs of the filter compares",
  output_refs:
    "The objects that the output refers to, as a list: $size counts them, and output_refs of the filter compares",
  inputs: "What the op was called with; a path below it, such as inputs.model, names one value",
  output: "What the op returned; a path below it names one value",
  attributes: "What the program noted about the call; a path below it names one value",
  summary: "Usage and status counts; a path below it names one value",
  "summary.weave.status": "success, error, running, or descendant_error",
  "summary.weave.latency_ms": "Milliseconds from start to end; null while it runs",
  "summary.weave.trace_name": "The display name, else the op's name",
  feedback: "What people and scorers said about the call; a path below it names one value",
};

/**
 * What completes and explains a field path in the editor. Only a hint: a service that is newer may know more fields, so
 * that sending is not refused by it.
 */
export const fieldPathHint = {
  anyOf: [
    {
      pattern: `^(${Object.keys(columns).join("|").replaceAll(".", "\\.")}|(inputs|output|attributes|feedback|summary(?!\\.weave\\.))\\..+)$`,
      patternErrorMessage:
        "No known field of a call. Known are its columns, and any path below inputs, output, attributes, summary or feedback.",
    },
    { enum: Object.keys(columns), enumDescriptions: Object.values(columns) },
  ],
};
