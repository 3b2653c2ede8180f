import type { Json } from "../text/json.ts";
import type { Call, CallDocumentName } from "./call.ts";
import type { ProjectQuery } from "./projectId.ts";
import type { TimeBounds } from "./startedWithin.ts";
import type { ConversationSummary } from "./thread.ts";
import type { SortKey } from "./threadQuery.ts";

/** Conversations with a span whose attribute has one of these values. */
export interface AttributeCondition {
  /** `agent.name`, `agent.version`, `folderAttribute`, or an attribute outside the conventions. */
  readonly attribute: string;
  /** At least one. */
  readonly values: readonly string[];
}

/** Which agent conversations to list (`POST /agents/spans/query`, grouped). */
export interface AgentListQuery extends ProjectQuery {
  /** Only conversations with a span that ended then or later; milliseconds since the epoch. */
  readonly after?: number;
  /** Only conversations that started then or before; milliseconds since the epoch. */
  readonly before?: number;
  /** Only these conversations; an empty list means all. */
  readonly ids?: readonly string[];
  readonly attributes?: readonly AttributeCondition[];
  readonly onlyErrors?: boolean;
  /** Most significant key first. */
  readonly sort?: readonly SortKey[];
  readonly limit?: number;
  readonly offset?: number;
}

export interface AgentList {
  readonly rows: readonly ConversationSummary[];
  /** All that match, exactly. */
  readonly total: number;
}

/** Which failed spans of conversations to group (`POST /agents/spans/query`): those that started at `after` or later. */
export interface AgentErrorsQuery extends ProjectQuery, TimeBounds, Pick<AgentListQuery, "ids"> {
  /** Only spans that have them themselves. */
  readonly attributes?: readonly AttributeCondition[];
  readonly limit: number;
}

/** The failed spans of one operation with one type of error. */
export interface AgentErrors {
  /** As `execute_tool`. */
  readonly operation: string;
  /** Empty for other operations than tools. */
  readonly tool: string;
  /** Empty if none was recorded. */
  readonly type: string;
  readonly spans: number;
  readonly conversations: number;
  /** When the latest started, in milliseconds since the epoch. */
  readonly last: number;
}

/** Which messages contain a text (`POST /agents/search`), the latest first. */
export interface AgentSearchQuery extends ProjectQuery, TimeBounds {
  /** Case matters. */
  readonly text: string;
  /** Messages: one that later spans repeat counts each time. */
  readonly limit: number;
  readonly offset: number;
}

export interface AgentSearchHits {
  /** The traces of the messages, each once, the latest first. */
  readonly traceIds: readonly string[];
  readonly messages: number;
}

/** Which turns of a conversation to list, without what they say (`POST /agents/spans/query`, grouped by trace). */
export interface AgentTurnsQuery extends ProjectQuery {
  /** Absent for those of any conversation. */
  readonly conversationId?: string;
  /** Only these. */
  readonly traceIds?: readonly string[];
  readonly latestFirst: boolean;
  readonly limit: number;
}

/** Which turns to read: the latest of a conversation after `offset`, or one trace. */
export type ChatQuery = ProjectQuery &
  ({ readonly conversationId: string; readonly limit: number; readonly offset: number } | { readonly traceId: string });

/** Which spans to list, in order of start. */
export interface SpansQuery extends ProjectQuery {
  readonly traceIds?: readonly string[];
  readonly spanIds?: readonly string[];
  /** Only failed spans of this conversation. */
  readonly failedIn?: string;
  readonly limit: number;
  /** With messages. */
  readonly details: boolean;
}

/** A span with its documents: those of messages only if they were asked for. */
export interface AgentSpan {
  readonly call: Call;
  /** The user did not permit the tool; known only with messages. */
  readonly isDenied: boolean;
  readonly documents: Readonly<Record<CallDocumentName, Json>>;
}

export interface AgentSpans {
  readonly spans: readonly AgentSpan[];
  /** All that match, exactly. */
  readonly total: number;
}

/** Stands for the attributes in which programs for coding agents write their folder. */
export const folderAttribute = "folder";

/** The text attributes outside the conventions, the most common first. */
export interface AttributesQuery extends ProjectQuery {
  readonly limit: number;
}

/** The values of an attribute in a project, the latest first. */
export interface AttributeValuesQuery extends ProjectQuery {
  readonly attribute: string;
  /** Only of this conversation. */
  readonly conversationId?: string;
  readonly limit: number;
}
