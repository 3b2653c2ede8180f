import { type Call, opName } from "../query/call.ts";

/** Ops of the libraries of model services, for calls that have no usage yet. */
const modelOps =
  /(?:completions?|messages|responses|converse)\.(?:async_)?a?(?:create|parse|stream)$|generate_content/i;

/** How instrumentations name the spans of model calls (OpenTelemetry's conventions): `chat gpt-5`. */
const modelSpans = /^(?:chat|text_completion|generate_content)(?: |$)/;

/**
 * Whether the inputs of a call may be a request to a model. Usage alone tells it of the innermost calls: others have that
 * of the calls inside them.
 */
export function isModelRequest(call: Pick<Call, "op" | "usage" | "conversation">, isInnermost: boolean): boolean {
  const name = opName(call.op);
  if (call.conversation?.kind === "agent" && modelSpans.test(name)) return true;
  return isModelCall({ ...call, usage: isInnermost ? call.usage : [] });
}

/** Whether a call is one of a model service. A search that embeds its query is a tool. */
export function isModelCall({ op, usage }: Pick<Call, "op" | "usage">): boolean {
  return !/embed/i.test(opName(op)) && (usage.length > 0 || modelOps.test(opName(op)));
}
