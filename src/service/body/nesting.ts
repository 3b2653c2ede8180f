const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether brackets and braces are nested deeper than `most` in a JSON text. Checked before parsing: a megabyte of
 * brackets takes a quarter of a second and 30 MB to parse, and overflows every recursive function.
 */
export function isNestedDeeper(text: string, most: number): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case quote:
        index = endOfString(text, index);
        break;
      case 0x5b:
      case 0x7b:
        if (++depth > most) return true;
        break;
      case 0x5d:
      case 0x7d:
        depth--;
    }
  }
  return false;
}

/** The closing quote of the string at `start`; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
