import type { OpLanguage } from "./opDefinition.ts";

/** A string on one line; an unclosed one ends with its line. */
const quoted = /(["'])(?:\\.|[^\n])*?(?:\1|(?![^\n]))/.source;
/** A slash after an operator, an opening bracket, or one of these words starts a regular expression. */
const beforeRegex =
  /(?<=(?:^|[=(,:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|delete|void|throw|new|else|do|yield|await))\s{0,40})/
    .source;
const regex = /^\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/s;
/** Longer regular expressions are not recognized: the end is searched for after each slash that may start one. */
const longestRegex = 400;

const pythonToken = new RegExp(`#[^\\n]*|"""(?:\\\\?.)*?(?:"""|$)|'''(?:\\\\?.)*?(?:'''|$)|${quoted}`, "gs");
const scriptToken = new RegExp(`${quoted}|//[^\\n]*|/\\*.*?(?:\\*/|$)|[\`{}]|(?=/)${beforeRegex}/`, "gs");
const templateToken = /\\.|`|\$\{/gs;
const plainTemplateToken = /\\.|`/gs;

/** A source file with spaces instead of comments, regular expressions, and everything, even line ends, between quotes. */
export function blankedText(text: string, language: OpLanguage): string {
  return language === "python" ? text.replace(pythonToken, blank) : blankedScript(text);
}

function blank(token: string): string {
  return token.replace(/^(["'`]?)(.*?)(\1)$/s, (_, open: string, inside: string, close: string) => {
    return `${open}${" ".repeat(inside.length)}${close}`;
  });
}

function blankedScript(text: string): string {
  const pieces: string[] = [];
  /** The open templates, and the open braces of their code. */
  const open: string[] = [];
  let inTemplate = templateToken;
  let [start, at, done] = [0, 0, 0];
  const put = () => {
    pieces.push(text.slice(done, start), blank(text.slice(start, at)));
    done = at;
  };
  for (;;) {
    const token = open.at(-1) === "`" ? inTemplate : scriptToken;
    token.lastIndex = at;
    const found = token.exec(text);
    if (found === null) {
      if (open.length === 0 || inTemplate === plainTemplateToken) break;
      // The code of a template is unclosed: this template and those after it end at the next backtick.
      inTemplate = plainTemplateToken;
      open.length = 0;
      at = start;
      continue;
    }
    const [mark] = found;
    if (open.length === 0) start = found.index;
    const length =
      mark === "/" ? regex.exec(text.slice(found.index, found.index + longestRegex))?.[0].length : mark.length;
    at = found.index + (length ?? 1);
    if (mark === "${" || (mark === "{" && open.length > 0)) open.push("{");
    else if (mark === "}") open.pop();
    else if (mark === "`" && token === scriptToken) open.push(mark);
    else if (mark === "`") open.pop();
    if (open.length === 0 && length !== undefined && mark !== "{" && mark !== "}") put();
  }
  at = text.length;
  if (open.length > 0) put();
  return pieces.join("") + text.slice(done);
}

export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** No ops are found in a file with more open brackets: it is not written by hand. */
export const mostNested = 1000;

/** Longer names are cut: many ops may be named after the same class or method. */
export const longestOpName = 300;

/**
 * What is between the top-level commas of each bracket in blanked code, by the offset of the bracket; the last part ends
 * where the bracket closes. Bracket types are not matched against each other; an unclosed bracket ends with the code.
 * Null for code that is nested too deeply.
 */
export function bracketParts(code: string): ReadonlyMap<number, readonly TextSpan[]> | null {
  const found = new Map<number, TextSpan[]>();
  const open: { start: number; end: number }[][] = [];
  for (const { 0: mark, index } of code.matchAll(/[([{,}\])]/g)) {
    const next = { start: index + 1, end: code.length };
    if ("([{".includes(mark)) {
      const parts = [next];
      found.set(index, parts);
      if (open.push(parts) > mostNested) return null;
    } else {
      const last = open.at(-1)?.at(-1);
      if (last !== undefined) last.end = index;
      if (mark === ",") open.at(-1)?.push(next);
      else open.pop();
    }
  }
  return found;
}

/** The `name` among arguments or members, if it is a plain string that is not empty. */
export function givenName(text: string, code: string, parts: readonly TextSpan[] = []): string | undefined {
  for (const { start, end } of parts) {
    const [before, , content] = /^\s*name\s*[:=]\s*[rRuU]?(["'`])( +)(?=\1\s*$)/.exec(code.slice(start, end)) ?? [];
    if (before !== undefined && content !== undefined)
      return text.slice(start + before.length - content.length, start + before.length);
  }
  return undefined;
}
