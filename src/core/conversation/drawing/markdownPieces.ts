/** A part of a Markdown text that is drawn separately. */
export type MarkdownPiece =
  | { readonly kind: "markdown"; readonly text: string }
  /** A block of code longer than a piece; `text` is the content of its fences. */
  | { readonly kind: "code"; readonly text: string; readonly language: string }
  /** A line longer than a piece: parsing it may take quadratic time. */
  | { readonly kind: "plain"; readonly text: string };

/** Maximum characters of a parsed piece. */
export const mostParsed = 6000;

const fence = /(`{3,}(?=[^`\n]*$)|~{3,})([^\n]*)(?:\n|$)/my;
/** Lines that start neither a list item nor a table row, a quote, or a continuation of the item above. */
const fresh = /[^\s\-*+>|\d]/y;

/**
 * A Markdown text in pieces of at most `mostParsed` characters, parsed separately. They end before a paragraph if
 * one starts near enough, otherwise before a line; code blocks stay whole.
 */
export function* markdownPieces(text: string): Generator<MarkdownPiece> {
  for (let at = 0; at < text.length; ) {
    const code = codeAt(text, at);
    if (code !== null && code.end - at > mostParsed) {
      yield { kind: "code", text: code.text, language: code.language };
      at = code.end;
      continue;
    }
    const end = text.length - at <= mostParsed ? text.length : pieceEnd(text, at);
    if (end === null) {
      const line = lineEnd(text, at);
      yield { kind: "plain", text: text.slice(at, line) };
      at = line;
    } else {
      yield { kind: "markdown", text: text.slice(at, end) };
      at = end;
    }
  }
}

/** Null if the first line alone is too long. */
function pieceEnd(text: string, from: number): number | null {
  let [best, bestRank]: readonly [number | null, number] = [null, 0];
  let isBlank = false;
  for (let at = from; at - from <= mostParsed; ) {
    if (at > from) {
      const rank = matches(fence, text, at) !== null ? 3 : isBlank ? (matches(fresh, text, at) === null ? 2 : 3) : 1;
      if (rank >= bestRank) [best, bestRank] = [at, rank];
    }
    const next = codeAt(text, at)?.end ?? lineEnd(text, at);
    isBlank = text.slice(at, Math.min(next, at + 200)).trim() === "";
    at = next;
  }
  return best;
}

/** The block of code that starts at the start of a line; an unclosed one extends to the end of the text. */
function codeAt(text: string, at: number): { text: string; language: string; end: number } | null {
  const [opening, marks = "", language = ""] = matches(fence, text, at) ?? [];
  if (opening === undefined) return null;
  const from = at + opening.length;
  const closing = new RegExp(`^ {0,3}${marks[0]}{${marks.length},}[ \\t]*(?:\\n|$)`, "gm");
  closing.lastIndex = from;
  const found = closing.exec(text);
  const code = text.slice(from, found?.index ?? text.length).replace(/\n$/, "");
  return { text: code, language: language.trim(), end: found === null ? text.length : closing.lastIndex };
}

function matches(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end + 1;
}
