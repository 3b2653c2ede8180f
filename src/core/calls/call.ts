import type { Json } from "../json.ts";

/** How a call ended; `descendantError` where it ended well and one below it did not. */
export type CallStatus = "success" | "error" | "running" | "descendantError";

/** What one model was used for in a call and below it, each null where the service does not say. */
export interface ModelUsage {
  readonly model: string;
  readonly requests: number | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly totalTokens: number | null;
  /** US dollars. */
  readonly cost: number | null;
}

/**
 * One call, without what went in and what came out (`POST /calls/stream_query`). Times are milliseconds since the epoch.
 * A turn is the call whose id is its `turnId`; the calls nested in it carry the same.
 */
export interface Call {
  readonly id: string;
  /** An op ref, `weave:///<entity>/<project>/op/<name>:<digest>`, or a bare name. */
  readonly op: string;
  readonly displayName: string | null;
  readonly traceId: string;
  readonly parentId: string | null;
  readonly threadId: string | null;
  readonly turnId: string | null;
  readonly startedAt: number;
  /** Null while it runs, and for ever when its process died. */
  readonly endedAt: number | null;
  /** The exception's text, traceback and all. */
  readonly exception: string | null;
  readonly status: CallStatus;
  readonly usage: readonly ModelUsage[];
  /** Bytes of its documents as the service stores them; null where it does not say. */
  readonly storedBytes: number | null;
}

/** Which call it is, and where: all that is asked for where nothing else of it is shown. */
export type CallPlace = Pick<Call, "id" | "threadId" | "turnId">;

/** What a call has beside its head: each a JSON value of any size. */
export const callDocumentNames = ["inputs", "output", "attributes", "summary"] as const;

export type CallDocumentName = (typeof callDocumentNames)[number];

/** Some of a call's documents: those that were asked for. */
export interface CallDocuments {
  readonly id: string;
  readonly documents: Readonly<Partial<Record<CallDocumentName, Json>>>;
}
