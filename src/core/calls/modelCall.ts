import { type Call, opName } from "../query/call.ts";

/** Ops of the libraries of model services, for calls that have no usage yet. */
const modelOps =
  /(?:completions?|messages|responses|converse)\.(?:async_)?a?(?:create|parse|stream)$|generate_content/i;

/** Whether a call is one of a model service. A search that embeds its query is a tool. */
export function isModelCall({ op, usage }: Pick<Call, "op" | "usage">): boolean {
  return !/embed/i.test(opName(op)) && (usage.length > 0 || modelOps.test(opName(op)));
}
