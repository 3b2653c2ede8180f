import { blank } from "./blank.ts";

/**
 * Python with spaces instead of comments and string contents. Offsets are preserved. The quotes of
 * strings on one line stay, so that such a string can be found; an unclosed one ends with its line.
 */
export function maskedPython(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  const mask = (start: number, end: number) => {
    pieces.push(text.slice(from, start), blank(text.slice(start, end)));
    from = end;
  };
  const next = /#|"""|'''|["']/g;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const [mark] = found;
    const inside = found.index + mark.length;
    if (mark === "#") {
      const end = lineEnd(text, inside);
      mask(found.index, end);
      next.lastIndex = end;
    } else {
      const { end, close } = stringEnd(text, inside, mark);
      if (mark.length === 3) mask(found.index, close);
      else mask(inside, end);
      next.lastIndex = close;
    }
  }
  pieces.push(text.slice(from));
  return pieces.join("");
}

/** Where a string's content ends, and where its quotes end. */
function stringEnd(text: string, inside: number, quotes: string): { readonly end: number; readonly close: number } {
  for (let at = inside; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "\\") at += 1;
    else if (character === "\n" && quotes.length === 1) return { end: at, close: at };
    else if (text.startsWith(quotes, at)) return { end: at, close: at + quotes.length };
  }
  return { end: text.length, close: text.length };
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}
