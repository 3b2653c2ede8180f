import type { Side } from "./comparison.ts";
import { escapedNotes, foreignNotes, type Table } from "./dataSet.ts";

/** Results that are known to differ, by name of the check. An entry that no longer differs must be removed. */
export interface KnownDifference {
  readonly reason: string;
  readonly tables: readonly Table[];
  readonly side: Side;
  readonly part: string;
  readonly checks: readonly string[];
}

const both = ["merged", "complete"] as const;

const named = (notes: readonly string[], ...names: readonly ((note: string) => string)[]): readonly string[] =>
  notes.flatMap((note) => names.map((name) => name(JSON.stringify(note))));

export const knownDifferences: readonly KnownDifference[] = [
  {
    reason: "An op of any version is looked for with LIKE, to which an underscore is any character.",
    tables: both,
    side: "server",
    part: "Counts by filter",
    checks: ["an op with an underscore"],
  },
  {
    reason: "Where nothing is filtered, the server adds up the storage of deleted calls, too.",
    tables: both,
    side: "server",
    part: "Limits and storage",
    checks: ["the storage of all calls"],
  },
  {
    reason: "Where nothing is filtered, the server adds up the storage of deleted calls, too.",
    tables: both,
    side: "server",
    part: "Overview",
    checks: ["all threads"],
  },
  {
    reason: "Expressions compare internal ids of projects, runs and users; the filter has fields for them.",
    tables: both,
    side: "server",
    part: "Count files: columns",
    checks: ["part of a project's ref", "project_id", "wb_user_id", "wb_run_id"],
  },
  {
    reason: "The server refuses to cast what is a number already. A count file is sent as it is written.",
    tables: both,
    side: "server",
    part: "Count files: columns",
    checks: ["latency of a cast", "wb_run_step of a cast"],
  },
  {
    reason: "The complete table keeps 1970 as the end of a call that runs.",
    tables: ["complete"],
    side: "server",
    part: "Count files: columns",
    checks: ["ended_at before"],
  },
  {
    reason: "The complete table keeps 0 as the step of a call that has none.",
    tables: ["complete"],
    side: "server",
    part: "Count files: columns",
    checks: ["wb_run_step 0", "no wb_run_step"],
  },
  {
    reason: "The server looks for the text in quotes before it reads documents, and a number has none.",
    tables: both,
    side: "server",
    part: "Count files: documents",
    checks: ["a number against the wrong type"],
  },
  {
    reason: "The server casts digits alone to bool: of true and false it makes null.",
    tables: both,
    side: "server",
    part: "Count files: documents",
    checks: ["a cast to bool"],
  },
  {
    reason: "A missing place in a document is an empty text to the server, not null.",
    tables: both,
    side: "server",
    part: "Count files: documents",
    checks: ["nothing there", "a cast to exists"],
  },
  {
    reason: "The complete table keeps an empty text where a column has no value, and that exists.",
    tables: ["complete"],
    side: "server",
    part: "Count files: documents",
    checks: ["a cast of a column to exists"],
  },
  {
    reason: "No release that was checked knows $containsToken.",
    tables: both,
    side: "server",
    part: "Count files: documents",
    checks: ["$containsToken"],
  },
  {
    reason: "The server casts a place beside a number by itself, but not one behind a ref.",
    tables: both,
    side: "server",
    part: "Count files: documents",
    checks: ["through a ref, a number"],
  },
  {
    reason: "The server looks for the text as it is before it reads documents, where JSON escapes it.",
    tables: both,
    side: "server",
    part: "Count files: documents",
    checks: ["a key in other letters"],
  },
  {
    reason: "The server looks for the text as it is before it reads documents, where JSON escapes it.",
    tables: both,
    side: "server",
    part: "Count files: texts that JSON escapes",
    checks: named(
      [...foreignNotes, ...escapedNotes],
      (note) => `${note}, plain`,
      (note) => `a list of ${note}, plain`,
      (note) => `in a text ${note}, plain`,
      (note) => `in a document ${note}, plain`,
    ),
  },
  {
    reason: "A document is searched as JSON text: quotes, backslashes and line ends are escaped in it.",
    tables: both,
    side: "server",
    part: "Count files: texts that JSON escapes",
    checks: named(escapedNotes, (note) => `in a document ${note}, cast`),
  },
  {
    reason: "The statistics of threads include deleted turns.",
    tables: both,
    side: "server",
    part: "Export",
    checks: ["threads with deleted turns, without those"],
  },
  {
    reason: "A turn that runs has its end in 1970 on the complete table, which pulls percentiles down.",
    tables: ["complete"],
    side: "server",
    part: "Export",
    checks: ["threads with ended and running turns, without those that run"],
  },
  {
    reason:
      "Releases before July 2026 refuse keys that they do not know. So does the sample service: a misspelt filter shows.",
    tables: both,
    side: "sample",
    part: "Responses as they are sent",
    checks: ["an unknown key of the request", "an unknown key of the filter", "an unknown key of the threads' filter"],
  },
  {
    reason: "The server's framework cuts the names of types short where they are nested.",
    tables: both,
    side: "sample",
    part: "Responses as they are sent",
    checks: ["a raw list as a literal"],
  },
  {
    reason: "The older client takes U+2028, here in a thread id, for the end of a line.",
    tables: ["merged"],
    side: "client",
    part: "Python client 0.52.42",
    checks: [
      "threads_query_stream",
      "get_calls",
      "get_calls, query",
      "get_calls, order and page",
      "get_calls, slice",
      "get_calls, thread id with U+2028",
    ],
  },
  {
    reason: "The older client does not read what a refused stream says before it tells of it.",
    tables: ["merged"],
    side: "client",
    part: "Python client 0.52.42",
    checks: ["a project that is not there"],
  },
];
