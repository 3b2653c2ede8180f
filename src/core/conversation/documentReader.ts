import { type Fault, ServiceError } from "../failures/fault.ts";
import type { ConversationSource } from "../port/conversationSource.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { Call, CallDocumentName, CallPlace } from "../query/call.ts";
import { jsonSize } from "../text/json.ts";
import type { TurnDocuments } from "./protocol.ts";

export type SizedCall = Pick<Call, "id" | "storedBytes"> & Partial<CallPlace>;

export interface RequestedDocuments {
  /** By default inputs and output. */
  readonly what?: readonly CallDocumentName[];
  /** Calls per request. */
  readonly calls: number;
  /** The same of calls of unknown size, apart from others: one that is too large costs the rest further requests. */
  readonly unsized?: number;
  /** Stored bytes per request. */
  readonly perRequest?: number;
  /** Bytes of all, as JSON. */
  readonly together?: number;
  /** Bytes of one call as the service sends them; by default the client's limit. */
  readonly each?: number;
}

/** The documents of a call, or why there are none: it no longer exists, or it is too large or cannot be read. */
export type ReadDocuments<C extends SizedCall> = { readonly call: C } & (
  | { readonly kind: "shown"; readonly value: TurnDocuments }
  | { readonly kind: "gone" }
  | { readonly kind: "failed"; readonly fault: Fault }
);

type Source = Pick<ConversationSource, "documents" | "messages">;

/**
 * The first of these calls that one request loads; none if the first one stores more than the bytes that are left.
 */
export function firstBatch<C extends SizedCall>(
  calls: readonly C[],
  { calls: most, unsized, perRequest = Number.POSITIVE_INFINITY }: RequestedDocuments,
  left = Number.POSITIVE_INFINITY,
): readonly C[] {
  const isSized = calls[0]?.storedBytes !== null;
  if ((calls[0]?.storedBytes ?? 0) > left) return [];
  let bytes = 0;
  const end = calls.findIndex(({ storedBytes }, at) => {
    bytes += storedBytes ?? 0;
    const isOther = unsized !== undefined && (storedBytes !== null) !== isSized;
    return at === (isSized ? most : (unsized ?? most)) || isOther || (at > 0 && bytes > Math.min(perRequest, left));
  });
  return end === -1 ? calls : calls.slice(0, end);
}

/**
 * Reads documents of calls in several requests, one at a time, until the next call does not fit: each call once, those of
 * a request in no particular order. A record that is too large or not readable ends a response; the others are requested
 * without it. Rejects with a `ServiceError` for any other failure, and with the signal's reason.
 */
export async function* readDocuments<C extends SizedCall>(
  calls: readonly C[],
  requested: RequestedDocuments,
  source: Source | undefined,
  target: ProjectClient,
  signal: AbortSignal,
): AsyncGenerator<readonly ReadDocuments<C>[], void> {
  let left = requested.together ?? Number.POSITIVE_INFINITY;
  for (let next = 0; source !== undefined && left >= 0; ) {
    const batch = firstBatch(calls.slice(next), requested, left);
    if (batch.length === 0) return;
    next += batch.length;
    for await (const read of readBatch(batch, requested, source, target, signal)) {
      for (const one of read) if (one.kind === "shown") left -= sizeOf(one.value);
      yield read;
    }
  }
}

function sizeOf({ inputs, output, content }: TurnDocuments): number {
  return jsonSize([inputs, output]) + (content === undefined ? 0 : JSON.stringify(content).length);
}

async function* readBatch<C extends SizedCall>(
  batch: readonly C[],
  requested: RequestedDocuments,
  source: Source,
  target: ProjectClient,
  signal: AbortSignal,
): AsyncGenerator<readonly ReadDocuments<C>[], void> {
  const missing = new Map(batch.map((call) => [call.id, call]));
  const { what = ["inputs", "output"], each } = requested;
  const taken = (id: string, value: TurnDocuments) => {
    const call = missing.get(id);
    missing.delete(id);
    return call === undefined ? [] : [{ call, kind: "shown", value } as const];
  };
  if (source.messages !== undefined) {
    const places = [...missing.values()].map(({ id, conversation = null, turnId = null }) => ({
      id,
      conversation,
      turnId,
    }));
    const contents = await source.messages(places, target, signal);
    for (const [id, content] of contents) yield taken(id, { inputs: null, output: null, content });
    if (missing.size === 0) return;
  }
  const query = { callIds: [...missing.keys()], documents: what, ...(each !== undefined && { mostBytes: each }) };
  try {
    for await (const rows of source.documents(query, target, signal)) {
      yield rows.flatMap(({ id, documents: { inputs = null, output = null } }) => taken(id, { inputs, output }));
    }
  } catch (error) {
    if (signal.aborted || !(error instanceof ServiceError && error.fault.kind === "malformed")) throw error;
    const { fault } = error;
    const rest = [...missing.values()];
    if (rest.length < 2) return yield rest.map((call) => ({ call, kind: "failed", fault }));
    const half = Math.ceil(rest.length / 2);
    yield* readBatch(rest.slice(0, half), requested, source, target, signal);
    return yield* readBatch(rest.slice(half), requested, source, target, signal);
  }
  if (missing.size > 0) yield [...missing.values()].map((call) => ({ call, kind: "gone" }));
}
