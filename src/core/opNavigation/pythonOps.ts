import { Brackets, depthAfter, quotedText } from "./brackets.ts";
import { maskedPython } from "./maskedPython.ts";
import type { OpDefinition } from "./opDefinition.ts";

interface Line {
  /** Columns; a tab advances to the next multiple of eight, as in Python. */
  readonly indent: number;
  /** The statement including everything in its brackets, without surrounding spaces. */
  readonly code: string;
  /** Where `code` starts. */
  readonly from: number;
}

/** A class or function around the line being read. */
interface Scope {
  readonly indent: number;
  readonly kind: string;
  readonly name: string;
  /** Its index among the results; null if it is not an op. */
  readonly found: number | null;
}

const scopeLine = /^(?:async\s+)?(class|def)\s+([\p{L}_][\p{L}\p{N}\p{M}_]*)/u;

/**
 * Functions and methods with a `weave.op` decorator, with or without arguments, under any imported name.
 * Op names follow the library: wandb/weave `trace/op.py`, `inferred_name`.
 */
export function pythonOps(text: string): readonly OpDefinition[] {
  const code = maskedPython(text);
  const brackets = new Brackets(code);
  const isOp = decoratorOf(code);
  const found: OpDefinition[] = [];
  const scopes: Scope[] = [];
  let decorator: Line | null = null;
  const endScopes = (indent: number, end: number) => {
    while ((scopes.at(-1)?.indent ?? -1) >= indent) {
      const ended = scopes.pop()?.found ?? null;
      const definition = ended === null ? undefined : found[ended];
      if (ended !== null && definition !== undefined) found[ended] = { ...definition, end };
    }
  };
  let lastEnd = 0;
  for (const line of logicalLines(code)) {
    endScopes(line.indent, lastEnd);
    lastEnd = line.from + line.code.length;
    const [all, kind = "", name = ""] = scopeLine.exec(line.code) ?? [];
    if (all !== undefined) {
      const op = decorator !== null && kind === "def" ? decorator : null;
      if (op !== null) {
        const at = line.from + all.length - name.length;
        found.push({
          names: namesOf({ text, code, brackets, op, at, name, scopes }),
          start: op.from,
          end: lastEnd,
          at,
        });
      }
      scopes.push({ indent: line.indent, kind, name, found: op === null ? null : found.length - 1 });
      decorator = null;
    } else if (line.code.startsWith("@")) {
      if (isOp.test(line.code)) decorator = line;
    } else {
      decorator = null;
    }
  }
  endScopes(0, lastEnd);
  return found;
}

interface Named {
  readonly text: string;
  readonly code: string;
  readonly brackets: Brackets;
  readonly op: Line;
  readonly at: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
}

function namesOf(parts: Named): OpDefinition["names"] {
  const { code, at, name, scopes } = parts;
  const classes = scopes.slice(scopes.findLastIndex(({ kind }) => kind === "def") + 1).map((scope) => scope.name);
  const qualified = [...classes, name].join(".");
  const isMethod = /^[^(]*\(\s*self\b/.test(code.slice(at, at + name.length + 200));
  const inferred: OpDefinition["names"] = isMethod ? [qualified, name] : [name, qualified];
  const told = toldName(parts);
  const [likeliest, ...others] = new Set(told === undefined ? inferred : [told, ...inferred]);
  return [likeliest ?? name, ...others];
}

/** The `name` argument of a decorator, if it is a plain string. */
function toldName({ text, code, brackets, op }: Named): string | undefined {
  const open = op.code.indexOf("(");
  if (open === -1) return undefined;
  for (const { start, end } of brackets.parts(op.from + open)) {
    const argument = /^\s*name\s*=\s*[rRuU]?(?=["'])/.exec(code.slice(start, end));
    if (argument !== null) return quotedText(text, code, start + argument[0].length) || undefined;
  }
  return undefined;
}

/** Limits: characters of one import statement, and imported names in one file. */
const longestImport = 1000;
const mostNames = 20;
const importedFrom = new RegExp(
  `\\bfrom[ \\t]+weave(?:\\.[\\w.]+)?[ \\t]+import[ \\t]+(\\([^)]{0,${longestImport}}\\)|[^\\n]{0,${longestImport}})`,
  "g",
);

/** Matches op decorators by the imported names. */
function decoratorOf(code: string): RegExp {
  const modules = [...code.matchAll(/\bweave[ \t]+as[ \t]+(\w+)/g)].flatMap(({ 1: name = "", index }) =>
    /\bimport\s[^\n]*$/.test(code.slice(Math.max(0, index - longestImport), index)) ? [name] : [],
  );
  const functions = [...code.matchAll(importedFrom)].flatMap(([, list = ""]) =>
    [...list.matchAll(/(?<![\w.])op\b(?:\s+as\s+(\w+))?/g)].map(([, name]) => name ?? "op"),
  );
  const names = [
    ...firstNames(["weave", ...modules]).map((module) => `${module}\\s*\\.\\s*op`),
    ...firstNames(functions),
  ];
  return new RegExp(`^@\\s*(?:${names.join("|")})\\s*(?:\\(|$)`);
}

function firstNames(names: readonly string[]): readonly string[] {
  return [...new Set(names)].slice(0, mostNames);
}

/** Non-blank lines, each with its continuation lines: in brackets, or after a backslash. */
function* logicalLines(code: string): Generator<Line> {
  let start = 0;
  while (start < code.length) {
    let end = lineEnd(code, start);
    let last = code.slice(start, end);
    let depth = depthAfter(last);
    while (end < code.length && (depth > 0 || /\\\r?$/.test(last))) {
      const next = lineEnd(code, end + 1);
      last = code.slice(end + 1, next);
      // Such a line is never inside brackets: one was left open, which is usual while typing.
      if (/^\s*(?:@|(?:async\s+)?(?:def|class)\s)/.test(last)) break;
      depth = depthAfter(last, depth);
      end = next;
    }
    const whole = code.slice(start, end);
    const trimmed = whole.trim();
    if (trimmed !== "") yield { indent: indentOf(whole), code: trimmed, from: start + whole.indexOf(trimmed) };
    start = end + 1;
  }
}

function indentOf(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === " ") columns += 1;
    else if (character === "\t") columns += 8 - (columns % 8);
    else break;
  }
  return columns;
}

function lineEnd(code: string, from: number): number {
  const end = code.indexOf("\n", from);
  return end === -1 ? code.length : end;
}
