import type { Json } from "../../core/json.ts";
import type { OpCatalog } from "./opCatalog.ts";
import type { Random } from "./random.ts";
import type { Round } from "./talk.ts";
import type { Exchange, Topic, Workload } from "./workload.ts";

/** The input for generating spans: the ops and texts of a project, and a random source. */
export interface SpanMaker {
  readonly workload: Workload;
  readonly ops: OpCatalog;
  readonly random: Random;
}

/** Time and size of a turn. */
export interface TurnPlan {
  readonly start: number;
  /** End, or expected end, of the turn. */
  readonly end: number;
  readonly finished: boolean;
  /** Number of calls inside the turn. */
  readonly nested: number;
  readonly topic: Topic;
  readonly exchange: Exchange;
  /** The history that the program keeps. */
  readonly before: readonly Round[];
}

export const attributes: Json = {
  environment: "production",
  weave: { client_version: "0.52.20", source: "python-sdk" },
};

/** Retrieval results for a turn. */
export function sourcesOf({ topic }: TurnPlan): readonly Json[] {
  return topic.documents.map((title, index) => ({ title, score: 0.93 - index * 0.11 }));
}

/** A unique ID that looks random, like the response IDs of model providers. */
export function idAt(moment: number): string {
  return Math.imul(moment, 0x9e3779b1).toString(36).replace("-", "z") + moment.toString(36);
}
