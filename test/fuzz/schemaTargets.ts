import assert from "node:assert/strict";
import fc from "fast-check";
import { feedbackMark, feedbackSummary } from "../../src/core/feedback/feedbackText.ts";
import { createFormats } from "../../src/core/text/format.ts";
import { isObject, type Json } from "../../src/core/text/json.ts";
import { feedbackAnswer } from "../../src/service/feedback/feedbackRecord.ts";
import {
  callCountResponse,
  readCall,
  readCallDocuments,
  readCallFailure,
  readCallOutcome,
  readCallPlace,
  readExportedCall,
} from "../../src/service/schema/callRecord.ts";
import { parseThread, readPlainThread, threadSchema } from "../../src/service/schema/threadRecord.ts";
import { parseTimestamp } from "../../src/service/schema/timestamp.ts";
import { mutatedText, nearly, plain, smallJson, survivesJson } from "./anyText.ts";
import { target } from "./target.ts";

const id = fc.oneof(fc.constantFrom("a", "", "weave:///e/p/op/chat:v1"), fc.string({ unit: "grapheme" }));
const text = fc.option(id);
const time = fc
  .record({
    ms: fc.integer({ min: -6e13, max: 2e14 }),
    end: fc.constantFrom("Z", "", "+00:00", "123Z", "-05:30"),
  })
  .map(({ ms, end }) => new Date(ms).toISOString().slice(0, -1) + end);
const amount = fc.oneof(fc.nat(), fc.constantFrom(-1, 0.5, 1.7e308));
const maybeAmount = fc.option(amount);
const maybeTime = fc.option(time);
const maybeFlag = fc.option(fc.boolean());
const usage = fc.record(
  { prompt_tokens: amount, input_tokens: amount, completion_tokens: amount, total_tokens: amount },
  { requiredKeys: [], noNullPrototype: true },
);
const cost = plain({ prompt_tokens_total_cost: amount, completion_tokens_total_cost: amount });
const summary = fc.record(
  {
    usage: fc.dictionary(fc.constantFrom("gpt-5", "__proto__", ""), usage, { noNullPrototype: true }),
    status_counts: plain({ error: amount }),
    weave: plain({
      status: fc.constantFrom("success", "error", "running", "other"),
      costs: fc.dictionary(fc.constantFrom("gpt-5", "constructor"), cost, { noNullPrototype: true }),
    }),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const maybeSummary = fc.option(summary);
const calls: fc.Arbitrary<Json> = fc.record(
  {
    id,
    op_name: id,
    trace_id: id,
    started_at: time,
    parent_id: text,
    thread_id: text,
    turn_id: text,
    display_name: text,
    exception: text,
    ended_at: maybeTime,
    summary: maybeSummary,
    storage_size_bytes: maybeAmount,
    inputs: smallJson,
    unknown: smallJson,
  },
  { requiredKeys: ["id", "op_name", "trace_id", "started_at"], noNullPrototype: true },
);
const threads: fc.Arbitrary<Json> = fc.record(
  {
    thread_id: id,
    turn_count: fc.nat(),
    start_time: time,
    last_updated: fc.oneof(time, fc.constant("1970-01-01T00:00:00Z")),
    first_turn_id: text,
    last_turn_id: text,
    p50_turn_duration_ms: maybeAmount,
    p99_turn_duration_ms: maybeAmount,
    unknown: smallJson,
  },
  { requiredKeys: ["thread_id", "turn_count", "start_time", "last_updated"], noNullPrototype: true },
);

export const threadTarget = target<Json>("records of threads", {
  share: 1,
  inputs: nearly(threads),
  outcome: parseThread,
  holds: (record) => {
    const read = parseThread(record);
    const { data } = threadSchema.safeParse(record);
    assert.deepEqual(typeof read === "string" ? undefined : read, data);
    if (typeof read === "string") assert.match(read, /^not a thread: /);
    else survivesJson(read);
    // The quick reader leaves nothing valid to the schema.
    assert.deepEqual(readPlainThread(record), data);
  },
  found: [],
});

const documents = ["inputs", "output"] as const;

export const callTarget = target<Json>("records of calls", {
  share: 1,
  inputs: nearly(calls),
  outcome: readCall,
  holds: (record, skip) => {
    const all = [readCallPlace, readCallFailure, readCallOutcome, readCall].map((read) => read(record));
    const exported = readExportedCall(record, documents);
    for (const read of [...all, exported]) {
      if (typeof read === "string") assert.match(read, /^not a call: /);
      else survivesJson(read);
    }
    const call = readCall(record);
    // What a complete call has, its parts have.
    if (typeof call === "string") return skip();
    const { id, op, conversation, turnId, startedAt, endedAt, exception } = call;
    assert.deepEqual(readCallPlace(record), { id, conversation, turnId });
    assert.deepEqual(readCallFailure(record), { id, op, conversation, turnId, startedAt, exception });
    assert.deepEqual(readCallOutcome(record), { id, op, startedAt, endedAt, failed: exception !== null });
    assert.ok(typeof exported !== "string" && isObject(record));
    assert.equal(exported.status, call.status);
    assert.deepEqual(readCallDocuments(record, ["inputs"]), { id, documents: { inputs: record.inputs ?? null } });
  },
  found: [
    [
      "tokens whose sum is no number",
      {
        id: "a",
        op_name: "o",
        trace_id: "t",
        started_at: "1970-01-01T00:00:00Z",
        summary: { usage: { m: { prompt_tokens: 1.7e308, input_tokens: 1.7e308 } } },
      },
      {
        id: "a",
        op: "o",
        traceId: "t",
        parentId: null,
        conversation: null,
        turnId: null,
        displayName: null,
        startedAt: 0,
        endedAt: null,
        exception: null,
        status: "running",
        usage: [{ model: "m", promptTokens: null, completionTokens: null, totalTokens: null, cost: null }],
        storedBytes: null,
      },
    ],
  ],
});

const counts: fc.Arbitrary<Json> = fc.record(
  { count: fc.nat(), has_more: maybeFlag, total_storage_size_bytes: maybeAmount },
  { requiredKeys: ["count"], noNullPrototype: true },
);

export const countTarget = target<Json>("responses of counts", {
  share: 1,
  inputs: nearly(counts),
  outcome: (answer) => callCountResponse.safeParse(answer).data,
  holds: (answer, skip) => {
    const { data } = callCountResponse.safeParse(answer);
    if (data === undefined) return skip();
    survivesJson(data);
    assert.ok(data.count >= 0 && (data.storageSize ?? 0) >= 0);
    assert.ok(isObject(answer) && answer.count === data.count);
  },
  found: [],
});

const feedbackRows: fc.Arbitrary<Json> = fc.record(
  {
    id,
    weave_ref: fc.constantFrom("weave:///e/p/call/a", "weave:///e/p/agent_turn/%zz", "weave:///e/p/op/x:v1", ""),
    feedback_type: fc.oneof(
      fc.constantFrom("wandb.reaction.1", "wandb.note.1", "wandb.agent_user_feedback", "wandb.agent_monitor"),
      id.map((name) => `wandb.annotation.${name}`),
      id.map((name) => `wandb.runnable.${name}`),
      id,
    ),
    created_at: time,
    payload: smallJson,
    creator: text,
    wb_user_id: text,
    runnable_ref: text,
    scorer_tags: smallJson,
    scorer_ratings: smallJson,
    span_conversation_id: text,
  },
  { requiredKeys: ["id", "weave_ref", "feedback_type", "created_at"], noNullPrototype: true },
);

export const feedbackTarget = target<Json>("responses about feedback", {
  share: 1,
  inputs: nearly(fc.array(feedbackRows, { maxLength: 3 }).map((result): Json => ({ result }))),
  outcome: (answer) => feedbackAnswer.safeParse(answer).data,
  holds: (answer, skip) => {
    const { data } = feedbackAnswer.safeParse(answer);
    if (data === undefined) return skip();
    survivesJson(data);
    const formats = createFormats("en");
    const writers = { users: new Set<string>(), written: new Set<string>() };
    for (const each of data) {
      const { text: words, by } = feedbackMark(each, { call: null, turnId: null }, writers, formats);
      // Notes have lines; nothing else is invisible.
      assert.doesNotMatch(words.replaceAll("\n", " ") + by, /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    }
    assert.doesNotMatch(feedbackSummary(data, formats), /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  },
  found: [],
});

/** A timestamp as `Date.parse` reads it: with a zone, and three digits of fractions at most. */
function isoForm(text: string): string {
  const zoned = /(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`;
  return zoned.replace(" ", "T").replace(/(\.\d{3})\d+/, "$1");
}

export const timestampTarget = target<string>("timestamps", {
  share: 1,
  inputs: fc.oneof(time, mutatedText(time, fc.constantFrom("", "0", "9", ".", " ", "T", "Z", "-02:00", "29", "٣"))),
  outcome: (stamp) => parseTimestamp(stamp) ?? null,
  holds: (stamp) => {
    const read = parseTimestamp(stamp);
    const form = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)?$/;
    if (read !== undefined) assert.equal(read, Date.parse(isoForm(stamp)));
    else if (form.test(stamp)) {
      // `Date.parse` reads 24:00 and the 30th of February.
      const parsed = Date.parse(isoForm(stamp).replace(/(?:Z|[+-]\d\d:\d\d)$/, "Z"));
      const isRead = !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(stamp.slice(0, 10));
      assert.ok(
        !isRead || /^0000|[+-](?:2[4-9]|[3-9]\d|\d\d:[6-9]\d)|[T ]24/.test(stamp.slice(0, 4) + stamp.slice(10)),
      );
    }
  },
  found: [],
});
