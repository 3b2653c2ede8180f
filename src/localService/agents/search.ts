import { createHash } from "node:crypto";
import type { CallDatabase, Row } from "../query/database.ts";
import { joinConditions, sql } from "../query/sql.ts";
import type { SpanMessage } from "./span.ts";
import type { AttributesRequest, SearchRequest } from "./spanRequest.ts";
import { nakedDatetime, spansCondition } from "./spans.ts";

const longestPreview = 500;
const noConversation = "__NO_CONVERSATION__";

/**
 * `POST /agents/search`: messages that contain a text, case-sensitive, the latest first. The limit counts messages, which
 * are grouped by conversation after it; those of spans without the ID themselves have none.
 */
export function searchMessages(database: CallDatabase, projectKey: number, request: SearchRequest): object {
  const conditions = [spansCondition(database, projectKey, { ...request, query: null })];
  if (request.conversation_id) conditions.push(sql`spans.own_conversation_id = ${request.conversation_id}`);
  if (request.trace_id) conditions.push(sql`spans.trace_id = ${request.trace_id}`);
  const { limit, offset, query, truncate_content } = request;
  const spans = database.rows(
    sql`SELECT * FROM spans WHERE ${joinConditions("AND", conditions)} ORDER BY started_at DESC`,
  );
  const hits = [...spans]
    .flatMap((span) => messagesOf(span).map((message) => ({ span, ...message })))
    .filter(({ content }) => content.includes(query))
    .slice(offset, offset + limit);
  const groups = Map.groupBy(hits, ({ span }) => String(span.own_conversation_id));
  const results = [...groups].map(([id, found]) => ({
    conversation_id: id || noConversation,
    conversation_name: id === "" ? "" : found[0]?.span.conversation_name,
    agent_name: id === "" ? "" : found[0]?.span.agent_name,
    matched_messages: found.map(({ span: { span_id, trace_id, started_at }, role, content }) => ({
      ...{ span_id, trace_id, role, content_preview: truncate_content ? content.slice(0, longestPreview) : content },
      content_digest: createHash("md5").update(content).digest("hex"),
      started_at: nakedDatetime(Number(started_at)),
    })),
    last_activity: nakedDatetime(Math.max(...found.map(({ span }) => Number(span.started_at)))),
  }));
  return { results, total_conversations: results.length };
}

function messagesOf(span: Row): readonly Pick<SpanMessage, "role" | "content">[] {
  const messages: readonly SpanMessage[] = [
    ...JSON.parse(String(span.input_messages)),
    ...JSON.parse(String(span.output_messages)),
  ];
  const tools = [
    { role: "tool_call", content: String(span.tool_call_arguments) },
    { role: "tool_result", content: String(span.tool_call_result) },
  ];
  return [...messages, ...tools].filter(({ content }) => content !== "");
}

/** `POST /agents/spans/custom-attrs/schema`: attributes outside the conventions, the most common first. */
export function attributesSchema(database: CallDatabase, projectKey: number, request: AttributesRequest): object {
  const { limit, offset } = request;
  const found = [
    ...database.rows(sql`
      SELECT key, count(*) AS span_count FROM spans, json_each(spans.custom_attrs_string)
      WHERE ${spansCondition(database, projectKey, request)}
      GROUP BY key ORDER BY span_count DESC, key LIMIT ${limit + 1} OFFSET ${offset}`),
  ];
  const attributes = found.slice(0, limit).map(({ key, span_count }) => {
    return { source: "custom_attrs_string", key, value_type: "string", span_count };
  });
  return { attributes, limit, offset, has_more: found.length > limit };
}
