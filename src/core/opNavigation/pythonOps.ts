import { blankedText, bracketParts, givenName, longestOpName, mostNested } from "./blankedText.ts";
import type { OpDefinition } from "./opDefinition.ts";

/** A class or function around the line being read; `op` is null if it is not an op. */
interface Scope {
  readonly indent: number;
  readonly kind: string;
  readonly name: string;
  readonly op: { -readonly [Key in keyof OpDefinition]: OpDefinition[Key] } | null;
}

/**
 * Functions and methods with a `weave.op` decorator, with or without arguments, under any imported name, and variables
 * that are assigned such a call. Op names follow the library: wandb/weave `trace/op.py`, `inferred_name`.
 */
export function pythonOps(text: string): readonly OpDefinition[] {
  const code = joinedLines(blankedText(text, "python"));
  if (code === null) return [];
  const isOp = opDecorators(code);
  const found: OpDefinition[] = [];
  let scopes: readonly Scope[] = [];
  let decorator: { readonly start: number; readonly name: string | undefined } | null = null;
  for (const { 0: line, 1: indent = "", 2: statement = "", index } of code.matchAll(/^([ \t]*)(\S.*)/gm)) {
    const start = index + indent.length;
    const end = index + line.trimEnd().length;
    scopes = scopes.filter((scope) => scope.indent < indent.length);
    for (const { op } of scopes) if (op !== null) op.end = end;
    const [head = "", kind, whole] = /^(?:async\s+)?(class|def)\s+(\p{ID_Continue}+)/u.exec(statement) ?? [];
    if (kind !== undefined && whole !== undefined) {
      const name = whole.slice(0, longestOpName);
      const classes = scopes.slice(scopes.findLastIndex((scope) => scope.kind === "def") + 1);
      const qualified = [...classes.map((scope) => scope.name), name].join(".");
      const inferred = /^[^(]*\(\s*self\b/.test(statement)
        ? ([qualified, name] as const)
        : ([name, qualified] as const);
      const names = decorator?.name === undefined ? inferred : ([decorator.name, ...inferred] as const);
      const at = start + head.length - whole.length;
      const op = decorator === null || kind === "class" ? null : { names, start: decorator.start, end, at };
      if (op !== null) found.push(op);
      scopes = [...scopes, { indent: indent.length, kind, name, op }];
      decorator = null;
    } else if (!statement.startsWith("@")) {
      decorator = null;
      const names = assignedOp(text.slice(start), statement, isOp);
      if (names !== null) found.push({ names, start, end, at: start });
    } else if (isOp(statement)) {
      const [parts] = bracketParts(statement)?.values() ?? [];
      decorator = { start, name: givenName(text.slice(start), statement, parts) };
    }
  }
  return found;
}

/** The names of `x = weave.op(f)`: the one given, otherwise that of the function, and of the variable. */
function assignedOp(
  text: string,
  statement: string,
  isOp: (statement: string) => boolean,
): OpDefinition["names"] | null {
  const [head = "", variable = ""] = /^(\p{ID_Continue}+)\s*(?::[^=]*)?=\s*(?=[\w.\s]{1,100}\()/u.exec(statement) ?? [];
  const call = statement.slice(head.length);
  if (variable === "" || !isOp(`@${call}`)) return null;
  const brackets = [...(bracketParts(call)?.values() ?? [])];
  const [parts = []] = brackets.filter(
    ([first]) => first !== undefined && /\S/.test(call.slice(first.start, first.end)),
  );
  const given = givenName(text.slice(head.length), call, parts);
  const [{ start, end } = { start: 0, end: 0 }] = parts;
  const [, name] = /^\s*(?:\w+\s*\.\s*)*(\p{ID_Continue}+)\s*$/u.exec(call.slice(start, end)) ?? [];
  const [first, ...others] = [given, name, variable].flatMap((each) => each?.slice(0, longestOpName) ?? []);
  return first === undefined ? null : [first, ...others];
}

/** Recognizes op decorators by the imported names. */
function opDecorators(code: string): (statement: string) => boolean {
  const importedModule = /^[ \t]*import\b.*?[\s,]weave[ \t]+as[ \t]+(\w+)/gm;
  const importedOp = /^[ \t]*from[ \t]+weave(?:\.[.\w]*)?[ \t]+import\b.*?[\s,(]op\b(?:\s+as\s+(\w+))?/gm;
  const modules = new Set(["weave", ...[...code.matchAll(importedModule)].map(([, name]) => name)]);
  const functions = new Set([...code.matchAll(importedOp)].map(([, name]) => name ?? "op"));
  return (statement) => {
    const [, module, name = ""] = /^@\s*(?:(\w+)\s*\.\s*)?(\w+)\s*(?:\(|$)/.exec(statement) ?? [];
    return module === undefined ? functions.has(name) : name === "op" && modules.has(module);
  };
}

/** Blanked code with spaces for line ends in brackets and after a backslash. Null if it is nested too deeply. */
function joinedLines(code: string): string | null {
  let [depth, deepest] = [0, 0];
  const joined = code.replace(
    // A definition is never inside brackets: one was left open, which is usual while typing.
    /[([{]|[)\]}]|\\\r?\n|\r?\n(?=([ \t]*(?:@|(?:async\s+)?(?:def|class)\s))?)/g,
    (mark, definition: string | undefined) => {
      if ("([{".includes(mark)) deepest = Math.max(deepest, ++depth);
      else if (")]}".includes(mark)) depth = Math.max(0, depth - 1);
      else if (mark.startsWith("\\")) return " ".repeat(mark.length);
      else if (definition !== undefined) depth = 0;
      else if (depth > 0) return " ".repeat(mark.length);
      return mark;
    },
  );
  return deepest > mostNested ? null : joined;
}
