/**
 * The text in lines of at most `length` characters, broken at spaces; a longer word is broken inside. Spaces
 * at line breaks are dropped.
 */
export function wrappedText(text: string, length: number): readonly string[] {
  const line = new RegExp(`\\S(?:.{0,${length - 1}})(?=\\s|$)|\\S{1,${length}}`, "gu");
  return (text.match(line) ?? []).map((found) => found.trimEnd());
}
