import type { QuestionHandlers, Questions } from "../../core/port/operations.ts";
import type { Connection } from "../connection.ts";
import { feedbackPost, feedbackQueryPost, purgePost } from "../feedback/feedbackPost.ts";
import { feedbackAnswer, removedAnswer, writtenAnswer } from "../feedback/feedbackRecord.ts";
import { jsonAnswer } from "../jsonAnswer.ts";
import { agentErrors, agentHits, agentList, agentTurns, attributeNames, attributeValuesSchema } from "./agentRecord.ts";
import {
  agentErrorsPost,
  agentListPost,
  agentSearchPost,
  agentTurnsPost,
  chatPost,
  spansPost,
} from "./agentRequest.ts";
import { attributesOf, attributesPost, attributeValuesPost } from "./attributeRequest.ts";
import { conversationChat, traceChat } from "./chatRecord.ts";
import { agentSpans } from "./spanRecord.ts";

/** The operations of the Agents API, and those on feedback. */
export function agentQuestions(connection: Connection, maxBytes: number): Omit<QuestionHandlers, "countCalls"> {
  const ask: <T>(
    post: Parameters<typeof jsonAnswer<T>>[1],
    schema: Parameters<typeof jsonAnswer<T>>[2],
    query: { readonly work?: Questions["listAgents"]["query"]["work"] },
    signal: AbortSignal,
  ) => Promise<T> = (post, schema, { work }, signal) =>
    jsonAnswer(connection, { ...post, work }, schema, maxBytes, signal);
  return {
    listAgents: (query, signal) => ask(agentListPost(query), agentList, query, signal),
    listAgentErrors: (query, signal) => ask(agentErrorsPost(query), agentErrors, query, signal),
    listAgentTurns: (query, signal) => ask(agentTurnsPost(query), agentTurns, query, signal),
    searchAgents: (query, signal) => ask(agentSearchPost(query), agentHits, query, signal),
    readChat: (query, signal) => ask(chatPost(query), "traceId" in query ? traceChat : conversationChat, query, signal),
    listSpans: (query, signal) => ask(spansPost(query), agentSpans, query, signal),
    attributeValues: async (query, signal) => {
      const requested = attributesOf(query.attribute).map((attribute) =>
        ask(attributeValuesPost({ ...query, attribute }), attributeValuesSchema, query, signal),
      );
      return [...new Set((await Promise.all(requested)).flat())];
    },
    queryFeedback: (query, signal) => ask(feedbackQueryPost(query), feedbackAnswer, query, signal),
    createFeedback: (query, signal) =>
      ask({ ...feedbackPost(query), writes: true }, writtenAnswer(query), query, signal),
    removeFeedback: (query, signal) => ask(purgePost(query), removedAnswer, query, signal),
    listAttributes: (query, signal) => ask(attributesPost(query), attributeNames, query, signal),
  };
}
