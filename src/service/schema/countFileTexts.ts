import { castTargets } from "../../core/counts/expression.ts";
import type { Json } from "../../core/json.ts";
import { fieldPathHint } from "./fieldPaths.ts";
import { snippet } from "./snippet.ts";

type Texts = Readonly<Record<string, { readonly [keyword: string]: Json }>>;

function list(description: string): Texts[string] {
  return { description: `${description}. 1 to 1,000 values; a call needs to match one of them.`, ...snippet('["$1"]') };
}

const castTexts: Readonly<Record<(typeof castTargets)[number], string>> = {
  double: "A string as a number; null if it is not a number. The service rejects columns that are already numbers.",
  string: "A string",
  int: "A string as a whole number; null if it is not a number. The service rejects columns that are already numbers.",
  bool: "The strings 1 and 0 as true and false; null for JSON true and false. Compare with a boolean literal instead.",
  exists:
    'Whether a column has a value. True for every path in a document; use $not $eq "" to check for a non-empty value.',
};

/** Descriptions of the fields of a count file, as JSON schema keywords. The checks are in the schemas. */
export const fieldTexts: Texts = {
  $schema: { description: "JSON schema used by the editor. Not sent to the service." },
  project_id: {
    description: "Project as <entity>/<project>. Defaults to the project of this window.",
    patternErrorMessage: "Enter a project as <entity>/<project>.",
  },
  filter: { description: "Selects calls. A call must match every field, and one of the values in each field." },
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
  trace_roots_only: { description: "If true, matches only calls without a parent. false has no effect." },
  wb_user_ids: list("User IDs, not user names"),
  wb_run_ids: list("Runs as <entity>/<project>/<run>, or run IDs in this project"),
  query: {
    description: "Expression that calls must match in addition to the filter.",
    ...snippet(String.raw`{"\$expr": {$1}}`),
  },
  $expr: { description: "Condition that calls must match", ...snippet("{$1}") },
  limit: {
    description: "Maximum number of calls to count. Newer services ignore it. Must be at least 2 with a query.",
  },
  include_total_storage_size: {
    description: "If true, also returns the storage size in bytes of the traces whose root call matches.",
  },
  expand_columns: {
    description: "Paths that contain refs, such as inputs.model. Conditions on nested paths use the referenced object.",
    items: {
      pattern: "^(inputs|output|attributes|summary|feedback)\\..+$",
      patternErrorMessage: "Enter a path in inputs, output, attributes, summary or feedback, such as inputs.model.",
    },
    ...snippet('["inputs.$1"]'),
  },
  case_insensitive: { description: "If true, ignores case. Defaults to false." },
  to: {
    description: "Type to convert to",
    enumDescriptions: castTargets.map((target) => castTexts[target]),
  },
};

const field = String.raw`{"\$getField": "$1"}`;
const value = String.raw`{"\$literal": $2}`;
const pairSnippet = snippet(`[${field}, ${value}]`);
const listSnippet = snippet("[{$1}]");
const substringSnippet = snippet(`{"input": ${field}, "substr": ${value}}`);

/** Descriptions of the operators of the query language, in the same form. */
export const operatorTexts: Texts = {
  $and: { description: "True if all conditions are true", ...listSnippet },
  $or: { description: "True if any condition is true", ...listSnippet },
  $not: {
    description:
      "True if the condition in the list is false. A comparison with a missing value is neither true nor false.",
    ...snippet("[{$1}]", { label: "is not empty", body: String.raw`[{"\$eq": [${field}, {"\$literal": ""}]}]` }),
  },
  $eq: {
    description: "True if both values are equal. null on the right matches missing values.",
    ...pairSnippet,
  },
  $gt: { description: "True if the first value is greater than the second", ...pairSnippet },
  $gte: { description: "True if the first value is greater than or equal to the second", ...pairSnippet },
  $lt: {
    description:
      "True if the first value is less than the second. Rewritten with $not and $gte for services without it.",
    ...pairSnippet,
  },
  $lte: {
    description:
      "True if the first value is less than or equal to the second. Rewritten with $not and $gt for services without it.",
    ...pairSnippet,
  },
  $in: {
    description:
      "True if the first operand equals a value in the list, the second operand. An empty list matches nothing.",
    ...snippet(`[${field}, [${value}]]`),
  },
  $contains: {
    description:
      "True if input contains the literal string substr. Op names and refs are searched in their internal form; use op_names, input_refs or output_refs of the filter instead.",
    ...substringSnippet,
  },
  $containsToken: {
    description: "True if input contains substr, one word of letters and digits, as a whole word",
    deprecationMessage: "No known release of the service supports $containsToken. Use $contains.",
    ...substringSnippet,
  },
  $literal: {
    description:
      'A string, number, boolean or null. In an array or object, each value is also a {"$literal": …}; the service cannot compare with arrays or objects.',
  },
  $getField: {
    description: "Column of a call, or dotted path into its JSON. Whole numbers are array indexes.",
    ...fieldPathHint,
  },
  $convert: {
    description: "Converts input to another type. Values in documents are strings until converted.",
    ...snippet(`{"input": ${field}, "to": "\${2:double}"}`),
  },
  $size: {
    description: "Number of items in a list column, such as input_refs, or of bytes in a string. Newer services only.",
    ...snippet(field),
  },
};
