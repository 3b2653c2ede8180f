import type { Json } from "../../src/core/text/json.ts";
import { validationErrorResponse } from "../../src/service/fault/errorBody.ts";
import type { Check, Part, Requested } from "./check.ts";
import { oddThreads, threads, users } from "./dataSet.ts";
import { isTurn, liveCalls, valueAt } from "./recomputed.ts";

interface Body {
  readonly [key: string]: Json;
}

/** The part of a response that a client can distinguish. */
async function answered(path: string, body: Body, type: string | null, requested: Requested, signal: AbortSignal) {
  const { url, username, password, project } = requested;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const headers = { authorization, ...(type !== null && { "content-type": type }) };
  // Bytes have no default content type.
  const bytes = Buffer.from(JSON.stringify({ project_id: project, ...body }));
  const answer = await fetch(url + path, { method: "POST", headers, body: bytes, signal });
  const lines = (await answer.text()).split("\n").filter((line) => line !== "");
  const values = lines.map((line): unknown => JSON.parse(line));
  return { status: answer.status, body: answer.ok ? values.map(settled) : values.map(refusal) };
}

/** Hides the last of several running turns, which is arbitrary because all of them end in 1970. */
function settled(record: unknown): unknown {
  const isOpen = valueAt(record, "last_updated") === "1970-01-01T00:00:00Z";
  return isOpen && typeof record === "object" ? { ...record, last_turn_id: "any" } : record;
}

/** The paths of the issues in an error response, without their messages, which a client shows unchanged. */
function refusal(body: unknown): unknown {
  const known = validationErrorResponse.safeParse(body);
  if (known.success) return [...new Set(known.data.detail.map(({ loc }) => loc.join(".")))].toSorted();
  // Later releases also include the class of the error.
  return Object.keys(typeof body === "object" && body !== null ? body : {}).filter((key) => key !== "error_type");
}

/** A request to which the sample service must respond like the server. */
export function wire(name: string, path: string, body: Body, type: string | null = "application/json"): Check {
  return { name, ask: (requested, signal) => answered(path, body, type, requested, signal) };
}

const stats = (name: string, body: Body) => wire(name, "/calls/query_stats", body);
const calls = (name: string, body: Body) => wire(name, "/calls/stream_query", body);
const list = (name: string, body: Body) => wire(name, "/threads/stream_query", body);

const field = (name: string) => ({ $getField: name });
const sort_by = [{ field: "thread_id", direction: "asc" }];

/** Response format, empty lists, limits and invalid requests, sent to both services without the client. */
export const wireChecks: Part = {
  title: "Responses as they are sent",
  checks: (data) => {
    const turn = liveCalls(data).find((call) => isTurn(call) && call.thread_id === threads.long);
    const expression = (operand: Json) => ({ query: { $expr: operand } });
    return [
      stats("a count", {}),
      stats("a count with nulls", {
        filter: null,
        query: null,
        limit: null,
        include_total_storage_size: null,
        expand_columns: null,
      }),
      wire("a count without a content type", "/calls/query_stats", {}, null),
      wire("a count as plain text", "/calls/query_stats", {}, "text/plain"),
      stats("a limit of 1", { limit: 1 }),
      stats("a limit of 1 with a query", {
        limit: 1,
        ...expression({ $eq: [field("op_name"), { $literal: "none" }] }),
      }),
      stats("a limit of 1 with a filter", { limit: 1, filter: { trace_roots_only: true } }),
      stats("a limit of 0", { limit: 0 }),
      stats("a negative limit", { limit: -1 }),
      stats("a limit as a text", { limit: "10" }),
      stats("a fraction as a limit", { limit: 1.5 }),
      ...[
        ..."op_names input_refs output_refs parent_ids trace_ids call_ids thread_ids turn_ids".split(" "),
        "wb_user_ids",
        "wb_run_ids",
      ].map((name) => stats(`no ${name}`, { filter: { [name]: [] } })),
      stats("no turn_ids beside another field", { filter: { turn_ids: [], wb_user_ids: [users[0]] } }),
      stats("1,001 ids", { filter: { call_ids: Array.from({ length: 1001 }, String) } }),
      stats("a malformed ref", { filter: { op_names: ["weave:///nonsense"] } }),
      stats("$in of nothing", expression({ $in: [field("op_name"), []] })),
      stats("$and of nothing", expression({ $and: [] })),
      stats("$or of nothing", expression({ $or: [] })),
      stats("$not of an object", expression({ $not: { $eq: [field("id"), field("id")] } })),
      stats(
        "two operators in an object",
        expression({ $gt: [field("inputs.n"), { $literal: 5 }], $eq: [field("inputs.n"), { $literal: 5 }] }),
      ),
      stats("an unknown operator", expression({ $near: [field("id"), field("id")] })),
      stats(
        "$containsToken",
        expression({ $containsToken: { input: field("op_name"), substr: { $literal: "chat" } } }),
      ),
      stats(
        "a cast to an unknown type",
        expression({ $eq: [{ $convert: { input: field("inputs.n"), to: "date" } }, { $literal: 1 }] }),
      ),
      stats("a list as a literal", expression({ $eq: [field("inputs.tags"), { $literal: [{ $literal: "eu" }] }] })),
      stats("a raw list as a literal", expression({ $eq: [field("inputs.tags"), { $literal: ["eu"] }] })),
      stats("an unknown key of the query", {
        query: { $expr: { $eq: [field("id"), field("id")] }, extra: 1 },
      }),
      stats("an unknown key of the request", { extra: 1 }),
      stats("an unknown key of the filter", { filter: { extra: [] } }),
      stats("null on the left", expression({ $eq: [{ $literal: null }, field("parent_id")] })),
      stats("a date of nonsense", expression({ $gte: [field("started_at"), { $literal: "nonsense" }] })),
      stats(
        "an equal list of refs",
        expression({ $eq: [field("input_refs"), { $literal: "weave:///a/b/object/c:d" }] }),
      ),
      stats("a size", expression({ $gt: [field("storage_size_bytes"), { $literal: 1 }] })),
      list("threads", { sort_by }),
      list("a page of threads", { sort_by, limit: 5, offset: 3 }),
      list("no thread_ids", { sort_by, filter: { thread_ids: [] } }),
      list("a time with an offset", { sort_by, filter: { after_datetime: "2026-11-02T10:00:00+02:00" } }),
      list("a time without a zone", { sort_by, filter: { after_datetime: "2026-11-02T10:00:00" } }),
      list("a date", { sort_by, filter: { before_datetime: "2026-11-02" } }),
      list("a time in seconds", { sort_by, filter: { before_datetime: 1_793_600_000 } }),
      list("a time of nonsense", { filter: { before_datetime: "yesterday" } }),
      list("a field that does not sort", { sort_by: [{ field: "first_turn_id", direction: "asc" }] }),
      list("a direction in capitals", { sort_by: [{ field: "thread_id", direction: "ASC" }] }),
      list("an unknown key of the threads' filter", { filter: { extra: 1 } }),
      calls("the calls of a thread", { filter: { thread_ids: [threads.overlap] }, sort_by: byStart }),
      calls("a call with all that can be asked for", {
        filter: { call_ids: [turn?.id ?? ""] },
        include_costs: true,
        include_feedback: true,
        include_storage_size: true,
        include_total_storage_size: true,
      }),
      calls("two columns of a call", { filter: { call_ids: [turn?.id ?? ""] }, columns: ["inputs", "summary"] }),
      calls("a part of a document", { filter: { call_ids: [turn?.id ?? ""] }, columns: ["inputs.model"] }),
      calls("an object in the place of a ref", {
        filter: { call_ids: [turn?.id ?? ""] },
        columns: ["inputs"],
        expand_columns: ["inputs.prompt"],
      }),
      calls("running calls", {
        ...expression({ $eq: [field("ended_at"), { $literal: null }] }),
        columns: ["id", "ended_at", "summary"],
        sort_by: byStart,
      }),
      calls("calls by a number in a document", {
        filter: { thread_ids: [threads.long] },
        columns: ["id"],
        sort_by: [{ field: "inputs.n", direction: "desc" }, ...byStart],
      }),
      calls("calls by a text in a document", {
        filter: { thread_ids: oddThreads.slice(0, 5) },
        columns: ["id"],
        sort_by: [{ field: "inputs.note", direction: "asc" }, ...byStart],
      }),
      calls("a page of calls", { columns: ["id"], sort_by: byStart, limit: 10, offset: 20 }),
      calls("calls by their size", { sort_by: [{ field: "storage_size_bytes", direction: "asc" }] }),
    ];
  },
};

const byStart = [
  { field: "started_at", direction: "asc" },
  { field: "id", direction: "asc" },
];
