import type { Call, CallPlace } from "../calls/call.ts";
import type { CallDocumentsQuery, CallService } from "../calls/callService.ts";
import { type ListField, listFields } from "../counts/callCondition.ts";
import type { CallFilter } from "../counts/callQuery.ts";
import type { Operand, Operation, Query } from "../counts/expression.ts";
import { isOperation, mapInner } from "../counts/operandTree.ts";
import { ServiceError } from "../failures/fault.ts";
import type { ProjectClient, ThreadService } from "../projectClient.ts";
import type { ProjectId } from "../session/projectId.ts";
import type { Thread } from "../threads/thread.ts";
import type { ThreadQuery } from "../threads/threadQuery.ts";
import type { Masking } from "./masking.ts";

/** What queries for calls and counts have in common. */
interface AnyQuery {
  readonly project: ProjectId;
  readonly filter?: CallFilter;
  readonly query?: Query;
}

/**
 * A service whose responses have pseudonyms and placeholders, and whose requests may have pseudonyms: what is behind it
 * never sees an original.
 */
export function maskedClient({ service, project }: ProjectClient, masking: Masking): ProjectClient {
  return { service: new MaskedService(service, masking), project: masking.project(project) };
}

class MaskedService implements ThreadService, CallService {
  readonly #service: ThreadService & CallService;
  readonly #masking: Masking;

  constructor(service: ThreadService & CallService, masking: Masking) {
    this.#service = service;
    this.#masking = masking;
  }

  queryThreads: ThreadService["queryThreads"] = (query, signal) =>
    this.#rows(this.#service.queryThreads(this.#threads(query), signal), (thread) => this.#thread(thread));

  queryCalls: CallService["queryCalls"] = (query, signal) =>
    this.#rows(this.#service.queryCalls(this.#asked(query), signal), (call) => ({
      ...call,
      ...this.#call(call),
      // The op is shown instead.
      displayName: null,
    }));

  queryCallPlaces: CallService["queryCallPlaces"] = (query, signal) =>
    this.#rows(this.#service.queryCallPlaces(this.#asked(query), signal), (place) => this.#place(place));

  queryCallFailures: CallService["queryCallFailures"] = (query, signal) =>
    this.#rows(this.#service.queryCallFailures(this.#asked(query), signal), (failure) => ({
      ...failure,
      ...this.#place(failure),
      op: this.#masking.op(failure.op),
      exception: this.#masking.exception(failure.exception),
    }));

  queryCallOutcomes: CallService["queryCallOutcomes"] = (query, signal) =>
    this.#rows(this.#service.queryCallOutcomes(this.#asked(query), signal), (outcome) => ({
      ...outcome,
      id: this.#masking.id("call", outcome.id),
      op: this.#masking.op(outcome.op),
    }));

  queryExportedCalls: CallService["queryExportedCalls"] = (query, signal) =>
    this.#rows(this.#service.queryExportedCalls(this.#asked(query), signal), (call) => ({
      ...call,
      ...this.#call(call),
      documents: this.#masking.documents(call.documents),
    }));

  queryCallDocuments: CallService["queryCallDocuments"] = (query, signal) =>
    this.#rows(this.#service.queryCallDocuments(this.#revealed(query), signal), ({ id, documents }) => ({
      id: this.#masking.id("call", id),
      documents: this.#masking.documents(documents),
    }));

  countCalls: ThreadService["countCalls"] = async (query, signal) => {
    try {
      return await this.#service.countCalls(this.#asked(query), signal);
    } catch (error) {
      throw this.#error(error);
    }
  };

  async *#rows<Row>(
    batches: AsyncIterable<readonly Row[]>,
    masked: (row: Row) => Row,
  ): AsyncGenerator<readonly Row[], void> {
    try {
      for await (const batch of batches) yield batch.map(masked);
    } catch (error) {
      throw this.#error(error);
    }
  }

  #error(error: unknown): unknown {
    return error instanceof ServiceError ? new ServiceError(this.#masking.fault(error.fault)) : error;
  }

  #thread(thread: Thread): Thread {
    const call = (id: string | null) => id && this.#masking.id("call", id);
    return {
      ...thread,
      id: this.#masking.id("thread", thread.id),
      firstTurnId: call(thread.firstTurnId),
      lastTurnId: call(thread.lastTurnId),
    };
  }

  #place({ id, threadId, turnId }: CallPlace): CallPlace {
    return {
      id: this.#masking.id("call", id),
      threadId: threadId && this.#masking.id("thread", threadId),
      turnId: turnId && this.#masking.id("call", turnId),
    };
  }

  #call(call: Omit<Call, "displayName" | "storedBytes">) {
    return {
      ...this.#place(call),
      op: this.#masking.op(call.op),
      traceId: this.#masking.id("trace", call.traceId),
      usage: call.usage.map((usage) => ({ ...usage, model: this.#masking.model(usage.model) })),
      parentId: call.parentId && this.#masking.id("call", call.parentId),
      exception: this.#masking.exception(call.exception),
    };
  }

  #threads(query: ThreadQuery): ThreadQuery {
    const { project, threadIds } = query;
    const ids = threadIds?.map((id) => this.#masking.reveal(id));
    return { ...query, project: this.#masking.revealProject(project), ...(ids && { threadIds: ids }) };
  }

  #revealed(query: CallDocumentsQuery): CallDocumentsQuery {
    return {
      ...query,
      project: this.#masking.revealProject(query.project),
      callIds: query.callIds.map((id) => this.#masking.reveal(id)),
    };
  }

  #asked<Asked extends AnyQuery>(asked: Asked): Asked {
    const { project, filter, query } = asked;
    return {
      ...asked,
      project: this.#masking.revealProject(project),
      ...(filter && { filter: this.#filter(filter) }),
      ...(query && { query: { $expr: this.#operation(query.$expr) } }),
    };
  }

  #filter(filter: CallFilter): CallFilter {
    const revealed: Partial<Record<ListField, readonly string[]>> = {};
    for (const field of listFields) {
      const values = filter[field];
      if (values !== undefined) revealed[field] = values.map((value) => this.#masking.reveal(value));
    }
    return { ...filter, ...revealed };
  }

  #operation(operation: Operation): Operation {
    return mapInner(operation, (operand) => this.#operand(operand));
  }

  #operand(operand: Operand): Operand {
    if (isOperation(operand)) return this.#operation(operand);
    if (!("$literal" in operand)) return mapInner(operand, (inner) => this.#operand(inner));
    const { $literal } = operand;
    return typeof $literal === "string" ? { $literal: this.#masking.reveal($literal) } : operand;
  }
}
