import { boundedName } from "../../core/query/call.ts";
import { type Feedback, type FeedbackTarget, feedbackTargets, type NewFeedback } from "../../core/query/feedback.ts";
import { decoded } from "../../core/settings/serviceUrl.ts";
import { isList, isObject, type Json } from "../../core/text/json.ts";
import * as z from "../../zod.ts";
import { text } from "../agents/agentFields.ts";
import { converted } from "../schema/converted.ts";
import { timestamp } from "../schema/timestamp.ts";
import { agentType, noteType, reactionType } from "./feedbackPost.ts";

const json: z.ZodMiniType<Json> = z.json();

/** A row of `POST /feedback/query`. Older services lack the columns of scorers. */
const feedbackRow = z.object({
  id: z.string(),
  weave_ref: z.string(),
  feedback_type: z.string(),
  payload: z.catch(json, null),
  creator: text,
  wb_user_id: text,
  created_at: timestamp,
  runnable_ref: text,
  scorer_tags: z.catch(json, null),
  scorer_ratings: z.catch(json, null),
  span_conversation_id: text,
});

/** The answer to a query. What is not about calls or agents is left out. */
export const feedbackAnswer = converted(z.object({ result: z.array(feedbackRow) }), ({ result }): readonly Feedback[] =>
  result.flatMap((row) => feedbackOf(row) ?? []),
);

/** The answer to a write, as the feedback that it made. */
export function writtenAnswer({ id, target, conversationId, kind, value }: NewFeedback) {
  return converted(
    z.object({ created_at: timestamp, wb_user_id: text }),
    (answer): Feedback => ({
      ...{ id, target, conversationId, creator: null, userId: answer.wb_user_id, createdAt: answer.created_at },
      ...(kind === "reaction" && target.kind !== "call"
        ? { kind: "tags", name: "", value: [value] }
        : { kind, name: "", value }),
    }),
  );
}

/** The answer to a removal. */
export const removedAnswer = converted(z.unknown(), () => null);

function feedbackOf(row: z.infer<typeof feedbackRow>): Feedback | null {
  const target = targetIn(row.weave_ref);
  if (target === null) return null;
  return {
    ...{ id: row.id, target, ...contentOf(row), creator: row.creator || null, userId: row.wb_user_id },
    ...{ createdAt: row.created_at, conversationId: row.span_conversation_id || null },
  };
}

function targetIn(ref: string): FeedbackTarget | null {
  const [, kind, id] = /^weave:\/\/\/[^/]+\/[^/]+\/([^/]+)\/([^/]+)$/.exec(ref) ?? [];
  const known = feedbackTargets.find((each) => each === kind);
  return known === undefined || id === undefined ? null : { kind: known, id: decoded(id) };
}

function contentOf(row: z.infer<typeof feedbackRow>): Pick<Feedback, "kind" | "name" | "value"> {
  const { feedback_type: type, payload } = row;
  const member = (name: string): Json => (isObject(payload) ? (payload[name] ?? null) : null);
  const [, kind, name = ""] = /^wandb\.(annotation|runnable)\.(.+)$/s.exec(type) ?? [];
  if (type === reactionType) return { kind: "reaction", name: "", value: member("emoji") };
  if (type === noteType) return { kind: "note", name: "", value: member("note") };
  if (kind === "annotation") return { kind, name: boundedName(name), value: member("value") };
  const tags = isList(row.scorer_tags) ? row.scorer_tags : [];
  const rated = isObject(row.scorer_ratings) && Object.keys(row.scorer_ratings).length > 0 ? [row.scorer_ratings] : [];
  if (type === agentType) return { kind: "tags", name: "", value: [...tags, ...rated] };
  if (kind === "runnable") return { kind: "score", name: boundedName(name), value: member("output") };
  if (type !== "wandb.agent_monitor") return { kind: "other", name: boundedName(type), value: payload };
  const scorer = /\/([^/:]+):[^/]*$/.exec(row.runnable_ref)?.[1];
  return { kind: "score", name: boundedName(scorer ?? type), value: [...tags, ...rated] };
}
