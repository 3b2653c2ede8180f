/** As many blanks as there are characters; lines stay lines. */
export function blank(text: string): string {
  return text.replace(/[^\n\r]/g, " ");
}
