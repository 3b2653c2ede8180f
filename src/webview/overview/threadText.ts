import { isRunning, type ThreadColumns } from "../../core/overview/threadColumns.ts";
import { visibleCut } from "../../core/visibleText.ts";
import type { Surface } from "./surface.ts";

/** So many characters of an id are told where there is little room. */
const mostOfId = 60;

/** A thread's id as a person can read it, on one line. */
export function shortId(threadId: string): string {
  return visibleCut(threadId, mostOfId);
}

export function turnsText({ say, formats }: Surface, count: number): string {
  return count === 1 ? say("oneTurn") : say("manyTurns", formats.exact(count));
}

export function threadsText({ say, formats }: Surface, count: number): string {
  return count === 1 ? say("oneThread") : say("manyThreads", formats.exact(count));
}

/** A duration in milliseconds; NaN is one that is not known. */
export function durationText({ say, formats }: Surface, duration: number | undefined): string {
  return duration === undefined || Number.isNaN(duration) ? say("unknown") : formats.duration(duration);
}

/** What a tooltip says of the thread at `place`: its id first. */
export function threadLines(surface: Surface, threads: ThreadColumns, place: number): readonly string[] {
  const { say, formats } = surface;
  const durations = `${say("p50")} ${durationText(surface, threads.p50[place])} · ${say("p99")} ${durationText(surface, threads.p99[place])}`;
  return [
    shortId(threads.ids[place] ?? ""),
    formats.dateTime(threads.startTime[place] ?? 0),
    turnsText(surface, threads.turnCount[place] ?? 0),
    isRunning(threads, place) ? say("running") : durations,
  ];
}

/** The same in one sentence, for those who do not see it. */
export function threadSentence(surface: Surface, threads: ThreadColumns, place: number): string {
  return surface.say(
    "threadAt",
    shortId(threads.ids[place] ?? ""),
    surface.formats.dateTime(threads.startTime[place] ?? 0),
    turnsText(surface, threads.turnCount[place] ?? 0),
    durationText(surface, threads.p50[place]),
    durationText(surface, threads.p99[place]),
  );
}
