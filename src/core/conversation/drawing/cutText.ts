/** The start of a text, and how many characters (UTF-16 code units) of it are not shown. */
export interface CutText {
  readonly shown: string;
  readonly hidden: number;
}

/**
 * The first `most` characters of a Markdown text and at most `mostLines` of its lines. It ends where a line or a word
 * does, if one does near the limit, and never inside a grapheme. A code block that is cut in
 * two is closed, so that what follows is not drawn as code; the closing fence alone is beyond the limit.
 */
export function cutText(text: string, most: number, mostLines = Number.POSITIVE_INFINITY): CutText {
  const end = Math.min(text.length, lineLimit(text, most, mostLines));
  if (end === text.length) return { shown: text, hidden: 0 };
  const shown = text.slice(0, text[end] === "\n" || text[end - 1] === "\n" ? end : softEnd(text, end));
  const fence = openFence(shown);
  const closing = fence === null ? "" : shown.endsWith("\n") ? fence : `\n${fence}`;
  return { shown: `${shown}${closing}`, hidden: text.length - shown.length };
}

/** The offset at which `most` characters or `mostLines` lines end, whichever comes first. */
function lineLimit(text: string, most: number, mostLines: number): number {
  let line = -1;
  for (let count = 0; count < mostLines; count++) {
    line = text.indexOf("\n", line + 1);
    if (line === -1 || line >= most) return most;
  }
  return line;
}

/** The end of the last line or word in the last fifth before the limit, else of the last whole character. */
function softEnd(text: string, end: number): number {
  const from = Math.floor(end * 0.8);
  const near = text.slice(from, end);
  const line = near.lastIndexOf("\n");
  if (line !== -1) return from + line;
  const blank = Math.max(near.lastIndexOf(" "), near.lastIndexOf("\t"));
  return blank > 0 ? from + blank : wholeEnd(text, end);
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
/** Longer graphemes do not occur in any script; they are cut between code points. */
const longestCharacter = 64;

function wholeEnd(text: string, end: number): number {
  const from = Math.max(0, end - longestCharacter);
  const start = graphemes.segment(text.slice(from, end + 1)).containing(end - from)?.index ?? 0;
  if (start > 0) return from + start;
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end;
}

/** The line that closes the code block in which a text ends; null if it does not end in one. */
function openFence(text: string): string | null {
  let open: { readonly prefix: string; readonly marks: string } | null = null;
  for (const [, prefix = "", marks = "", info = ""] of text.matchAll(/^([ \t>]*)(`{3,}|~{3,})([^\n]*)$/gm)) {
    if (open === null) {
      if (!marks.startsWith("`") || !info.includes("`")) open = { prefix, marks };
    } else if (marks.startsWith(open.marks) && info.trim() === "") {
      open = null;
    }
  }
  return open === null ? null : `${open.prefix}${open.marks}`;
}
