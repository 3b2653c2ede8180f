import type { Call } from "../query/call.ts";
import type { CallBudget } from "./callBudget.ts";
import { type OpCatalog, opCatalog } from "./opCatalog.ts";
import { randomFrom } from "./random.ts";
import type { ProjectOptions } from "./sampleProject.ts";
import { showcaseSpans } from "./showcase.ts";
import { traceCalls } from "./span.ts";

const monthLong = 30 * 86_400_000;

export interface Showcases {
  readonly calls: readonly Call[];
  /** Threads at the end of the budget whose place they take. */
  readonly threads: number;
  /** Calls outside threads whose place they take; negative where more are needed. */
  readonly outside: number;
}

export const noShowcases: Showcases = { calls: [], threads: 0, outside: 0 };

/** The showcases in the place of the last threads and of as many calls outside threads as they are longer. */
export function showcasesIn(options: ProjectOptions, budget: CallBudget, { objects: published }: OpCatalog): Showcases {
  const now = options.now.getTime();
  const random = randomFrom(482);
  // Ops of their own, so that the project's source of chance is not drawn from.
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
