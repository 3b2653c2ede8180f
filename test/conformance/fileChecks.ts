import { countFile } from "../../src/core/counts/fileCount.ts";
import type { Json } from "../../src/core/text/json.ts";
import type { StoredCall } from "../../src/localService/query/storedCall.ts";
import { readCountFile } from "../../src/service/client.ts";
import { type Check, type Part, type Requested, refused } from "./check.ts";
import { notes, opsOf, runsOf, threads, users } from "./dataSet.ts";
import { isTurn, latency, liveCalls, statusOf, textAt, valueAt } from "./recomputed.ts";

/** An expression in a count file. */
type Expression = Json;

const field = (name: string): Expression => ({ $getField: name });
const literal = (value: string | number | boolean | null): Expression => ({ $literal: value });
const cast = (input: Expression, to: string): Expression => ({ $convert: { input, to } });
const eq = (left: Expression, right: Expression): Expression => ({ $eq: [left, right] });
const not = (operand: Expression): Expression => ({ $not: [operand] });
const contains = (
  input: Expression,
  substr: string,
  options: { readonly case_insensitive?: boolean } = {},
): Expression => ({
  $contains: { input, substr: literal(substr), ...options },
});
const isIn = (input: Expression, ...values: (string | number | boolean | null)[]): Expression => ({
  $in: [input, values.map(literal)],
});

const unsent = "refused before it was sent";

/** Counts like a count file. */
async function counted(body: Json, requested: Requested, signal: AbortSignal): Promise<unknown> {
  const outcome = await countFile(JSON.stringify(body), requested, async (json) => readCountFile(json), signal);
  if (outcome.kind === "counted") return outcome.count.count;
  if (outcome.kind !== "failed") return unsent;
  const status = requested.takeStatus();
  return status === null ? unsent : refused(outcome.fault.kind, status);
}

type Predicate = (call: StoredCall) => boolean;

/** A count file with one expression, and the calls that it should match. */
function file(
  name: string,
  $expr: Expression,
  matches: Predicate,
  others: { readonly [key: string]: Json } = {},
): Check {
  return {
    name,
    ask: (service, signal) => counted({ query: { $expr }, ...others }, service, signal),
    expect: (data) => liveCalls(data).filter(matches).length,
  };
}

/** A count file that is rejected. */
function wrong(name: string, $expr: Expression, answer: unknown): Check {
  return { name, ask: (service, signal) => counted({ query: { $expr } }, service, signal), expect: () => answer };
}

const input =
  (...path: readonly (string | number)[]) =>
  (call: StoredCall) =>
    textAt(call.inputs, ...path);

/** The number at a path; null if its text is not a number. */
const numberAt =
  (...path: readonly (string | number)[]) =>
  (call: StoredCall) => {
    const text = textAt(call.inputs, ...path);
    return text === "" || Number.isNaN(Number(text)) ? null : Number(text);
  };

const compared = (value: number | null, test: (value: number) => boolean) => value !== null && test(value);

export const columnChecks: Part = {
  title: "Count files: columns",
  checks: (data) => {
    const ops = opsOf(data.project);
    const [run] = runsOf(data.project);
    const live = liveCalls(data);
    const [turn] = live.filter((call) => isTurn(call) && call.thread_id === threads.long);
    if (turn === undefined) throw new TypeError("The data set is empty.");
    const seconds = (turn.started_at + 60_000) / 1000;
    const iso = new Date(seconds * 1000).toISOString();
    const name = (call: StoredCall) => call.display_name ?? /\/op\/(.*):/.exec(call.op_name)?.[1] ?? call.op_name;
    return [
      file("id", eq(field("id"), literal(turn.id)), ({ id }) => id === turn.id),
      file("trace_id", eq(field("trace_id"), literal(turn.trace_id)), ({ trace_id }) => trace_id === turn.trace_id),
      file("parent_id", eq(field("parent_id"), literal(turn.id)), ({ parent_id }) => parent_id === turn.id),
      file("no parent_id", eq(field("parent_id"), literal(null)), ({ parent_id }) => parent_id === null),
      file("a parent_id", not(eq(field("parent_id"), literal(null))), ({ parent_id }) => parent_id !== null),
      file(
        "thread_id",
        eq(field("thread_id"), literal("日本語 スレッド")),
        ({ thread_id }) => thread_id === "日本語 スレッド",
      ),
      file("no thread_id", eq(field("thread_id"), literal(null)), ({ thread_id }) => thread_id === null),
      file("thread_id from a list", isIn(field("thread_id"), "a/b/c", "upper", "none"), ({ thread_id }) =>
        ["a/b/c", "upper"].includes(thread_id ?? ""),
      ),
      file(
        "part of a thread_id",
        contains(field("thread_id"), "thread-1"),
        ({ thread_id }) => thread_id?.includes("thread-1") ?? false,
      ),
      file(
        "thread_id in any case",
        contains(field("thread_id"), "uppe", { case_insensitive: true }),
        ({ thread_id }) => thread_id?.toLowerCase().includes("uppe") ?? false,
      ),
      file("turns", eq(field("id"), field("turn_id")), isTurn),
      file(
        "turns of a thread",
        { $and: [eq(field("id"), field("turn_id")), eq(field("thread_id"), literal(threads.long))] },
        (call) => isTurn(call) && call.thread_id === threads.long,
      ),
      file("op_name", eq(field("op_name"), literal(ops.bare)), ({ op_name }) => op_name === ops.bare),
      file("an op ref", eq(field("op_name"), literal(ops.chat)), ({ op_name }) => op_name === ops.chat),
      file("part of an op ref", contains(field("op_name"), "/op/chat:"), ({ op_name }) =>
        op_name.includes("/op/chat:"),
      ),
      file("part of a project's ref", contains(field("op_name"), data.project), ({ op_name }) =>
        op_name.includes(data.project),
      ),
      file(
        "display_name",
        eq(field("display_name"), literal("Größe ändern")),
        ({ display_name }) => display_name === "Größe ändern",
      ),
      file("no display_name", eq(field("display_name"), literal(null)), ({ display_name }) => display_name === null),
      file(
        "exception",
        contains(field("exception"), "ToolError"),
        ({ exception }) => exception?.includes("ToolError") ?? false,
      ),
      file(
        "exception in other letters",
        contains(field("exception"), "größer' 🚫"),
        ({ exception }) => exception?.includes("größer' 🚫") ?? false,
      ),
      file("no exception", eq(field("exception"), literal(null)), ({ exception }) => exception === null),
      file(
        "started_at in seconds",
        { $gte: [field("started_at"), literal(seconds)] },
        (call) => call.started_at >= seconds * 1000,
      ),
      file(
        "started_at as ISO 8601",
        { $gte: [field("started_at"), literal(iso)] },
        (call) => call.started_at >= seconds * 1000,
      ),
      file(
        "started_at as a date",
        { $lt: [field("started_at"), literal("2026-11-02")] },
        (call) => call.started_at < Date.UTC(2026, 10, 2),
      ),
      file(
        "ended_at after",
        { $gt: [field("ended_at"), literal(seconds)] },
        (call) => call.ended_at !== null && call.ended_at > seconds * 1000,
      ),
      file(
        "ended_at before",
        { $lt: [field("ended_at"), literal(seconds)] },
        (call) => call.ended_at !== null && call.ended_at < seconds * 1000,
      ),
      file("no ended_at", eq(field("ended_at"), literal(null)), ({ ended_at }) => ended_at === null),
      file("an ended_at", not(eq(field("ended_at"), literal(null))), ({ ended_at }) => ended_at !== null),
      file(
        "ended_at before, of ended calls",
        { $and: [{ $lt: [field("ended_at"), literal(seconds)] }, not(eq(field("ended_at"), literal(null)))] },
        (call) => call.ended_at !== null && call.ended_at < seconds * 1000,
      ),
      file("deleted_at", not(eq(field("deleted_at"), literal(null))), () => false),
      file("wb_run_step", eq(field("wb_run_step"), literal(7)), ({ wb_run_step }) => wb_run_step === 7),
      file("wb_run_step as a text", eq(field("wb_run_step"), literal("7")), ({ wb_run_step }) => wb_run_step === 7),
      file("wb_run_step 0", eq(field("wb_run_step"), literal(0)), ({ wb_run_step }) => wb_run_step === 0),
      file("no wb_run_step", eq(field("wb_run_step"), literal(null)), ({ wb_run_step }) => wb_run_step === null),
      file(
        "wb_run_step from a list",
        isIn(field("wb_run_step"), 1, 7),
        ({ wb_run_step }) => wb_run_step === 1 || wb_run_step === 7,
      ),
      file(
        "wb_run_step of a cast",
        { $gte: [cast(field("wb_run_step"), "double"), literal(1)] },
        ({ wb_run_step }) => (wb_run_step ?? 0) >= 1,
      ),
      file("project_id", eq(field("project_id"), literal(data.project)), () => true),
      file("wb_user_id", eq(field("wb_user_id"), literal(users[0])), ({ wb_user_id }) => wb_user_id === users[0]),
      file("wb_run_id", eq(field("wb_run_id"), literal(run)), ({ wb_run_id }) => wb_run_id === run),
      file("no wb_run_id", eq(field("wb_run_id"), literal(null)), ({ wb_run_id }) => wb_run_id === null),
      file(
        "status",
        eq(field("summary.weave.status"), literal("descendant_error")),
        (call) => statusOf(call) === "descendant_error",
      ),
      file("status from a list", isIn(field("summary.weave.status"), "error", "running"), (call) =>
        ["error", "running"].includes(statusOf(call)),
      ),
      file(
        "latency",
        { $gte: [field("summary.weave.latency_ms"), literal(1000)] },
        (call) => (latency(call) ?? 0) >= 1000,
      ),
      file("latency at most", { $lte: [field("summary.weave.latency_ms"), literal(1000)] }, (call) =>
        compared(latency(call), (taken) => taken <= 1000),
      ),
      file("latency not above", not({ $gt: [field("summary.weave.latency_ms"), literal(1000)] }), (call) =>
        compared(latency(call), (taken) => taken <= 1000),
      ),
      file(
        "latency of a cast",
        { $gte: [cast(field("summary.weave.latency_ms"), "double"), literal(1000)] },
        (call) => (latency(call) ?? 0) >= 1000,
      ),
      file("no latency", eq(field("summary.weave.latency_ms"), literal(null)), (call) => latency(call) === null),
      file("trace_name", eq(field("summary.weave.trace_name"), literal("chat")), (call) => name(call) === "chat"),
      file(
        "the op name where there is a display_name",
        eq(field("summary.weave.trace_name"), literal("Answer the customer")),
        (call) => name(call) === "Answer the customer",
      ),
    ];
  },
};

export const documentChecks: Part = {
  title: "Count files: documents",
  checks: () => [
    file("a text", eq(field("inputs.model"), literal("gpt-5")), (call) => input("model")(call) === "gpt-5"),
    file("another text", not(eq(field("inputs.model"), literal("gpt-5"))), (call) => input("model")(call) !== "gpt-5"),
    file("a text from a list", isIn(field("inputs.model"), "gpt-5", "local-7b"), (call) =>
      ["gpt-5", "local-7b"].includes(input("model")(call)),
    ),
    file(
      "a text after another",
      { $gt: [field("inputs.model"), literal("gpt")] },
      (call) => input("model")(call) > "gpt",
    ),
    file("a part of a text", contains(field("inputs.query"), "voucher"), (call) =>
      input("query")(call).includes("voucher"),
    ),
    file("a part in any case", contains(field("inputs.query"), "VOUCHER", { case_insensitive: true }), (call) =>
      input("query")(call).includes("voucher"),
    ),
    file("a part in the wrong case", contains(field("inputs.query"), "VOUCHER"), () => false),
    file("a part of a message", contains(field("inputs.messages.1.content"), "refund"), (call) =>
      input("messages", 1, "content")(call).includes("refund"),
    ),
    file("a part of the output", contains(field("output.choices.0.message.content"), "invoice"), (call) =>
      textAt(call.output, "choices", 0, "message", "content").includes("invoice"),
    ),
    file("a whole output", eq(field("output"), literal("plain text")), (call) => call.output === "plain text"),
    file(
      "an attribute",
      eq(field("attributes.env"), literal("batch")),
      (call) => textAt(call.attributes, "env") === "batch",
    ),
    file("a number", eq(field("inputs.n"), literal(7)), (call) => numberAt("n")(call) === 7),
    file("a negative number", { $lt: [field("inputs.n"), literal(-3)] }, (call) =>
      compared(numberAt("n")(call), (n) => n < -3),
    ),
    file("a fraction", eq(field("inputs.temperature"), literal(0.7)), (call) => numberAt("temperature")(call) === 0.7),
    file("at least a number", { $gte: [field("inputs.n"), literal(5)] }, (call) =>
      compared(numberAt("n")(call), (n) => n >= 5),
    ),
    file("not at least a number", not({ $gte: [field("inputs.n"), literal(5)] }), (call) =>
      compared(numberAt("n")(call), (n) => n < 5),
    ),
    file("at most a number", { $lte: [field("inputs.n"), literal(5)] }, (call) =>
      compared(numberAt("n")(call), (n) => n <= 5),
    ),
    file("a number from a list", isIn(field("inputs.n"), 1, 2, 3), (call) =>
      [1, 2, 3].includes(numberAt("n")(call) ?? 0),
    ),
    file(
      "a cast to double",
      { $gt: [cast(field("output.score"), "double"), literal(5)] },
      (call) => Number(valueAt(call.output, "score") ?? 0) > 5,
    ),
    file(
      "a cast to int",
      { $gte: [cast(field("attributes.priority"), "int"), literal(2)] },
      (call) => Number(valueAt(call.attributes, "priority") ?? 0) >= 2,
    ),
    file("a cast to string", eq(cast(field("inputs.n"), "string"), literal("7")), (call) => input("n")(call) === "7"),
    file(
      "tokens",
      { $gt: [field("summary.usage.gpt-5.total_tokens"), literal(800)] },
      (call) => Number(valueAt(call.summary, "usage", "gpt-5", "total_tokens") ?? 0) > 800,
    ),
    file("a number against the wrong type", eq(field("inputs.n"), literal("7")), (call) => input("n")(call) === "7"),
    file("true", eq(field("inputs.flag"), literal(true)), (call) => input("flag")(call) === "true"),
    file("false", eq(field("inputs.flag"), literal(false)), (call) => input("flag")(call) === "false"),
    file("true as a text", eq(field("inputs.flag"), literal("true")), (call) => input("flag")(call) === "true"),
    file(
      "a cast to bool",
      eq(cast(field("inputs.flag"), "bool"), literal(true)),
      (call) => input("flag")(call) === "true",
    ),
    file("nothing there", eq(field("inputs.model"), literal(null)), (call) => input("model")(call) === ""),
    file("an empty text", eq(field("inputs.nested.text"), literal("")), (call) => input("nested", "text")(call) === ""),
    file("not empty", not(eq(field("inputs.optional"), literal(""))), (call) => input("optional")(call) !== ""),
    file(
      "a cast to exists",
      { $and: [cast(field("inputs.optional"), "exists")] },
      (call) => (valueAt(call.inputs, "optional") ?? null) !== null,
    ),
    file(
      "a cast of a column to exists",
      { $and: [cast(field("display_name"), "exists")] },
      ({ display_name }) => display_name !== null,
    ),
    file(
      "a place in a list",
      eq(field("inputs.nested.a.0"), literal(3)),
      (call) => numberAt("nested", "a", 0)(call) === 3,
    ),
    file(
      "a place below a list",
      eq(field("inputs.nested.a.1.b"), literal("x")),
      (call) => input("nested", "a", 1, "b")(call) === "x",
    ),
    file("a key with a dash", eq(field("inputs.with-dash"), literal("d")), (call) => input("with-dash")(call) === "d"),
    file(
      "a key with an underscore",
      eq(field("inputs.with_line"), literal(2)),
      (call) => numberAt("with_line")(call) === 2,
    ),
    file("a key in other letters", eq(field("inputs.ключ"), literal("да")), (call) => input("ключ")(call) === "да"),
    file(
      "a key in other letters, cast",
      eq(cast(field("inputs.ключ"), "string"), literal("да")),
      (call) => input("ключ")(call) === "да",
    ),
    file("two places", eq(field("inputs.k"), field("inputs.k")), () => true),
    file("$size of a list", { $gte: [{ $size: field("inputs.messages") }, literal(2)] }, (call) =>
      Array.isArray(valueAt(call.inputs, "messages")),
    ),
    file("$containsToken", { $containsToken: { input: field("inputs.query"), substr: literal("voucher") } }, (call) =>
      input("query")(call).split(" ").includes("voucher"),
    ),
    file(
      "$and, $or and $not",
      {
        $and: [
          { $or: [eq(field("inputs.n"), literal(1)), eq(field("inputs.n"), literal(2))] },
          not(eq(field("attributes.env"), literal("batch"))),
        ],
      },
      (call) => [1, 2].includes(numberAt("n")(call) ?? 0) && textAt(call.attributes, "env") !== "batch",
    ),
    file(
      "a bare literal in $and",
      { $and: [literal(true), eq(field("inputs.n"), literal(1))] },
      (call) => numberAt("n")(call) === 1,
    ),
    file(
      "through a ref",
      eq(field("inputs.prompt.name"), literal("alpha")),
      ({ input_refs }) => input_refs.some((ref) => ref.includes("/alpha:")),
      { expand_columns: ["inputs.prompt"] },
    ),
    file(
      "through a ref, a number of a cast",
      { $gt: [cast(field("inputs.prompt.temperature"), "double"), literal(0.5)] },
      ({ input_refs }) => input_refs.some((ref) => ref.includes("/beta:")),
      { expand_columns: ["inputs.prompt"] },
    ),
    file(
      "through a ref, a number",
      { $gt: [field("inputs.prompt.temperature"), literal(0.5)] },
      ({ input_refs }) => input_refs.some((ref) => ref.includes("/beta:")),
      { expand_columns: ["inputs.prompt"] },
    ),
  ],
};

/** Each text without a cast, where the service uses its prefilter, and with one, where it does not. */
export const escapedChecks: Part = {
  title: "Count files: texts that JSON escapes",
  checks: () => [
    ...notes.flatMap((note) => {
      const has: Predicate = (call) => input("note")(call) === note;
      const said: Predicate = (call) => textAt(call.output, "choices", 0, "message", "content").endsWith(note);
      const shown = JSON.stringify(note);
      const content = field("output.choices.0.message.content");
      return [
        file(`${shown}, plain`, eq(field("inputs.note"), literal(note)), has),
        file(`${shown}, cast`, eq(cast(field("inputs.note"), "string"), literal(note)), has),
        file(`a list of ${shown}, plain`, isIn(field("inputs.note"), note, "none"), has),
        file(`a list of ${shown}, cast`, isIn(cast(field("inputs.note"), "string"), note, "none"), has),
        file(`in a text ${shown}, plain`, contains(content, note), said),
        file(`in a text ${shown}, cast`, contains(cast(content, "string"), note), said),
        file(`in a document ${shown}, plain`, contains(field("inputs"), note), has),
        file(`in a document ${shown}, cast`, contains(cast(field("inputs"), "string"), note), has),
        file(
          `in a document ${shown}, escaped and cast`,
          contains(cast(field("inputs"), "string"), JSON.stringify(note).slice(1, -1)),
          has,
        ),
      ];
    }),
  ],
};

const invalid = (status: number) => refused("invalidRequest", status);

/** Requests that can never succeed (502) are not sent; the server rejects the others. */
export const refusalChecks: Part = {
  title: "Count files that are refused",
  checks: () => [
    wrong("an unknown column", eq(field("colour"), literal("red")), invalid(422)),
    wrong("an unknown figure of the summary", eq(field("summary.weave.colour"), literal("red")), invalid(422)),
    wrong("a size", { $gt: [field("storage_size_bytes"), literal(1)] }, invalid(422)),
    wrong("a text as a condition", { $and: [literal("text")] }, invalid(400)),
    wrong("a date of nonsense", { $gte: [field("started_at"), literal("nonsense")] }, unsent),
    wrong("an equal list of refs", eq(field("input_refs"), literal("weave:///a/b/object/c:d")), unsent),
    wrong("a number as a text", contains(field("wb_run_step"), "7"), invalid(400)),
    wrong("a part of a list of refs", contains(field("input_refs"), "alpha"), invalid(400)),
  ],
};
