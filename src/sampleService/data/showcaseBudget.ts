import type { CallRow } from "../query/call.ts";
import type { CallBudget } from "./distribution.ts";
import { type OpCatalog, opCatalog } from "./opCatalog.ts";
import { randomFrom } from "./random.ts";
import type { ProjectOptions } from "./sampleProject.ts";
import { showcaseSpans } from "./showcase.ts";
import { traceCalls } from "./span.ts";

const monthLong = 30 * 86_400_000;

export interface Showcases {
  readonly calls: readonly CallRow[];
  /** Number of threads to replace, at the end of the budget. */
  readonly threads: number;
  /** Number of calls outside threads to replace; negative if more are needed. */
  readonly outside: number;
}

export const noShowcases: Showcases = { calls: [], threads: 0, outside: 0 };

/** The showcases, which replace the last threads and the corresponding number of calls outside threads. */
export function showcasesIn(options: ProjectOptions, budget: CallBudget, { objects: published }: OpCatalog): Showcases {
  const now = options.now.getTime();
  const random = randomFrom(482);
  // A separate op catalog, so that the random stream of the project is not affected.
  const { opAt } = opCatalog(options.id, options.workload.modelObject, random, { from: now - monthLong, to: now });
  const spans = showcaseSpans(now, opAt, published.at(-1)?.ref ?? "");
  const replaced = budget.threads.slice(-spans.length).reduce((sum, calls) => sum + calls, 0);
  const calls = spans.flatMap(({ id, turns }) =>
    turns.flatMap((turn) => traceCalls(turn, { threadId: id, userId: null, runId: null, runStep: null }, random)),
  );
  const outside = calls.length - replaced;
  const fits = spans.length <= budget.threads.length && outside <= budget.outside && calls.length * 10 <= options.calls;
  return fits ? { calls, threads: spans.length, outside } : noShowcases;
}
