import type { TimeBounds } from "../query/startedWithin.ts";
import { hour } from "../text/format.ts";
import { type Moment, type MomentProblem, periodOf, timeOf } from "./moment.ts";
import { monthDayText, readMoment } from "./readMoment.ts";
import { plainTimes } from "./timeWords.ts";
import { zoneName } from "./timeZone.ts";

/** The named ranges: back from now, or all time. */
export const timePresets = ["1h", "24h", "7d", "30d", "all"] as const;

export type TimePreset = (typeof timePresets)[number];

/** A time range. A custom `text` is as typed and valid; it stays relative, so that "yesterday" moves on. */
export type TimeRange =
  | { readonly kind: "preset"; readonly preset: TimePreset }
  | { readonly kind: "custom"; readonly text: string };

/** Why a typed range is not valid. */
export type RangeProblem =
  | "empty"
  | "startUnreadable"
  | "endUnreadable"
  /** Such as 30 February. */
  | "startNoSuchTime"
  | "endNoSuchTime"
  /** Before 1970 or after 2299, which the service cannot compare. */
  | "startTooFar"
  | "endTooFar"
  /** It ends before it starts, or at the same moment. */
  | "endsTooEarly";

interface TypedRange {
  readonly start: Moment | null;
  readonly end: Moment | null;
  /** Whether a day as the end is excluded, as in `before yesterday`. */
  readonly endsBefore: boolean;
  /** Whether the start is all that was typed: a day alone is that day. */
  readonly isAlone: boolean;
}

const presetLengths: Readonly<Record<TimePreset, number | null>> = {
  "1h": hour,
  "24h": 24 * hour,
  "7d": 7 * 24 * hour,
  "30d": 30 * 24 * hour,
  all: null,
};

/** Characters of a typed range: two dates with times and time zones are shorter than half of it. */
const longestRange = 200;

/** Old services accept only positive seconds, and the service's time columns end with the year 2299. */
const earliest = 0;
const latest = Date.UTC(2300, 0, 1);

/**
 * The bounds that a range has at the moment `now`, in milliseconds since the epoch. A custom range whose sides have
 * crossed since, such as `yesterday to 2026-11-14` a week later, keeps them and matches nothing.
 */
export function resolveRange(range: TimeRange, now: number): TimeBounds {
  if (range.kind === "preset") {
    const length = presetLengths[range.preset];
    return length === null ? {} : { after: now - length };
  }
  const typed = readTyped(range.text);
  if (typeof typed === "string") throw new Error("The range was not checked.");
  const { after, before } = boundsOf(typed, now);
  return bounds(after === undefined ? after : within(after), before === undefined ? before : within(before));
}

/**
 * Parses a typed range: a preset, or `<from> to <to>`, where `..`, `…`, `/`, `until` and a dash between spaces are
 * equivalent to `to` and either side is optional. A day alone is that day; any other moment alone, or any after `from`
 * or `since`, is the start. Dates and times without a zone are local. A day as the end means through the end of that
 * day, but after `before` up to its start. The bounds are resolved at `now`. `dayFirst` is the order of `11/12/2026`;
 * the returned range is read the same in any order.
 */
export function parseRange(
  text: string,
  now: number,
  dayFirst = false,
): { readonly range: TimeRange; readonly bounds: TimeBounds } | RangeProblem {
  if (text.length > longestRange) return "startUnreadable";
  const range = readPreset(text) ?? { kind: "custom", text: withNamedDates(normalized(text), dayFirst) };
  if (range.kind === "preset") return { range, bounds: resolveRange(range, now) };
  const typed = readTyped(range.text);
  if (typeof typed === "string") return typed;
  const { after, before } = boundsOf(typed, now);
  if (after !== undefined && after !== within(after)) return "startTooFar";
  if (before !== undefined && before !== within(before)) return "endTooFar";
  if (after !== undefined && before !== undefined && before <= after) return "endsTooEarly";
  return { range, bounds: bounds(after, before) };
}

/** For settings and mementos: `7d`, or the custom text. */
export function formatRange(range: TimeRange): string {
  return range.kind === "preset" ? range.preset : range.text;
}

/** Parses the output of `formatRange`; undefined for anything else. */
export function readRange(stored: unknown): TimeRange | undefined {
  if (typeof stored !== "string" || stored.length > longestRange) return undefined;
  const preset = readPreset(stored);
  if (preset !== undefined) return preset;
  const text = normalized(stored);
  return typeof readTyped(text) === "string" ? undefined : { kind: "custom", text };
}

function readPreset(text: string): Extract<TimeRange, { kind: "preset" }> | undefined {
  const name = normalized(text).toLowerCase();
  const preset = timePresets.find((candidate) => candidate === name);
  return preset === undefined ? undefined : { kind: "preset", preset };
}

function normalized(text: string): string {
  return text.trim().split(/\s+/).join(" ");
}

/** Dates written in numbers alone: `2026/11/20`, `11/20/2026`, `20.11.26`, `11/20`. */
const numericDate =
  /(?<![\d:+-])(?:(\d{4})[/.](\d\d?)[/.](\d\d?)|(\d\d?)[/.](\d\d?)(?:[/.](\d{4}|\d\d)|(?!\/)))(?![\d:])/g;

/** Rewrites dates in numbers: as ISO dates, or without a year with the name of the month. */
function withNamedDates(text: string, dayFirst: boolean): string {
  return text.replace(numericDate, (typed, leading, month, date, first, second, trailing) => {
    const [before, after] = [Number(first), Number(second)];
    // The other order is meant where this one does not exist.
    const isDayFirst = dayFirst ? after <= 12 : before > 12;
    const parts = isDayFirst ? [after, before] : [before, after];
    const [ofMonth = 0, ofDay = 0] = leading === undefined ? parts : [Number(month), Number(date)];
    const year = leading ?? (trailing?.length === 2 ? `20${trailing}` : trailing);
    if (year === undefined) return monthDayText(ofMonth - 1, ofDay) ?? typed;
    return [year, ...[ofMonth, ofDay].map((part) => String(part).padStart(2, "0"))].join("-");
  });
}

const opening = /^(?:from|since)\b/i;
const separator = /\.{2,3}|…|\/|[–—～]|\b(?:to|until|before)\b| - /i;

/** `text` has single spaces only. */
function readTyped(text: string): TypedRange | RangeProblem {
  const plain = plainTimes(text.replace(` (${zoneName()})`, ""));
  const typed = plain.replace(opening, "").trim();
  const at = separator.exec(typed);
  const from = typed.slice(0, at?.index).trim();
  const to = at === null ? "" : typed.slice(at.index + at[0].length).trim();
  if (from === "" && to === "") return "empty";
  const start = from === "" ? null : readMoment(from);
  if (typeof start === "string") return problemOf("start", start);
  const end = to === "" ? null : readMoment(to);
  if (typeof end === "string") return problemOf("end", end);
  return { start, end, endsBefore: at?.[0].toLowerCase() === "before", isAlone: at === null && typed === plain.trim() };
}

function problemOf(side: "start" | "end", problem: MomentProblem): RangeProblem {
  return problem === "unreadable" ? `${side}Unreadable` : `${side}NoSuchTime`;
}

function boundsOf({ start, end, endsBefore, isAlone }: TypedRange, now: number): TimeBounds {
  const from = start === null ? undefined : timeOf(start, now);
  if (isAlone && from !== undefined) {
    // Today has no end yet, and an instant has none.
    const isOpen = from.start === from.end || (from.start <= now && now < from.end);
    return bounds(from.start, isOpen ? undefined : from.end);
  }
  return bounds(from?.start, end === null ? undefined : endOf(end, endsBefore ? "start" : "end", from?.start, now));
}

/** A time of day is the first one after the start; a weekday or a date without a year only if the latest is earlier. */
function endOf(end: Moment, side: "start" | "end", after: number | undefined, now: number): number {
  const latest = timeOf(end, now)[side];
  const period = periodOf(end);
  if (after === undefined || period === null || (latest > after && end.kind !== "clock")) return latest;
  return timeOf(end, after + period)[side];
}

function bounds(after: number | undefined, before: number | undefined): TimeBounds {
  return { ...(after === undefined ? {} : { after }), ...(before === undefined ? {} : { before }) };
}

function within(time: number): number {
  return Math.min(Math.max(time, earliest), latest);
}
