/**
 * Matches a text in upper and lower case, in any script; a space in it matches any spaces and line ends. Global, so
 * that it finds every place.
 */
export function textPattern(text: string): RegExp {
  const source = text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replace(/\s+/g, "\\s+");
  return new RegExp(source, "giu");
}
