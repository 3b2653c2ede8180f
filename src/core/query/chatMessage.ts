import type { Json } from "../text/json.ts";

/** A message of a turn's chat, in the order of its spans' tree. */
export type ChatMessage = {
  /** The span that it is of; null for the user's. */
  readonly spanId: string | null;
  /** The agent that it is of; empty if it is not known. */
  readonly agent: string;
  /** What its program says about its failure, possibly nothing; null if it did not fail. */
  readonly failure: string | null;
} & (
  | { readonly kind: "user"; readonly text: string }
  | { readonly kind: "assistant"; readonly text: string; readonly reasoning: string }
  | { readonly kind: "tool"; readonly name: string; readonly arguments: Json; readonly result: Json }
  | { readonly kind: "agent"; readonly instructions: string }
  | { readonly kind: "compaction"; readonly summary: string; readonly before: number; readonly after: number }
  /** Of a type that this version does not know. */
  | { readonly kind: "other"; readonly value: Json }
);

/** A turn with what it says. */
export interface ChatTurn {
  readonly traceId: string;
  readonly messages: readonly ChatMessage[];
}

/** A page of a conversation's turns. */
export interface Chat {
  /** In order of start. */
  readonly turns: readonly ChatTurn[];
  /** Whether it has earlier ones. */
  readonly hasMore: boolean;
}
