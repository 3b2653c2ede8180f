import type { QuestionHandlers } from "../../core/port/operations.ts";
import type { ProjectQuery } from "../../core/query/projectId.ts";
import type * as z from "../../zod.ts";
import type { Connection, Endpoint } from "../connection.ts";
import { feedbackPost, feedbackQueryPost, purgePost } from "../feedback/feedbackPost.ts";
import { feedbackAnswer, removedAnswer, writtenAnswer } from "../feedback/feedbackRecord.ts";
import { jsonAnswer } from "../jsonAnswer.ts";
import { agentErrors, agentHits, agentList, agentTurns, attributeNames, attributeValuesSchema } from "./agentRecord.ts";
import {
  agentErrorsPost,
  agentListPost,
  agentSearchPost,
  agentTurnsPost,
  attributesOf,
  attributesPost,
  attributeValuesPost,
  chatPost,
  spansPost,
} from "./agentRequest.ts";
import { conversationChat, traceChat } from "./chatRecord.ts";
import { agentSpans } from "./spanRecord.ts";

/** The operations of the Agents API, and those on feedback. */
export function agentQuestions(connection: Connection, maxBytes: number): Omit<QuestionHandlers, "countCalls"> {
  const asking =
    <Query extends ProjectQuery, T>(
      postOf: (query: Query) => Pick<Endpoint, "path" | "body" | "writes">,
      schema: z.ZodType<T>,
    ) =>
    (query: Query, signal: AbortSignal) =>
      jsonAnswer(connection, { ...postOf(query), work: query.work }, schema, maxBytes, signal);
  const valuesOf = asking(attributeValuesPost, attributeValuesSchema);
  return {
    listAgents: asking(agentListPost, agentList),
    listAgentErrors: asking(agentErrorsPost, agentErrors),
    listAgentTurns: asking(agentTurnsPost, agentTurns),
    searchAgents: asking(agentSearchPost, agentHits),
    readChat: (query, signal) => asking(chatPost, "traceId" in query ? traceChat : conversationChat)(query, signal),
    listSpans: asking(spansPost, agentSpans),
    attributeValues: async (query, signal) => {
      const requested = attributesOf(query.attribute).map((attribute) => valuesOf({ ...query, attribute }, signal));
      return [...new Set((await Promise.all(requested)).flat())];
    },
    queryFeedback: asking(feedbackQueryPost, feedbackAnswer),
    createFeedback: (query, signal) => asking(feedbackPost, writtenAnswer(query))(query, signal),
    removeFeedback: asking(purgePost, removedAnswer),
    listAttributes: asking(attributesPost, attributeNames),
  };
}
