import * as z from "../../zod.ts";
import type { ErrorRow } from "../errors/errorRow.ts";
import type { ErrorsCovered } from "../errors/errorText.ts";
import type { Notice } from "../failures/faultText.ts";
import { type ConversationKey, conversationKinds } from "../query/conversationKey.ts";
import type { TimeBounds } from "../query/startedWithin.ts";
import type { Translations } from "../text/plural.ts";
import type { FailedTurns } from "./failedTurns.ts";
import type { ThreadColumns } from "./threadColumns.ts";

/** The number of calls in the time range of the overview, and their stored bytes. */
export type CallFigures =
  | { readonly kind: "loading" }
  /** `capped` if there are more than were counted; `storageSize` in bytes, null if the service does not report it. */
  | { readonly kind: "shown"; readonly count: number; readonly capped: boolean; readonly storageSize: number | null }
  | { readonly kind: "failed"; readonly text: string };

/** The failed calls in the time range of the overview, grouped. */
export type ErrorFigures =
  | { readonly kind: "loading" }
  /** `rows` are the first of `groups`; `problem` is what failed while older or incomplete rows are shown, or empty. */
  | (ErrorsCovered & {
      readonly kind: "shown";
      readonly rows: readonly ErrorRow[];
      readonly groups: number;
      readonly problem: string;
    })
  | { readonly kind: "failed"; readonly text: string };

/** The overview as the extension knows it; with the sent threads, the page draws only this. */
export interface OverviewState {
  /** Null if there is none: signed out, or none selected. */
  readonly project: string | null;
  /** The filter in words, such as "Last 7 days"; empty for all threads. */
  readonly filter: string;
  /** The filter's time range when the threads were requested; an absent bound is open. */
  readonly bounds: TimeBounds;
  /** When the threads were requested, in milliseconds since the epoch. */
  readonly asOf: number;
  readonly progress: "loading" | "complete" | "stopped";
  /** Whether the threads are complete as of `asOf`, also during a refresh and after it failed. */
  readonly whole: boolean;
  /** The calls that started within `bounds`, including calls outside threads, unless the filter names threads. */
  readonly calls: CallFigures;
  /** The failed calls among them. */
  readonly errors: ErrorFigures;
  /** The turns of the threads over time; null until they are counted, and if no call failed. */
  readonly failedTurns: FailedTurns | null;
  /** What ended the stream or prevents it. */
  readonly notice: Notice | null;
  /** Whether `unfilter` can restore an earlier filter. */
  readonly filtered: boolean;
}

/**
 * From the extension to the page. `state` replaces everything except the first `kept` threads, which stay as they were sent
 * and are not in its columns. Many threads are sent in several messages, one right after the other, all but the last
 * with `more`: if they replace threads on screen, those stay until the last message.
 */
export type ToOverview =
  | { readonly kind: "start"; readonly language: string; readonly translations: Translations }
  | {
      readonly kind: "state";
      readonly state: OverviewState;
      readonly kept: number;
      readonly threads: ThreadColumns;
      readonly more: boolean;
    }
  /** The conversation that is selected in the tree; null for none. */
  | { readonly kind: "selected"; readonly conversation: ConversationKey | null };

export const chartNames = ["durations", "turnCounts", "durationSpread", "activity", "failedTurns"] as const;

/** p50 and p99 over start · turn counts · durations · threads per interval · share of failed turns per interval. */
export type ChartName = (typeof chartNames)[number];

/** The first and the last value of a bar, the last exclusive, and its name. */
const bar = { from: z.number(), before: z.number(), name: z.string().check(z.maxLength(200)) };

const shownCalls = z.union([
  /** The calls of the time range, or those that failed. */
  z.object({ kind: z.enum(["all", "failed"]) }),
  /** The failed calls of a row of the errors. */
  z.object({ kind: z.enum(["error"]), op: z.string(), type: z.string() }),
  /** The calls that started, or the turns that failed, within a bar; milliseconds since the epoch. */
  z.object({ kind: z.enum(["started", "failedTurns"]), ...bar }),
  /** The calls of the threads in a bar of a distribution; turns, or milliseconds. */
  z.object({ kind: z.enum(["turnCount", "p50", "p99"]), ...bar }),
]);

/** Calls that a number of the overview stands for. */
export type ShownCalls = z.infer<typeof shownCalls>;

const conversation = z.object({ kind: z.enum(conversationKinds), id: z.string() });

const fromPage = z.union([
  z.object({ kind: z.enum(["ready"]) }),
  /** Reveals and selects the thread in the tree. */
  z.object({ kind: z.enum(["reveal"]), conversation }),
  /** At its default position, at a turn, or at a call in it. */
  z.object({
    kind: z.enum(["openConversation"]),
    conversation,
    turnId: z.exactOptional(z.nullable(z.string())),
    callId: z.exactOptional(z.nullable(z.string())),
  }),
  /** Shows calls in the Counts view. */
  z.object({ kind: z.enum(["showCalls"]), of: shownCalls }),
  /** Filters the tree, and the overview, to turns started in this range, exclusive; milliseconds since the epoch. */
  z.object({ kind: z.enum(["filter"]), after: z.number(), before: z.number() }),
  /** Restores the filter before the last `filter`, or none. */
  z.object({ kind: z.enum(["unfilter"]) }),
  z.object({ kind: z.enum(["refresh"]) }),
  z.object({ kind: z.enum(["stop"]) }),
  z.object({ kind: z.enum(["action"]), action: z.string() }),
]);

/** From the page to the extension. */
export type FromOverview = z.infer<typeof fromPage>;

/** A message of the page; undefined for anything else. */
export function readOverviewMessage(message: unknown): FromOverview | undefined {
  return fromPage.safeParse(message).data;
}
