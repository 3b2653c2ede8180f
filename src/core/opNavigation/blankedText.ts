import type { OpLanguage } from "./opDefinition.ts";

/** A string on one line; an unclosed one ends with its line. */
const quoted = /(["'])(?:\\.|[^\n])*?(?:\1|(?![^\n]))/.source;
/** The code in a template; of braces and templates in it, one level. Its strings may contain both. */
const templateCode = /\$\{(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[^{}`"']|\{[^{}`]*\}|`(?:\\.|[^`\\])*`)*\}/.source;
/** A slash after an operator, an opening bracket, or one of these words starts a regular expression. */
const beforeRegex =
  /(?<=(?:^|[=(,:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|delete|void|throw|new|else|do|yield|await))\s{0,40})/
    .source;
const regex = /\/(?:\\.|\[(?:\\.|[^\]\\\n]){0,200}\]|[^/\\[\n]){1,400}\/[a-z]*/.source;

const blanked = {
  python: new RegExp(`#[^\\n]*|"""(?:\\\\?.)*?(?:"""|$)|'''(?:\\\\?.)*?(?:'''|$)|${quoted}`, "gs"),
  script: new RegExp(
    `${quoted}|//[^\\n]*|/\\*.*?(?:\\*/|$)|\`(?:\\\\.|${templateCode}|.)*?(?:\`|$)|(?=/)${beforeRegex}${regex}`,
    "gs",
  ),
} as const;

/** A source file with spaces instead of comments, regular expressions, and everything, even line ends, between quotes. */
export function blankedText(text: string, language: OpLanguage): string {
  return text.replace(blanked[language], (token) =>
    token.replace(/^(["'`]?)(.*?)(\1)$/s, (_, open: string, inside: string, close: string) => {
      return `${open}${" ".repeat(inside.length)}${close}`;
    }),
  );
}

/** A piece of a text, as offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * What is between the top-level commas of each bracket in blanked code, by the offset of the bracket; the last part ends
 * where the bracket closes. Bracket types are not matched against each other; an unclosed bracket ends with the code.
 */
export function bracketParts(code: string): ReadonlyMap<number, readonly Span[]> {
  const found = new Map<number, Span[]>();
  const open: { start: number; end: number }[][] = [];
  for (const { 0: mark, index } of code.matchAll(/[([{,}\])]/g)) {
    const next = { start: index + 1, end: code.length };
    if ("([{".includes(mark)) {
      const parts = [next];
      found.set(index, parts);
      open.push(parts);
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
export function givenName(text: string, code: string, parts: readonly Span[] = []): string | undefined {
  for (const { start, end } of parts) {
    const [before, , content] = /^\s*name\s*[:=]\s*[rRuU]?(["'`])( +)(?=\1\s*$)/.exec(code.slice(start, end)) ?? [];
    if (before !== undefined && content !== undefined)
      return text.slice(start + before.length - content.length, start + before.length);
  }
  return undefined;
}
