import { ServiceError } from "../../../src/core/failures/fault.ts";
import type {
  List,
  ListHandlers,
  ListName,
  Lists,
  Question,
  QuestionHandlers,
  QuestionName,
  Questions,
} from "../../../src/core/port/operations.ts";
import type { Service } from "../../../src/core/port/projectClient.ts";

type Replaceable<Handlers> = { -readonly [Name in keyof Handlers]?: Handlers[Name] };

/**
 * A service that carries out each operation by the member with its name. It fails in one without; of the Agents API, as a
 * service that lacks it.
 */
export interface TestService extends Service, Replaceable<ListHandlers>, Replaceable<QuestionHandlers> {}

export const unusedService: TestService = {
  rows<Name extends ListName>({ name }: List<Name>, query: Lists[Name]["query"], signal: AbortSignal) {
    return expected<ListHandlers, Name>(this, name)(query, signal);
  },
  async ask<Name extends QuestionName>({ name }: Question<Name>, query: Questions[Name]["query"], signal: AbortSignal) {
    return await expected<QuestionHandlers, Name>(this, name)(query, signal);
  },
};

function expected<Handlers, Name extends keyof Handlers>(handlers: Partial<Handlers>, name: Name): Handlers[Name] {
  const handler = handlers[name];
  if (handler === undefined && ["listAgents", "listSpans", "searchAgents"].includes(String(name)))
    throw new ServiceError({ kind: "routeMissing", path: "/agents/spans/query" });
  if (handler === undefined) throw new Error(`${String(name)} is not expected here.`);
  return handler;
}
