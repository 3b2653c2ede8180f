const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether brackets and braces are nested deeper than `most` in a JSON text. Looked at before it is parsed: a megabyte of
 * brackets takes a quarter of a second and 30 MB to parse, and breaks every function that calls itself on the way down.
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

/** Where the string that begins at `start` has its last quote; the end of the text where it has none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
