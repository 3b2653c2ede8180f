import { isObject, type Json } from "../../core/text/json.ts";
import * as z from "../../zod.ts";
import { querySchema } from "../http/expressionSchema.ts";

const refText = z.nullish(z.string());
const texts = z._default(z.array(z.string()), []);
const reasons = z._default(z.record(z.string(), z.string()), {});
const numbers = z._default(z.record(z.string(), z.number()), {});
const name = z._default(z.string(), "");
const json: z.ZodMiniType<Json> = z.json();

/** What a row has besides its columns, as in FeedbackCreateReq of wandb/weave `trace_server_interface.py`. */
const rest = {
  annotation_ref: refText,
  runnable_ref: refText,
  call_ref: refText,
  trigger_ref: refText,
  queue_id: refText,
  scorer_tags: texts,
  scorer_tag_reasons: reasons,
  scorer_tag_confidences: numbers,
  scorer_ratings: numbers,
  scorer_rating_reasons: reasons,
  scorer_rating_confidences: numbers,
  span_agent_name: name,
  span_agent_version: name,
  span_status_code: name,
  span_conversation_id: name,
  span_trace_id: name,
  scorer_trace_id: name,
  wb_user_id: refText,
};

/** All columns of a row. */
export const feedbackColumns: ReadonlySet<string> = new Set([
  ...["id", "project_id", "weave_ref", "creator", "created_at", "feedback_type", "payload"],
  ...Object.keys(rest),
]);

/** The body of `POST /feedback/create`. Unlike in the other requests, unknown keys are ignored. */
export const feedbackBody = z.object({
  project_id: z.string(),
  id: z.nullish(z.string()),
  weave_ref: z.string(),
  creator: z.nullish(z.string()),
  feedback_type: z.string(),
  payload: z.record(z.string(), json),
  ...rest,
});

export const feedbackBatch = z.object({ batch: z.array(feedbackBody) });

/** The body of `POST /feedback/query`. */
export const feedbackQuery = z.object({
  project_id: z.string(),
  fields: z.nullish(z.array(z.string())),
  query: z.nullish(querySchema),
  sort_by: z.nullish(z.array(z.strictObject({ field: z.string(), direction: z.enum(["asc", "desc"]) }))),
  limit: z.nullish(z.int()),
  offset: z.nullish(z.int()),
});

/** The body of `POST /feedback/purge`. */
export const purgeBody = z.object({ project_id: z.string(), query: querySchema });

export type FeedbackBody = z.infer<typeof feedbackBody>;
export type FeedbackQueryBody = z.infer<typeof feedbackQuery>;
export type PurgeBody = z.infer<typeof purgeBody>;

/** Feedback as it is sent, with its time in microseconds since the epoch. */
export interface TimedFeedback {
  readonly body: FeedbackBody;
  readonly created: number;
}

/** The longest note, in code points as the service counts them. */
const longestNote = 1024;

const emoji = /^\p{RGI_Emoji}$/v;
const skinTones = /[\u{1f3fb}-\u{1f3ff}]/gu;

/** Why the service refuses a body; null if it does not. Annotations are not compared with their specification. */
export function feedbackProblem(body: FeedbackBody): string | null {
  const { feedback_type: type, payload, annotation_ref, runnable_ref, scorer_tags } = body;
  const invalid = `Invalid payload for feedback_type ${type}`;
  const { emoji: reaction, note } = payload;
  if (type === "wandb.reaction.1") {
    if (typeof reaction !== "string") return invalid;
    if (!emoji.test(reaction)) return "Value of emoji key in payload must be exactly one emoji";
  }
  if (type === "wandb.note.1" && (typeof note !== "string" || note === "" || [...note].length > longestNote))
    return invalid;
  const isAnnotation = type.startsWith("wandb.annotation.");
  if (isAnnotation && !annotation_ref) return "annotation_ref is required for annotation feedback";
  if (!isAnnotation && annotation_ref) return "annotation_ref is not allowed for non-annotation feedback";
  if (type.startsWith("wandb.runnable.") && !runnable_ref) return "runnable_ref is required for runnable feedback";
  if (type === "wandb.agent_user_feedback" && scorer_tags.length === 0)
    return "scorer_tags is required for agent user feedback";
  const [, conversation] = /\/agent_conversation\/([^/]+)$/.exec(body.weave_ref) ?? [];
  const given = body.span_conversation_id;
  if (type === "wandb.agent_user_feedback" && conversation && given && decodeURIComponent(conversation) !== given)
    return `feedback span_conversation_id '${given}' conflicts with conversation ref`;
  return null;
}

/** The payload as the service stores it: a reaction also without its skin tone. */
export function storedPayload({ feedback_type: type, payload }: FeedbackBody): Readonly<Record<string, Json>> {
  const { emoji: reaction } = payload;
  if (type !== "wandb.reaction.1" || typeof reaction !== "string") return payload;
  return { ...payload, detoned: reaction.replace(skinTones, "") };
}

/** The rest of a row; targets that a ref of an agent names are derived from it, as in the service. */
export function restOf(body: FeedbackBody): Readonly<Record<string, Json>> {
  const given = Object.fromEntries(Object.keys(rest).map((key) => [key, Reflect.get(body, key) ?? null]));
  const isOfAgent = ["wandb.agent_user_feedback", "wandb.agent_monitor"].includes(body.feedback_type);
  const [, kind, id] = /\/(agent_conversation|agent_turn)\/([^/]+)$/.exec(body.weave_ref) ?? [];
  if (!isOfAgent || kind === undefined || id === undefined || !isObject(given)) return given;
  const key = kind === "agent_turn" ? "span_trace_id" : "span_conversation_id";
  return { ...given, [key]: given[key] || decodeURIComponent(id) };
}
