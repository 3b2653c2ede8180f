import type { Masking } from "../privacy/masking.ts";
import type {
  AgentErrors,
  AgentErrorsQuery,
  AgentList,
  AgentListQuery,
  AgentSearchHits,
  AgentSearchQuery,
  AgentSpans,
  AgentTurnsQuery,
  AttributesQuery,
  AttributeValuesQuery,
  ChatQuery,
  SpansQuery,
} from "../query/agentQueries.ts";
import type { Call, CallDocuments, CallFailure, CallOutcome, CallPlace, ExportedCall } from "../query/call.ts";
import type { CallDocumentsQuery, CallListQuery, CallPlacesQuery, ExportedCallsQuery } from "../query/callQueries.ts";
import type { CallCount, CallQuery } from "../query/callQuery.ts";
import type { Chat } from "../query/chatMessage.ts";
import type { Feedback, FeedbackQuery, FeedbackRemoval, NewFeedback } from "../query/feedback.ts";
import type { ConversationSummary } from "../query/thread.ts";
import type { ThreadQuery } from "../query/threadQuery.ts";

/** The operations that return rows. Those on calls are one operation of the service, which older versions lack. */
export interface Lists {
  /** Threads in the requested order. */
  readonly queryThreads: { readonly query: ThreadQuery; readonly row: ConversationSummary };
  /** Calls in the requested order, with only the columns of a `Call`. */
  readonly queryCalls: { readonly query: CallListQuery; readonly row: Call };
  /** Like calls, with only a `CallPlace` each: exception and usage may be large. */
  readonly queryCallPlaces: { readonly query: CallPlacesQuery; readonly row: CallPlace };
  /** Like calls, with only a `CallFailure` each: a summary may be large. */
  readonly queryCallFailures: { readonly query: CallPlacesQuery; readonly row: CallFailure };
  /** Like calls, with only a `CallOutcome` each, for many calls at once. */
  readonly queryCallOutcomes: { readonly query: CallPlacesQuery; readonly row: CallOutcome };
  /** All columns of an `ExportedCall`; the response may be compressed, and is paused while it is not read. */
  readonly queryExportedCalls: { readonly query: ExportedCallsQuery; readonly row: ExportedCall };
  /** Documents of calls, in no particular order; missing or deleted calls are omitted. */
  readonly queryCallDocuments: { readonly query: CallDocumentsQuery; readonly row: CallDocuments };
}

export type ListName = keyof Lists;

/** The operations with one answer. Older services lack all but the first, the Agents API and feedback. */
export interface Questions {
  readonly countCalls: { readonly query: CallQuery; readonly answer: CallCount };
  readonly listAgents: { readonly query: AgentListQuery; readonly answer: AgentList };
  /** The groups with most spans first. */
  readonly listAgentErrors: { readonly query: AgentErrorsQuery; readonly answer: readonly AgentErrors[] };
  readonly listAgentTurns: { readonly query: AgentTurnsQuery; readonly answer: readonly Call[] };
  readonly searchAgents: { readonly query: AgentSearchQuery; readonly answer: AgentSearchHits };
  readonly readChat: { readonly query: ChatQuery; readonly answer: Chat };
  readonly listSpans: { readonly query: SpansQuery; readonly answer: AgentSpans };
  readonly attributeValues: { readonly query: AttributeValuesQuery; readonly answer: readonly string[] };
  readonly queryFeedback: { readonly query: FeedbackQuery; readonly answer: readonly Feedback[] };
  /** Not retried by itself: after a failure, it is not known whether it was stored. */
  readonly createFeedback: { readonly query: NewFeedback; readonly answer: Feedback };
  readonly removeFeedback: { readonly query: FeedbackRemoval; readonly answer: null };
  readonly listAttributes: { readonly query: AttributesQuery; readonly answer: readonly string[] };
}

export type QuestionName = keyof Questions;

interface Operation<Name, Query, Result> {
  readonly name: Name;
  /** The query with originals in place of the pseudonyms of privacy mode. */
  reveal(query: Query, masking: Masking): Query;
  /** The row or answer as privacy mode shows it. */
  hide(result: Result, masking: Masking): Result;
}

/** An operation with one answer. */
export type Question<Name extends QuestionName> = Operation<Name, Questions[Name]["query"], Questions[Name]["answer"]>;

/** An operation that returns rows. */
export type List<Name extends ListName> = Operation<Name, Lists[Name]["query"], Lists[Name]["row"]>;

/** What carries out each operation that returns rows. */
export type ListHandlers = {
  readonly [Name in ListName]: (
    query: Lists[Name]["query"],
    signal: AbortSignal,
  ) => AsyncIterable<readonly Lists[Name]["row"][]>;
};

/** What carries out each operation with one answer. */
export type QuestionHandlers = {
  readonly [Name in QuestionName]: (
    query: Questions[Name]["query"],
    signal: AbortSignal,
  ) => Promise<Questions[Name]["answer"]>;
};

/** Operations whose queries select threads or calls. @__NO_SIDE_EFFECTS__ */
function list<Name extends ListName>(name: Name, hide: List<Name>["hide"]): List<Name> {
  return { name, reveal: (query, masking) => masking.revealQuery(query), hide };
}

/** Operations of the Agents API. @__NO_SIDE_EFFECTS__ */
function agents<Name extends Exclude<QuestionName, "createFeedback">>(
  name: Name,
  hide: Question<Name>["hide"],
): Question<Name> {
  return { name, reveal: (query, masking) => masking.revealQuery(query), hide };
}

export const queryThreads = list("queryThreads", (thread, masking) => masking.thread(thread));

export const queryCalls = list("queryCalls", (call, masking) => ({
  ...call,
  ...masking.call(call),
  // The op is shown instead.
  displayName: null,
}));

export const queryCallPlaces = list("queryCallPlaces", (place, masking) => masking.place(place));

export const queryCallFailures = list("queryCallFailures", (failure, masking) => ({
  ...failure,
  ...masking.place(failure),
  op: masking.op(failure.op),
  exception: masking.exception(failure.exception),
}));

export const queryCallOutcomes = list("queryCallOutcomes", (outcome, masking) => ({
  ...outcome,
  id: masking.id("call", outcome.id),
  op: masking.op(outcome.op),
}));

export const queryExportedCalls = list("queryExportedCalls", (call, masking) => ({
  ...call,
  ...masking.call(call),
  documents: masking.documents(call.documents),
}));

export const queryCallDocuments = list("queryCallDocuments", ({ id, documents }, masking) => ({
  id: masking.id("call", id),
  documents: masking.documents(documents),
}));

export const countCalls: Question<"countCalls"> = {
  name: "countCalls",
  reveal: (query, masking) => masking.revealQuery(query),
  hide: (count) => count,
};

export const listAgents = agents("listAgents", ({ rows, total }, masking) => ({
  rows: rows.map((row) => masking.thread(row)),
  total,
}));

export const listAgentErrors = agents("listAgentErrors", (groups, masking) =>
  groups.map((group) => ({
    ...group,
    tool: group.tool && masking.op(group.tool),
    type: group.type && masking.errorType(group.type),
  })),
);

export const listAgentTurns = agents("listAgentTurns", (turns, masking) =>
  turns.map((turn) => ({ ...turn, ...masking.call(turn) })),
);

export const searchAgents: Question<"searchAgents"> = {
  name: "searchAgents",
  reveal: (query, masking) => ({ ...masking.revealQuery(query), text: masking.reveal(query.text) }),
  hide: ({ traceIds, messages }, masking) => ({ traceIds: traceIds.map((id) => masking.id("call", id)), messages }),
};

export const readChat = agents("readChat", ({ turns, hasMore }, masking) => ({
  turns: turns.map((turn) => masking.chat(turn)),
  hasMore,
}));

export const listSpans = agents("listSpans", ({ spans, total }, masking) => ({
  spans: spans.map(({ call, documents, ...rest }) => ({
    ...rest,
    call: { ...call, ...masking.call(call) },
    documents: { ...documents, ...masking.documents(documents) },
  })),
  total,
}));

export const attributeValues = agents("attributeValues", (values, masking) =>
  values.map((value) => masking.id("id", value)),
);

export const listAttributes = agents("listAttributes", (names) => names);

export const queryFeedback: Question<"queryFeedback"> = {
  name: "queryFeedback",
  reveal: ({ project, targets, ...query }, masking) => ({
    ...query,
    project: masking.revealProject(project),
    ...(targets && { targets: targets.map(({ kind, id }) => ({ kind, id: masking.reveal(id) })) }),
  }),
  hide: (found, masking) => found.map((each) => masking.feedback(each)),
};

/** Privacy mode refuses the commands that write. */
export const createFeedback: Question<"createFeedback"> = {
  name: "createFeedback",
  reveal: (query) => query,
  hide: (written, masking) => masking.feedback(written),
};

export const removeFeedback: Question<"removeFeedback"> = {
  name: "removeFeedback",
  reveal: (query) => query,
  hide: (nothing) => nothing,
};
