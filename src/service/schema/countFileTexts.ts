import { castTargets } from "../../core/query/expression.ts";
import type { Json, JsonObject } from "../../core/text/json.ts";

/** JSON schema keywords by the name of a field or an operator. */
type Texts = Readonly<Record<string, JsonObject>>;

interface Snippet {
  readonly label: string;
  readonly body: string;
}

/**
 * A description and the `defaultSnippets` keyword, in the snippet syntax of the editor: `$1` is a tab stop, and a `$` of
 * the query language is written `\$`. The editor offers a choice between several snippets.
 */
function text(description: string, body?: string, ...named: readonly Snippet[]): JsonObject {
  if (body === undefined) return { description };
  const label = body.replace(/(?<!\\)\$(?:\d|\{\d:(\w+)\})/g, "$1").replaceAll("\\", "");
  const snippets = [{ label, body }, ...named];
  return { description, defaultSnippets: snippets.map((each) => ({ label: each.label, body: `^${each.body}` })) };
}

function list(description: string): JsonObject {
  return text(`${description}. 1 to 1,000 values; a call needs to match one of them.`, '["$1"]');
}

const castTexts: Readonly<Record<(typeof castTargets)[number], string>> = {
  double: "A string as a number; null if it is not a number. The service rejects columns that are already numbers.",
  string: "A string",
  int: "A string as a whole number; null if it is not a number. The service rejects columns that are already numbers.",
  bool: "The strings 1 and 0 as true and false; null for JSON true and false. Compare with a boolean literal instead.",
  exists:
    'Whether a column has a value. True for every path in a document; use $not $eq "" to check for a non-empty value.',
};

const expandedPath: JsonObject = {
  type: "string",
  minLength: 1,
  pattern: "^(inputs|output|attributes|summary|feedback)\\..+$",
  patternErrorMessage: "Enter a path in inputs, output, attributes, summary or feedback, such as inputs.model.",
};

/** Texts of the fields of a count file. The checks are in the schemas. */
export const fieldTexts: Texts = {
  $schema: text("JSON schema used by the editor. Not sent to the service."),
  $comment: text("A note for readers of the file. Not sent to the service."),
  project_id: {
    description: "Project as <entity>/<project>. Defaults to the project of this window.",
    patternErrorMessage: "Enter a project as <entity>/<project>.",
  },
  filter: text("Selects calls. A call must match every field, and one of the values in each field."),
  op_names: list(
    "Op refs (weave:///<entity>/<project>/op/<name>:<digest>, * matches any digest), or names of ops recorded without a ref",
  ),
  input_refs: list("Refs (weave:///…) used in the inputs"),
  output_refs: list("Refs (weave:///…) used in the output"),
  parent_ids: list("Parent call IDs"),
  trace_ids: list("Trace IDs"),
  call_ids: list("Call IDs"),
  thread_ids: list("Thread IDs. Includes calls inside turns"),
  turn_ids: list("Turn IDs. Includes calls inside the turns"),
  trace_roots_only: text("If true, matches only calls without a parent. false has no effect."),
  wb_user_ids: list("User IDs, not user names"),
  wb_run_ids: list("Runs as <entity>/<project>/<run>, or run IDs in this project"),
  query: text("Expression that calls must match in addition to the filter.", String.raw`{"\$expr": {$1}}`),
  $expr: text("Condition that calls must match", "{$1}"),
  limit: text("Maximum number of calls to count. Newer services ignore it. Must be at least 2 with a query."),
  include_total_storage_size: text(
    "If true, also returns the storage size in bytes of the traces whose root call matches.",
  ),
  expand_columns: {
    ...text(
      "Paths that contain refs, such as inputs.model. Conditions on nested paths use the referenced object.",
      '["inputs.$1"]',
    ),
    items: expandedPath,
  },
  case_insensitive: text("If true, ignores case. Defaults to false."),
  to: { ...text("Type to convert to"), enumDescriptions: castTargets.map((target) => castTexts[target]) },
};

const field = String.raw`{"\$getField": "$1"}`;
const value = String.raw`{"\$literal": $2}`;
const pair = `[${field}, ${value}]`;
const substring = `{"input": ${field}, "substr": ${value}}`;
const notEmpty = { label: "is not empty", body: String.raw`[{"\$eq": [${field}, {"\$literal": ""}]}]` };

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
const fieldPathHint: Json = [
  {
    pattern: `^(${Object.keys(columns).join("|").replaceAll(".", "\\.")}|(inputs|output|attributes|feedback|summary(?!\\.weave\\.))\\..+)$`,
    patternErrorMessage:
      "Unknown call field. Use a column, or a path in inputs, output, attributes, summary or feedback.",
  },
  { enum: Object.keys(columns), enumDescriptions: Object.values(columns) },
];

/** Texts of the operators of the query language. */
export const operatorTexts: Texts = {
  $and: text("True if all conditions are true", "[{$1}]"),
  $or: text("True if any condition is true", "[{$1}]"),
  $not: text(
    "True if the condition in the list is false. A comparison with a missing value is neither true nor false.",
    "[{$1}]",
    notEmpty,
  ),
  $eq: text("True if both values are equal. null on the right matches missing values.", pair),
  $gt: text("True if the first value is greater than the second", pair),
  $gte: text("True if the first value is greater than or equal to the second", pair),
  $lt: text(
    "True if the first value is less than the second. Rewritten with $not and $gte for services without it.",
    pair,
  ),
  $lte: text(
    "True if the first value is less than or equal to the second. Rewritten with $not and $gt for services without it.",
    pair,
  ),
  $in: text(
    "True if the first operand equals a value in the list, the second operand. An empty list matches nothing.",
    `[${field}, [${value}]]`,
  ),
  $contains: text(
    "True if input contains the literal string substr. Op names and refs are searched in their internal form; use op_names, input_refs or output_refs of the filter instead.",
    substring,
  ),
  $containsToken: {
    ...text("True if input contains substr, one word of letters and digits, as a whole word", substring),
    deprecationMessage: "No known release of the service supports $containsToken. Use $contains.",
  },
  $literal: text(
    'A string, number, boolean or null. In an array or object, each value is also a {"$literal": …}; the service cannot compare with arrays or objects.',
  ),
  $getField: {
    ...text("Column of a call, or dotted path into its JSON. Whole numbers are array indexes."),
    anyOf: fieldPathHint,
  },
  $convert: text(
    "Converts input to another type. Values in documents are strings until converted.",
    `{"input": ${field}, "to": "\${2:double}"}`,
  ),
  $size: text(
    "Number of items in a list column, such as input_refs, or of bytes in a string. Newer services only.",
    field,
  ),
};
