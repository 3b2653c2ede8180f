import type { Notice } from "../failures/notice.ts";
import type { TimeBounds } from "../input/timeRange.ts";
import type { Translations } from "../text/translations.ts";
import type { ThreadColumns } from "./threadColumns.ts";

/** How many calls the window of the overview holds, and how much they store. */
export type CallFigures =
  | { readonly kind: "loading" }
  /** `capped` where there are more than were counted; `storageSize` in bytes, null where the service does not say. */
  | { readonly kind: "shown"; readonly count: number; readonly capped: boolean; readonly storageSize: number | null }
  | { readonly kind: "failed"; readonly text: string };

/** The overview as the editor knows it; with the threads that were sent, the page draws this and nothing else. */
export interface OverviewState {
  /** Null where there is none: signed out, or none chosen. */
  readonly project: string | null;
  /** The filter in words, such as "Last 7 days"; empty where all threads are asked for. */
  readonly filter: string;
  /** The time that the threads are of, in few words: `Last 7 days`, `Nov 3, 10:00 – 11:30 AM`. */
  readonly window: string;
  /** What the filter's time range came to when the threads were asked for; an absent bound is open. */
  readonly bounds: TimeBounds;
  /** When the threads were asked for, in milliseconds since the epoch. */
  readonly asOf: number;
  readonly progress: "loading" | "complete" | "stopped";
  /** Whether the threads are all there were at `asOf`, also while they are asked for again and after that has failed. */
  readonly whole: boolean;
  /** Of the calls that started within `bounds`, in threads or not, but of the filter's threads where it names some. */
  readonly calls: CallFigures;
  /** What broke the stream off, or keeps all away. */
  readonly notice: Notice | null;
  /** Whether a filter can be taken back by `unfilter`. */
  readonly filtered: boolean;
}

/**
 * From the editor to the page. `state` replaces the whole, but for the first `kept` threads, which stay as they were told
 * before and are not in its columns. Many threads come in several of these, one right after the other, each but the last
 * with `more`: where they replace threads that are on screen, those stay until the last has come.
 */
export type ToPage =
  | { readonly kind: "start"; readonly language: string; readonly translations: Translations }
  | {
      readonly kind: "state";
      readonly state: OverviewState;
      readonly kept: number;
      readonly threads: ThreadColumns;
      readonly more: boolean;
    }
  /** The thread that is selected in the tree; null for none. */
  | { readonly kind: "selected"; readonly threadId: string | null };

/** What is taken away from the overview. */
export type OverviewExport =
  | { readonly kind: "figures" }
  /** One chart as it is on screen, but for the thread that is picked out: the text of an SVG, or the bytes of a PNG as base64. */
  | { readonly kind: "chart"; readonly chart: ChartName; readonly format: "svg" | "png"; readonly content: string };

export const chartNames = ["durations", "turnCounts", "durationSpread", "activity"] as const;

/** p50 and p99 over start time · distribution of turn counts · distribution of durations · threads an interval. */
export type ChartName = (typeof chartNames)[number];

/** From the page to the editor. */
export type FromPage =
  | { readonly kind: "ready" }
  /** Shows the thread in the tree and selects it there. */
  | { readonly kind: "reveal"; readonly threadId: string }
  | { readonly kind: "openConversation"; readonly threadId: string }
  /**
   * Lists in the tree, and so here, only threads with turns that started in this range, both ends left out; milliseconds
   * since the epoch.
   */
  | { readonly kind: "filter"; readonly after: number; readonly before: number }
  /** Goes back to the filter before the last `filter`, or to none. */
  | { readonly kind: "unfilter" }
  | { readonly kind: "refresh" }
  | { readonly kind: "stop" }
  | { readonly kind: "remedy"; readonly remedy: string }
  | { readonly kind: "export"; readonly what: OverviewExport };
