import { exportTurns } from "./showcase/export.ts";
import { languageTurns } from "./showcase/languages.ts";
import { oddTurns } from "./showcase/oddTexts.ts";
import { planningTurns } from "./showcase/planning.ts";
import { refundTurns } from "./showcase/refund.ts";
import { reviewTurns } from "./showcase/review.ts";
import { type OpAt, type ShowcaseCall, turnSpans } from "./showcase/showcaseCall.ts";
import type { Span } from "./span.ts";

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

type ShowcaseName = keyof typeof showcaseThreads;

/** Seconds from the end, or expected end, of the last turn to the reference time of the data. */
const ends: Readonly<Record<ShowcaseName, number>> = {
  refund: 4,
  review: 50,
  languages: 65,
  planning: 150,
  odd: 400,
  export: 900,
};

/** The turns of each showcase; `ref` is the published object that it uses. */
const turns: Readonly<Record<ShowcaseName, (ref: string) => readonly ShowcaseCall[]>> = {
  refund: refundTurns,
  review: reviewTurns,
  languages: languageTurns,
  planning: planningTurns,
  odd: oddTurns,
  export: exportTurns,
};

export interface ShowcaseThread {
  readonly id: string;
  readonly turns: readonly Span[];
}

/** The showcases with times before `now`, in milliseconds since the epoch. `ref` is a published object. */
export function showcaseSpans(now: number, opAt: OpAt, ref: string): readonly ShowcaseThread[] {
  const names: readonly ShowcaseName[] = ["refund", "review", "languages", "planning", "odd", "export"];
  return names.map((name) => ({
    id: showcaseThreads[name],
    turns: turnSpans(turns[name](ref), now - 1000 * ends[name], opAt),
  }));
}
