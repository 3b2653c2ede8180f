import type { Json } from "../../core/json.ts";
import type { OpCatalog } from "./opCatalog.ts";
import type { Random } from "./random.ts";
import type { Round } from "./talk.ts";
import type { Exchange, Topic, Workload } from "./topic.ts";

/** What spans are made from: one project's ops and words, and its source of chance. */
export interface SpanMaker {
  readonly workload: Workload;
  readonly ops: OpCatalog;
  readonly random: Random;
}

/** When and how large a turn is. */
export interface TurnPlan {
  readonly start: number;
  /** Where the turn ends, or would have ended. */
  readonly end: number;
  readonly finished: boolean;
  /** Calls below the turn. */
  readonly nested: number;
  readonly topic: Topic;
  readonly exchange: Exchange;
  /** What was said before, as far back as the program remembers. */
  readonly before: readonly Round[];
}

export const attributes: Json = {
  environment: "production",
  weave: { client_version: "0.52.20", source: "python-sdk" },
};

/** What retrieval finds for a turn. */
export function sourcesOf({ topic }: TurnPlan): readonly Json[] {
  return topic.documents.map((title, index) => ({ title, score: 0.93 - index * 0.11 }));
}

/** Ids that services give to answers look random, and are not used again. */
export function idAt(moment: number): string {
  return Math.imul(moment, 0x9e3779b1).toString(36).replace("-", "z") + moment.toString(36);
}
