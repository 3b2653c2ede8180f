/**
 * The text in lines of at most `length` characters, broken at blanks; a word that is longer is broken within. Blanks
 * where lines break are left out.
 */
export function wrappedText(text: string, length: number): readonly string[] {
  const line = new RegExp(`\\S(?:.{0,${length - 1}})(?=\\s|$)|\\S{1,${length}}`, "gu");
  return (text.match(line) ?? []).map((found) => found.trimEnd());
}
