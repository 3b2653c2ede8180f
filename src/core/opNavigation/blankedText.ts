import { blank } from "./blank.ts";

/** A slash after these starts a regular expression: an operator, an opening bracket, or one of these words. */
const beforeRegex =
  /(?:^|[=(,:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|delete|void|throw|new|else|do|yield|await))\s*$/;
/** Characters of a regular expression, at most. */
const longestRegex = 400;
const regex = /^\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/;

/**
 * TypeScript or JavaScript with spaces instead of comments, regular expressions, and the contents of strings and
 * templates, except code in templates. Offsets and quotes are preserved; an unclosed string ends with
 * its line.
 */
export function maskedScript(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  const mask = (start: number, end: number) => {
    pieces.push(text.slice(from, start), blank(text.slice(start, end)));
    from = end;
  };
  /** The number of open braces in each template expression being read. */
  const templates: number[] = [];
  const next = /\/|["'`{}]/g;
  /** Continues in a template's text: masks up to its end or to its next expression. */
  const template = (inside: number) => {
    const { end, code } = templateEnd(text, inside);
    mask(inside, end);
    if (code) templates.push(0);
    next.lastIndex = end + (code ? 2 : 1);
  };
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const at = found.index;
    const open = templates.at(-1);
    switch (found[0]) {
      case "{":
        if (open !== undefined) templates[templates.length - 1] = open + 1;
        break;
      case "}":
        if (open === 0) {
          templates.pop();
          template(at + 1);
        } else if (open !== undefined) {
          templates[templates.length - 1] = open - 1;
        }
        break;
      case "`":
        template(at + 1);
        break;
      case "/": {
        const end = commentEnd(text, at) ?? regexEnd(text, at);
        if (end !== undefined) {
          mask(at, end);
          next.lastIndex = end;
        }
        break;
      }
      default: {
        const end = stringEnd(text, at + 1, found[0]);
        mask(at + 1, end);
        next.lastIndex = text.charAt(end) === found[0] ? end + 1 : end;
      }
    }
  }
  pieces.push(text.slice(from));
  return pieces.join("");
}

function commentEnd(text: string, at: number): number | undefined {
  if (text.startsWith("//", at)) return orEnd(text, text.indexOf("\n", at));
  if (!text.startsWith("/*", at)) return undefined;
  const close = text.indexOf("*/", at + 2);
  return close === -1 ? text.length : close + 2;
}

function regexEnd(text: string, at: number): number | undefined {
  if (!beforeRegex.test(text.slice(Math.max(0, at - 40), at))) return undefined;
  const found = regex.exec(text.slice(at, at + longestRegex));
  return found === null ? undefined : at + found[0].length;
}

function stringEnd(text: string, inside: number, quote: string): number {
  for (let at = inside; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "\\") at += 1;
    else if (character === "\n" || character === quote) return at;
  }
  return text.length;
}

/** Where a template's text ends, and whether an expression starts there. */
function templateEnd(text: string, inside: number): { readonly end: number; readonly code: boolean } {
  for (let at = inside; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "\\") at += 1;
    else if (character === "`") return { end: at, code: false };
    else if (character === "$" && text.charAt(at + 1) === "{") return { end: at, code: true };
  }
  return { end: text.length, code: false };
}

function orEnd(text: string, end: number): number {
  return end === -1 ? text.length : end;
}
