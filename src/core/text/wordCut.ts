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

/** The first segments that fit. */
export function startOf(segments: readonly string[], most: number): string {
  let left = most;
  const end = segments.findIndex((segment) => {
    left -= columnsOf(segment);
    return left < 0;
  });
  return segments.slice(0, end < 0 ? undefined : end).join("");
}
