/** Replaces each character with a space; line breaks stay. */
export function blank(text: string): string {
  return text.replace(/[^\n\r]/g, " ");
}
