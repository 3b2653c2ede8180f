import { blankedText, bracketParts, givenName, longestOpName, type TextSpan } from "./blankedText.ts";
import type { OpDefinition } from "./opDefinition.ts";

const id = "(?!\\d)[\\p{ID_Continue}$]+";
const idStart = "(?<![\\p{ID_Continue}$.])";
const callStart = "\\s*(?:<[^()]{0,300}?>\\s*)?\\(";
/** Maximum length of a return type, or of the heritage of a class. */
const longestHead = 500;
/** Maximum length of what is between a decorator and its method, such as other decorators. */
const longestBetween = 2000;
const fromWeave = "\\s*(?:from|=\\s*(?:await\\s+import|require)\\s*\\()\\s*[\"']weave[\"']";

const importedModule = new RegExp(`(?<![\\w$])([\\w$]+)(?:\\s*,\\s*\\{[^{}]{0,300}\\})?${fromWeave}`, "g");
const importedOp = new RegExp(
  `\\{[^{}]{0,300}?\\bop\\b(?:\\s*(?::|as\\s)\\s*([\\w$]+))?[^{}]{0,300}\\}${fromWeave}`,
  "g",
);
const use = new RegExp(`(@\\s*)?${idStart}(?:(${id})\\s*\\.\\s*(?:op|boundOp)\\b|(${id}))(${callStart})?`, "gu");
const constantName = `\\b(?:const|let|var)\\s+(${id})(?=\\s*[:=])`;
/** Not after a question mark: the colon of a conditional expression starts no return type. */
const constantOrCall = new RegExp(`${constantName}|${idStart}(?<!\\?\\s{0,40})(#?${id})${callStart}`, "gu");
const afterCall = /\s*[:{]/y;
const classHead = new RegExp(`\\bclass\\s+(${id})`, "gu");
const ownFunction = new RegExp(`^(?:async\\s+)?function\\b\\s*(?:\\*\\s*)?(${id})`, "u");
const reference = new RegExp(`^(?:${id}\\s*\\.\\s*)*(#?${id})(?:\\s*\\.\\s*bind\\s*\\([^()]*\\))?\\s*$`, "u");
/** The constant, field or property before a value. The type of a constant may contain any brackets. */
const assigned = new RegExp(`(#?${id})\\s*(?::|(?::[^=;,(){}]+)?=)\\s*$`, "u");
const typedConstant = new RegExp(`(?<=\\b(?:const|let|var)\\s+)(${id})\\s*:[^;]+=\\s*$`, "u");

/**
 * Functions passed to `weave.op`, and methods with it as a decorator, under any imported name.
 * Op names follow the library: wandb/weave `sdks/node/src/op.ts`.
 */
export function scriptOps(text: string): readonly OpDefinition[] {
  const modules = new Set(["weave", ...[...text.matchAll(importedModule)].map(([, name]) => name)]);
  const functions = new Set([...text.matchAll(importedOp)].map(([, name]) => name ?? "op"));
  const code = blankedText(text, "script");
  const brackets = bracketParts(code);
  if (brackets === null) return [];
  const behind = (open: number) => Math.min((brackets.get(open)?.at(-1)?.end ?? code.length) + 1, code.length);
  const definitions = definitionsIn(code, behind);
  const byName = Map.groupBy(definitions, ({ name }) => name);
  const classAt = classesIn(code, behind);
  return [...code.matchAll(use)].flatMap(({ 0: whole, 1: at, 2: module, 3: imported, 4: call, index: start }) => {
    if (!modules.has(module) && !functions.has(imported ?? "")) return [];
    const open = start + whole.length - 1;
    const end = call === undefined ? open + 1 : behind(open);
    const parts = ((call && brackets.get(open)) || []).map((part) => trimmedStart(code, part));
    const codeOf = (part: TextSpan | undefined) => part && code.slice(part.start, part.end);
    const holder = classAt(start);
    const inHolder = (name: string | undefined) => holder && name && `${holder}.${name}`;
    const nameIn = (options: TextSpan | undefined) => options && givenName(text, code, brackets.get(options.start));
    if (at !== undefined) {
      const method = definitions[firstFrom(definitions, end)];
      // A decorated field is no op.
      if (method === undefined || method.at > end + longestBetween || /[=;]/.test(code.slice(end, method.at)))
        return [];
      const names = [nameIn(parts[0]), inHolder(method.name), method.name];
      return definition(names, { start, end: method.end, at: method.at });
    }
    // `weave.op(this, method, options)` binds the method.
    const isBound = /^this\s*$/.test(codeOf(parts[0]) ?? "");
    const [handed, options] = isBound ? parts.slice(1) : parts;
    const given = codeOf(handed);
    if (!given) return [];
    const [, own] = ownFunction.exec(given) ?? [];
    const [, name = own] = reference.exec(given) ?? [];
    const defined = byName.get(name ?? "") ?? [];
    const place = defined[firstFrom(defined, start) - (own === undefined ? 1 : 0)];
    const before = code.slice(Math.max(0, start - 300), start);
    const [assignment = "", variable] = assigned.exec(before) ?? typedConstant.exec(before) ?? [];
    const names = [nameIn(options), isBound ? inHolder(name) : undefined, name, variable, inHolder(variable)];
    return definition(names, { start, end, at: (place ?? defined[0])?.at ?? start - assignment.length });
  });
}

function definition(
  names: readonly (string | undefined)[],
  place: Omit<OpDefinition, "names">,
): readonly OpDefinition[] {
  const [likeliest, ...others] = names.filter((name) => name !== undefined);
  return likeliest === undefined ? [] : [{ names: [likeliest, ...others], ...place }];
}

function trimmedStart(code: string, { start, end }: TextSpan): TextSpan {
  const spaces = code.slice(start, end).search(/\S/);
  return { start: spaces === -1 ? end : start + spaces, end };
}

interface Defined {
  readonly name: string;
  readonly at: number;
  /** After the body of a function. */
  readonly end: number;
}

/** The index of the first definition at an offset or after it. */
function firstFrom(definitions: readonly Defined[], offset: number): number {
  let [low, high] = [0, definitions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((definitions[middle]?.at ?? offset) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The functions, methods and constants that a script defines, in order. */
function definitionsIn(code: string, behind: (open: number) => number): readonly Defined[] {
  return [...code.matchAll(constantOrCall)].flatMap(({ 0: whole, 1: constant, 2: called = "", index: start }) => {
    const [at, close] = [constant === undefined ? start : start + whole.length - constant.length, start + whole.length];
    afterCall.lastIndex = behind(close - 1);
    const open = constant === undefined && afterCall.test(code) ? bodyStart(code, afterCall.lastIndex - 1) : undefined;
    if (constant === undefined && open === undefined) return [];
    const name = (constant ?? called).slice(0, longestOpName);
    return [{ name, at, end: open === undefined ? close : behind(open) }];
  });
}

/** The innermost class around an offset; for ascending offsets. */
function classesIn(code: string, behind: (open: number) => number): (offset: number) => string | undefined {
  const classes = [...code.matchAll(classHead)].flatMap(({ 0: head, 1: name = "", index: start }) => {
    const open = bodyStart(code, start + head.length);
    return open === undefined ? [] : [{ name: name.slice(0, longestOpName), start, end: behind(open) }];
  });
  const around: typeof classes = [];
  let next = 0;
  return (offset) => {
    for (let each = classes[next]; each !== undefined && each.start < offset; each = classes[++next]) around.push(each);
    while ((around.at(-1)?.end ?? offset + 1) <= offset) around.pop();
    return around.at(-1)?.name;
  };
}

/** The offset of the brace that opens a body after a head, such as a return type; type arguments may contain braces. */
function bodyStart(code: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < Math.min(code.length, from + longestHead); at += 1) {
    const mark = code[at];
    if (mark === "<") depth += 1;
    else if (mark === ">") depth = Math.max(0, depth - 1);
    else if (depth === 0 && mark === "{") return at;
    else if (depth === 0 && (mark === "}" || mark === ";")) return undefined;
  }
  return undefined;
}
