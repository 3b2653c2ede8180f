import { isObject, type Json } from "../text/json.ts";
import type { ConversationKey } from "./conversationKey.ts";
import { parseOpRef } from "./opRef.ts";

/** How a call ended, as in `summary.weave.status`; `descendant_error` if it succeeded but a call inside it failed. */
export const callStatuses = ["success", "error", "running", "descendant_error"] as const;

export type CallStatus = (typeof callStatuses)[number];

/** Usage of one model in a call and the calls inside it; each null if the service does not report it. */
export interface ModelUsage {
  readonly model: string;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly totalTokens: number | null;
  /** US dollars. */
  readonly cost: number | null;
  /** The cost lacks models without a price, which are not told apart here. */
  readonly isPart?: boolean;
}

/**
 * One call without its inputs and output (`POST /calls/stream_query`). Times are milliseconds since the epoch.
 * A turn is a call whose ID is its `turnId`; the calls nested in it have the same `turnId`.
 */
export interface Call {
  readonly id: string;
  /** An op ref, `weave:///<entity>/<project>/op/<name>:<digest>`, or a bare name. */
  readonly op: string;
  readonly displayName: string | null;
  readonly traceId: string;
  readonly parentId: string | null;
  /** The conversation that it is part of; null for a call outside threads. */
  readonly conversation: ConversationKey | null;
  readonly turnId: string | null;
  readonly startedAt: number;
  /** Null while it runs, and forever if its process died. */
  readonly endedAt: number | null;
  /** The exception text, including the traceback. */
  readonly exception: string | null;
  readonly status: CallStatus;
  readonly usage: readonly ModelUsage[];
  /** Bytes of its documents as stored by the service; null if the service does not report them. */
  readonly storedBytes: number | null;
}

/** The identity of a call; requested when nothing else is shown. */
export type CallPlace = Pick<Call, "id" | "conversation" | "turnId">;

/** Whether a call is a turn; the calls inside it have its ID as their turn's. */
export function isTurn({ id, turnId }: Pick<Call, "id" | "turnId">): boolean {
  return id === turnId;
}

/** How a call failed. */
export type CallFailure = Pick<Call, "id" | "op" | "conversation" | "turnId" | "startedAt" | "exception">;

/** How a call ended. */
export interface CallOutcome extends Pick<Call, "id" | "op" | "startedAt" | "endedAt"> {
  /** Whether it failed itself. */
  readonly failed: boolean;
}

/** A call as it is exported, with the requested documents. */
export interface ExportedCall extends Omit<Call, "displayName" | "storedBytes">, Pick<CallDocuments, "documents"> {
  /** Microseconds of the start beyond `startedAt`, 0 to 999. */
  readonly startMicroseconds: number;
  /** Microseconds of the end beyond `endedAt`, 0 to 999. */
  readonly endMicroseconds: number;
}

/** The documents of a call: each a JSON value of any size. */
export const callDocumentNames = ["inputs", "output", "attributes", "summary"] as const;

export type CallDocumentName = (typeof callDocumentNames)[number];

/** The requested documents of a call. */
export interface CallDocuments {
  readonly id: string;
  readonly documents: Readonly<Partial<Record<CallDocumentName, Json>>>;
}

/** Whether the service has only a placeholder of a document: it was too large to store (wandb/weave, rows over 3.5 MiB). */
export function isNotKept(document: Json): boolean {
  return isObject(document) && isObject(document._weave) && document._weave.error === "<EXCEEDS_LIMITS>";
}

/** Longer names of ops, models and calls are cut, in UTF-16 code units: Weave publishes no op name above 128. */
const longestName = 1000;

/** A name from the service. */
export function boundedName(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName).toWellFormed()}…` : name;
}

/** Whether a name was cut, so that it matches no call. */
export function isCutName(name: string): boolean {
  return name.length > longestName;
}

/** The display name of an op: of a ref, its name without project and version; otherwise the text itself. */
export function opName(op: string): string {
  const name = parseOpRef(op)?.name;
  if (name !== undefined || !op.startsWith("weave:///")) return name ?? op;
  // A name with a slash or a colon cannot be part of a ref that is sent back, but it is displayed.
  const [, odd] = /^weave:\/\/\/[^/]*\/[^/]*\/op\/(.+?)(?::[^:/]*)?$/s.exec(op) ?? [];
  return odd ?? op;
}
