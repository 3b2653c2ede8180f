/** A text with `{0}`, `{1}`… replaced by the values of those places. */
export function filledIn(text: string, values: readonly string[]): string {
  return text.replace(/\{(\d)\}/g, (_, at: string) => values[Number(at)] ?? "");
}
