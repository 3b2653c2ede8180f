import type { LinkTarget } from "../../core/links/linkTarget.ts";
import { textIn } from "../../core/member.ts";
import { type ProjectId, parseProjectId } from "../../core/session/projectId.ts";

/** The requested target of a link. */
export interface LinkAsked {
  readonly threadId: string;
  /** A turn of the thread. */
  readonly turnId?: string;
  /** A call in the thread; it need not be a turn. */
  readonly callId?: string;
  /** Service and project of the thread, if not those of the window. */
  readonly elsewhere?: { readonly service: string; readonly project: ProjectId };
}

/** Reads `{threadId, turnId?, callId?, service?, project?}`; undefined for anything else. */
export function linkAsked(given: unknown): LinkAsked | undefined {
  const [threadId, turnId, callId] = ["threadId", "turnId", "callId"].map((name) => textIn(given, name));
  if (threadId === undefined) return undefined;
  const [service, project] = [textIn(given, "service"), parseProjectId(textIn(given, "project") ?? "")];
  return {
    threadId,
    ...(turnId !== undefined && { turnId }),
    ...(callId !== undefined && { callId }),
    ...(service !== undefined && project !== undefined && { elsewhere: { service, project } }),
  };
}

/** The most specific web page: calls and turns have their own. */
export function pageOf({ threadId, turnId, callId = turnId }: LinkAsked, project: ProjectId): LinkTarget {
  return callId === undefined ? { kind: "thread", project, threadId } : { kind: "call", project, callId };
}
