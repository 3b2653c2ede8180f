import type { Json } from "../../core/json.ts";
import type { JsonObject, Shape } from "./talk.ts";

/** What the calls of a trace are about: the words said, and what the steps in between look up. */
export interface Topic {
  /** Said in this order, over and over in conversations that last longer. */
  readonly exchanges: readonly [Exchange, ...Exchange[]];
  /** What retrieval finds. */
  readonly documents: readonly string[];
  readonly tool: Tool;
}

export interface Exchange {
  readonly user: string;
  /** Markdown. */
  readonly assistant: string;
}

export interface Tool {
  readonly name: string;
  readonly inputs: JsonObject;
  readonly output: Json;
}

/** A function that answers a person, the way its programmers wrote it. */
export interface TurnOp {
  readonly name: string;
  readonly shape: Shape;
  /** The input that holds the published object. */
  readonly receives: "model" | "self";
}

/** What one team's project does: its ops, its people's words, its models. */
export interface Workload {
  /** What every conversation begins with. */
  readonly system: string;
  /** The commonest first. */
  readonly turnOps: readonly [TurnOp, ...TurnOp[]];
  /** The op above a turn, where the turn is not the trace's root. */
  readonly rootOp: string;
  readonly retrievalOp: string;
  /** Ops of traces outside any thread, the commonest first. */
  readonly jobOps: readonly [string, ...string[]];
  /** Language models, the commonest first. */
  readonly models: readonly [string, ...string[]];
  /** The published object that turns take as `model`, one value a version, oldest first. */
  readonly modelObject: { readonly name: string; readonly versions: readonly [Json, ...Json[]] };
  readonly topics: readonly [Topic, ...Topic[]];
  readonly failures: readonly [string, ...string[]];
}
