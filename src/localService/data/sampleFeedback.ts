import { createHash } from "node:crypto";
import type { SpanRow } from "../agents/span.ts";
import type { FeedbackBody, TimedFeedback } from "../feedback/feedbackBody.ts";
import type { StoredCall } from "../query/storedCall.ts";

const notes = [
  "The answer skips the second question.",
  "Right, but twice as long as it has to be.",
  "Quotes the old policy. The new one is from March.",
  "Ask for the order number first.",
];
const people = ["Maya", "Jonas", "Aiko"];
const minute = 60_000;

const unset = {
  ...{ annotation_ref: null, runnable_ref: null, call_ref: null, trigger_ref: null, queue_id: null },
  ...{ scorer_tag_reasons: {}, scorer_tag_confidences: {}, scorer_ratings: {}, scorer_rating_reasons: {} },
  ...{ scorer_rating_confidences: {}, span_agent_name: "", span_agent_version: "", span_status_code: "" },
  ...{ span_conversation_id: "", span_trace_id: "", scorer_trace_id: "", scorer_tags: [] },
};

/** What people and a scorer say about some turns of threads: the same whenever the sample starts. */
export function feedbackOfCall(project: string, { id, turn_id, ended_at }: StoredCall): readonly TimedFeedback[] {
  if (id !== turn_id || ended_at === null) return [];
  const ref = `weave:///${project}/call/${id}`;
  // The end of a call's ID is the same in each sample; its beginning is a time.
  const chance = createHash("sha256").update(id.slice(-4)).digest().readUInt16BE(0);
  const person = people[chance % people.length] ?? "";
  const given = (
    kind: string,
    after: number,
    body: Pick<FeedbackBody, "feedback_type" | "payload" | "runnable_ref">,
  ) => ({
    created: (ended_at + after * minute) * 1000,
    body: {
      ...{ ...unset, ...body, id: `${kind}-${id}`, project_id: project, weave_ref: ref },
      ...{ creator: kind === "score" ? null : person, wb_user_id: kind === "score" ? "scorer" : person.toLowerCase() },
    },
  });
  const reaction = (emoji: string) =>
    given("reaction", 3, { feedback_type: "wandb.reaction.1", payload: { emoji, detoned: emoji }, runnable_ref: null });
  const found: TimedFeedback[] = [];
  if (chance % 12 === 0) found.push(reaction("👍"));
  if (chance % 30 === 1) {
    const note = notes[(chance >> 4) % notes.length] ?? "";
    found.push(
      reaction("👎"),
      given("note", 4, { feedback_type: "wandb.note.1", payload: { note }, runnable_ref: null }),
    );
  }
  if (chance % 8 === 0) {
    const scorer = `weave:///${project}/op/answers_question:v2`;
    const payload = { output: { passed: chance % 16 === 0, score: (chance % 100) / 100 } };
    found.push(given("score", 1, { feedback_type: "wandb.runnable.answers_question", payload, runnable_ref: scorer }));
  }
  return found;
}

/** Tags of people on some turns of agents. */
export function feedbackOfSpan(project: string, span: SpanRow): readonly TimedFeedback[] {
  if (span.parent_span_id !== "") return [];
  const chance = createHash("sha256").update(span.trace_id).digest().readUInt16BE(0);
  if (chance % 9 > 1) return [];
  const tag = chance % 9 === 0 ? "👍" : "👎";
  return [
    {
      created: Number(span.ended_at) + minute * 1000,
      body: {
        ...unset,
        ...{ id: `tag-${span.trace_id}`, project_id: project, feedback_type: "wandb.agent_user_feedback", payload: {} },
        ...{ weave_ref: `weave:///${project}/agent_turn/${span.trace_id}`, scorer_tags: [tag], creator: "Jonas" },
        ...{ wb_user_id: "jonas", span_trace_id: span.trace_id, span_conversation_id: span.conversation_id },
      },
    },
  ];
}
