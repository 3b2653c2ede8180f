import { castTargets } from "../../core/counts/expression.ts";
import type { Json } from "../../core/json.ts";
import { fieldPathHint } from "./fieldPaths.ts";
import { snippet } from "./snippet.ts";

type Texts = Readonly<Record<string, { readonly [keyword: string]: Json }>>;

function list(description: string): Texts[string] {
  return { description: `${description}. 1 to 1000 values, any of which matches.`, ...snippet('["$1"]') };
}

const castTexts: Readonly<Record<(typeof castTargets)[number], string>> = {
  double: "A text as a number, and null for what is none; the service refuses columns that are numbers already",
  string: "A text",
  int: "A text as a whole number, and null for what is none; the service refuses columns that are numbers already",
  bool: "The texts 1 and 0 as true and false; null for JSON true and false: compare with a boolean literal instead",
  exists:
    'Whether a column has a value. True for every path in a document: use $not $eq "" instead, which is not empty',
};

/** What the editor says about the fields of a count file, as keywords of JSON schema; the checks are in the schemas. */
export const fieldTexts: Texts = {
  $schema: { description: "The schema that the editor checks this file by; not sent" },
  project_id: {
    description: "Project, <entity>/<project>; without it, the window's",
    patternErrorMessage: "A project is <entity>/<project>.",
  },
  filter: { description: "Which calls to count. Fields combine with and, the values inside one with or." },
  op_names: list(
    "Op refs weave:///<entity>/<project>/op/<name>:<digest>, with * for any digest; bare names only for ops stored under bare names",
  ),
  input_refs: list("Refs weave:///… of which the inputs hold one"),
  output_refs: list("Refs weave:///… of which the output holds one"),
  parent_ids: list("Ids of the calls directly around"),
  trace_ids: list("Ids of traces"),
  call_ids: list("Ids of the calls themselves"),
  thread_ids: list("Ids of threads; the calls inside of turns count as well"),
  turn_ids: list("Ids of turns; the calls inside of them count as well"),
  trace_roots_only: { description: "True: only calls without a parent. False: no difference." },
  wb_user_ids: list("Ids of users: opaque ones, not their names"),
  wb_run_ids: list("Runs, <entity>/<project>/<run>, or a bare run id of this project"),
  query: {
    description: "A condition on the values of a call, on top of the filter.",
    ...snippet(String.raw`{"\$expr": {$1}}`),
  },
  $expr: { description: "The condition that a call must meet to be counted", ...snippet("{$1}") },
  limit: {
    description: "Where counting stops; without it all are counted. Newer services ignore it. Not 1 beside a query.",
  },
  include_total_storage_size: {
    description: "True asks for the bytes that the matching trace roots store, with all below them.",
  },
  expand_columns: {
    description: "Paths that hold refs, such as inputs.model: conditions on paths below look into the object there.",
    items: {
      pattern: "^(inputs|output|attributes|summary|feedback)\\..+$",
      patternErrorMessage: "A path below inputs, output, attributes, summary or feedback, such as inputs.model.",
    },
    ...snippet('["inputs.$1"]'),
  },
  case_insensitive: { description: "True takes capital and small letters for the same; false unless set" },
  to: {
    description: "The type to read the value as",
    enumDescriptions: castTargets.map((target) => castTexts[target]),
  },
};

const field = String.raw`{"\$getField": "$1"}`;
const value = String.raw`{"\$literal": $2}`;
const pairSnippet = snippet(`[${field}, ${value}]`);
const listSnippet = snippet("[{$1}]");
const substringSnippet = snippet(`{"input": ${field}, "substr": ${value}}`);

/** What the editor says about the operators of the query language, in the same form. */
export const operatorTexts: Texts = {
  $and: { description: "True where all of the conditions are", ...listSnippet },
  $or: { description: "True where one of the conditions is", ...listSnippet },
  $not: {
    description: "True where the one condition in the list is false; a comparison with no value is neither",
    ...snippet("[{$1}]", { label: "is not empty", body: String.raw`[{"\$eq": [${field}, {"\$literal": ""}]}]` }),
  },
  $eq: {
    description: "True where both are equal; null on the right asks whether there is no value",
    ...pairSnippet,
  },
  $gt: { description: "True where the first is greater than the second", ...pairSnippet },
  $gte: { description: "True where the first is greater or equal", ...pairSnippet },
  $lt: {
    description: "True where the first is less than the second. A service without it is asked with $not of $gte.",
    ...pairSnippet,
  },
  $lte: {
    description: "True where the first is less or equal. A service without it is asked with $not of $gt.",
    ...pairSnippet,
  },
  $in: {
    description:
      "True where the first equals one of those in the list, which is the second; an empty list matches nothing",
    ...snippet(`[${field}, [${value}]]`),
  },
  $contains: {
    description:
      "True where the text of input contains that of substr, which is no pattern. Op names and refs are searched in their internal form: use op_names, input_refs or output_refs of the filter.",
    ...substringSnippet,
  },
  $containsToken: {
    description: "True where substr, one word of letters and digits, is a whole word of input",
    deprecationMessage: "No known release of the service supports $containsToken. Use $contains.",
    ...substringSnippet,
  },
  $literal: {
    description:
      'A text, number, truth value or null. In a list or an object each member is again a {"$literal": …}; the service compares with none of these.',
  },
  $getField: {
    description: "A column of a call, or a dotted path in its documents; whole numbers are places in a list",
    ...fieldPathHint,
  },
  $convert: {
    description: "The value of input as another type. Values in documents are texts until converted.",
    ...snippet(`{"input": ${field}, "to": "\${2:double}"}`),
  },
  $size: {
    description:
      "The number of items of a list column, such as input_refs, or of bytes of a text. Newer services only.",
    ...snippet(field),
  },
};
