import type { ProjectId } from "../query/projectId.ts";
import type { Work } from "../requests/requestBudget.ts";
import type { AgentRoute } from "./agentRoute.ts";
import type { ConversationSource } from "./conversationSource.ts";
import type { List, ListName, Lists, Question, QuestionName, Questions } from "./operations.ts";

/** A service and a project in it. */
export interface ProjectClient {
  readonly service: Service;
  readonly project: ProjectId;
  /** Where its conversations come from. */
  readonly sources: readonly ConversationSource[];
  readonly agentRoute: AgentRoute;
}

/**
 * The service, as the rest of the product sees it. Requests reject with a `ServiceError` when the service or the network
 * fails, and with the signal's reason if it aborts.
 */
export interface Service {
  /**
   * Each batch as soon as its rows have arrived. A stream that ends without an error was complete; one that breaks throws
   * after the rows received.
   */
  rows<Name extends ListName>(
    operation: List<Name>,
    query: Lists[Name]["query"],
    signal: AbortSignal,
  ): AsyncIterable<readonly Lists[Name]["row"][]>;
  ask<Name extends QuestionName>(
    operation: Question<Name>,
    query: Questions[Name]["query"],
    signal: AbortSignal,
  ): Promise<Questions[Name]["answer"]>;
}

/** The same for requests that the user did not start, which may have to wait: see `RequestBudget`. */
export function backgroundClient(
  target: ProjectClient,
  work: Exclude<Work, "requested"> = "background",
): ProjectClient {
  const { service } = target;
  return {
    ...target,
    service: {
      rows: (operation, query, signal) => service.rows(operation, { ...query, work }, signal),
      ask: (operation, query, signal) => service.ask(operation, { ...query, work }, signal),
    },
  };
}
