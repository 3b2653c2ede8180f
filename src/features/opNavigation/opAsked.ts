import { memberOf, textIn } from "../../core/member.ts";
import type { ProjectClient } from "../../core/projectClient.ts";

/** The op in the argument of another feature, a row's menu or a page's menu. */
export type OpAsked = { readonly kind: "op"; readonly op: string } | { readonly kind: "call"; readonly callId: string };

/**
 * Reads `{op}`, a row `{turn: {op}}`, or the argument of a page's menu: `{weaveOp?, weaveCall?, weaveTurn?}`. Undefined for
 * anything else.
 */
export function opAsked(given: unknown): OpAsked | undefined {
  const op = textIn(given, "op") ?? textIn(given, "weaveOp") ?? textIn(memberOf(given, "turn"), "op");
  if (op !== undefined) return { kind: "op", op };
  const callId = textIn(given, "weaveCall") ?? textIn(given, "weaveTurn");
  return callId === undefined ? undefined : { kind: "call", callId };
}

/** The op of a call; null if the call does not exist. Rejects with a `ServiceError`, or the signal's reason. */
export async function opOfCall(
  callId: string,
  { service, project }: ProjectClient,
  signal: AbortSignal,
): Promise<string | null> {
  for await (const [call] of service.queryCalls({ project, filter: { callIds: [callId] } }, signal)) {
    if (call !== undefined) return call.op;
  }
  return null;
}
