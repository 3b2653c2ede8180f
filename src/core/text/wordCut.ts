import { openEscape } from "./visibleText.ts";

const wide =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}|[\u3000-\u303f\u30fb\u30fc\uff01-\uff60]/u;

/** Created at first use: a segmenter takes a millisecond. */
const segmenters = new Map<string, Intl.Segmenter>();

export function segmentsOf(granularity: "grapheme" | "word", text: string): readonly string[] {
  const segmenter = segmenters.get(granularity) ?? new Intl.Segmenter(undefined, { granularity });
  segmenters.set(granularity, segmenter);
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** Columns of visible text in a monospaced font; wide characters have two. */
export function columnsOf(text: string): number {
  return segmentsOf("grapheme", text).reduce((sum, each) => sum + (wide.test(each) ? 2 : 1), 0);
}

/** Visible text with its end left out between words if wider than `most` columns; a long first word is cut inside. */
export function wordCut(text: string, most: number): string {
  const read = text.slice(0, 4 * most);
  if (read.length === text.length && columnsOf(text) <= most) return text;
  const start = startOf(segmentsOf("word", read), most - 1) || startOf(segmentsOf("grapheme", read), most - 1);
  return `${start.replace(openEscape, "").replace(/[\s\p{Dash_Punctuation}.,;:([{]+$/u, "")}…`;
}

/** The first segments that fit. */
export function startOf(segments: readonly string[], most: number): string {
  let left = most;
  const end = segments.findIndex((segment) => {
    left -= columnsOf(segment);
    return left < 0;
  });
  return segments.slice(0, end < 0 ? undefined : end).join("");
}
