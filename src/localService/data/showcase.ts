import type { StoredCall } from "../query/storedCall.ts";
import type { CallBudget } from "./distribution.ts";
import { type OpCatalog, opCatalog } from "./opCatalog.ts";
import { randomFrom } from "./random.ts";
import type { ProjectOptions } from "./sampleProject.ts";
import { exportTurns } from "./showcase/export.ts";
import { languageTurns } from "./showcase/languages.ts";
import { oddTurns } from "./showcase/oddTexts.ts";
import { planningTurns } from "./showcase/planning.ts";
import { refundTurns } from "./showcase/refund.ts";
import { reviewTurns } from "./showcase/review.ts";
import { type ShowcaseCall, turnSpans } from "./showcase/showcaseCall.ts";
import { traceCalls } from "./workSpan.ts";

/** Threads in the first sample project for any seed, for screenshots and tests. */
export const showcaseThreads = {
  /**
   * Tools, one of which fails and is handled; a turn that fails with an exception; a table; the last turn is running.
   */
  refund: "refund-INV-2093",
  /** Markdown with Python, TypeScript, JSON, SQL and shell code, reasoning, and an answer of about 30 kB. */
  review: "review-PR-482",
  /** Eleven turns in different languages and scripts, two of them right-to-left. */
  languages: "babel-日本語-العربية",
  /** 44 short turns. */
  planning: "offsite-planning-2026",
  /** Hostile and unusual texts, and unusual input and output shapes. */
  odd: "odd-texts-🧵",
  /** The second of three turns returns about 1.5 MB. */
  export: "export-large-output",
} as const;

interface Showcase {
  readonly id: string;
  /** `ref` is the published object that the turns use. */
  readonly turns: (ref: string) => readonly ShowcaseCall[];
  /** Seconds from the end, or expected end, of the last turn to the reference time of the data. */
  readonly end: number;
}

const showcases: readonly Showcase[] = [
  { id: showcaseThreads.refund, turns: refundTurns, end: 4 },
  { id: showcaseThreads.review, turns: reviewTurns, end: 50 },
  { id: showcaseThreads.languages, turns: languageTurns, end: 65 },
  { id: showcaseThreads.planning, turns: planningTurns, end: 150 },
  { id: showcaseThreads.odd, turns: oddTurns, end: 400 },
  { id: showcaseThreads.export, turns: exportTurns, end: 900 },
];

export interface Showcases {
  readonly calls: readonly StoredCall[];
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
  const { opAt } = opCatalog(options.id, options.workload.modelObject, random, now);
  const ref = published.at(-1)?.ref ?? "";
  const made = showcases.map(({ id, turns, end }) => ({ id, turns: turnSpans(turns(ref), now - 1000 * end, opAt) }));
  const calls = made.flatMap(({ id, turns }) =>
    turns.flatMap((turn) => traceCalls(turn, { threadId: id, userId: null, runId: null, runStep: null }, random)),
  );
  const threads = made.length;
  const outside = calls.length - budget.threads.slice(-threads).reduce((sum, replaced) => sum + replaced, 0);
  const fits = threads <= budget.threads.length && outside <= budget.outside && calls.length * 10 <= options.calls;
  return fits ? { calls, threads, outside } : noShowcases;
}
