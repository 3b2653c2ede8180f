import type { Operation } from "../../core/query/expression.ts";
import {
  type FeedbackQuery,
  type FeedbackRemoval,
  type FeedbackTarget,
  type NewFeedback,
  thumbsDown,
} from "../../core/query/feedback.ts";
import type { ProjectId } from "../../core/query/projectId.ts";
import type { ServicePost } from "../../core/snippets/snippetRequest.ts";
import { is, isIn } from "../agents/agentRequest.ts";

// FeedbackQueryReq, FeedbackCreateReq and FeedbackPurgeReq of wandb/weave `trace_server_interface.py`, release 0.53.12,
// and the types of `interface/feedback_types.py`.

export const reactionType = "wandb.reaction.1";
export const noteType = "wandb.note.1";
export const agentType = "wandb.agent_user_feedback";

/** What agents are tagged with cannot be asked for: of agents, `negativeOf` finds all tags of people. */
export function feedbackQueryPost({ project, targets, ids, negativeOf, limit, offset }: FeedbackQuery): ServicePost {
  const isDown: Operation = { $and: [is("feedback_type", reactionType), is("payload.detoned", thumbsDown)] };
  const refs = targets?.map((target) => refTo(project, target));
  const conditions: readonly Operation[] = [
    ...(refs === undefined ? [] : [isIn("weave_ref", refs)]),
    ...(ids === undefined ? [] : [isIn("id", ids)]),
    ...(negativeOf === "thread" ? [isDown] : []),
    ...(negativeOf === "agent" ? [{ $or: [isDown, is("feedback_type", agentType)] }] : []),
  ];
  const sort_by = ["created_at", "id"].map((name) => ({ field: name, direction: "desc" }));
  const query = { $expr: { $and: conditions } };
  return { path: "/feedback/query", body: { project_id: project, query, sort_by, limit, offset } };
}

/** A reaction to an agent is a tag. */
export function feedbackPost({ project, id, target, conversationId, kind, value }: NewFeedback) {
  const isTag = kind === "reaction" && target.kind !== "call";
  const payload = kind === "note" ? { note: value } : isTag ? {} : { emoji: value };
  const tag = {
    ...{ feedback_type: agentType, scorer_tags: [value] },
    ...(target.kind === "agent_turn" && { span_trace_id: target.id }),
    ...(conversationId !== null && { span_conversation_id: conversationId }),
  };
  const type = { feedback_type: kind === "note" ? noteType : reactionType };
  return {
    path: "/feedback/create",
    body: { project_id: project, id, weave_ref: refTo(project, target), payload, ...(isTag ? tag : type) },
    writes: true,
  };
}

export function purgePost({ project, id }: FeedbackRemoval): ServicePost {
  return { path: "/feedback/purge", body: { project_id: project, query: { $expr: is("id", id) } } };
}

function refTo(project: ProjectId, { kind, id }: FeedbackTarget): string {
  // As Python quotes them, which the service's client uses.
  const quoted = encodeURIComponent(id).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `weave:///${project}/${kind}/${quoted}`;
}
