import { Brackets, quotedText, type Span } from "./brackets.ts";
import { maskedScript } from "./blankedText.ts";
import type { OpDefinition } from "./opDefinition.ts";
import { classAround, type ScriptClass, scriptClasses } from "./scriptClasses.ts";
import { ScriptDefinitions } from "./scriptDefinitions.ts";
import { functionIn, keptUnder, methodAt } from "./scriptFunctions.ts";
import { weaveNames } from "./scriptNames.ts";

/** What is known about a script while searching for its ops. */
interface Script {
  readonly text: string;
  readonly code: string;
  readonly brackets: Brackets;
  readonly classes: readonly ScriptClass[];
  readonly definitions: ScriptDefinitions;
}

/** Maximum number of uses of the library to examine in one file. */
const mostUses = 500;

/**
 * Functions passed to `weave.op`, and methods with it as a decorator, under any imported name.
 * Op names follow the library: wandb/weave `sdks/node/src/op.ts`.
 */
export function scriptOps(text: string): readonly OpDefinition[] {
  const code = maskedScript(text);
  const { modules, functions } = weaveNames(text, code);
  const called = [...modules.map((name) => `${escaped(name)}\\s*\\.\\s*(?:op|boundOp)`), ...functions.map(escaped)];
  const use = `(?<![\\w$.])(?<at>@\\s*)?(?:${called.join("|")})(?![\\w$])(?<call>\\s*(?:<[^()]{0,500}?>\\s*)?\\()?`;
  const brackets = new Brackets(code);
  const classes = scriptClasses(code, brackets);
  const script = { text, code, brackets, classes, definitions: new ScriptDefinitions(code, brackets) };
  const uses = [...code.matchAll(new RegExp(use, "g"))].slice(0, mostUses);
  return uses.flatMap((found) => {
    const end = found.index + found[0].length;
    const open = found.groups?.call === undefined ? null : end - 1;
    if (found.groups?.at !== undefined) return decoratedMethod(script, { start: found.index, end }, open);
    return open === null ? [] : handedFunction(script, found.index, open);
  });
}

/** `weave.op(function, options)`, or `weave.op(this, method, options)`. */
function handedFunction(script: Script, start: number, open: number): readonly OpDefinition[] {
  const { code, brackets, classes, definitions } = script;
  const parts = brackets.parts(open);
  const isBound = parts[0] !== undefined && code.slice(parts[0].start, parts[0].end).trim() === "this";
  const [given, options] = isBound ? parts.slice(1) : parts;
  if (given === undefined) return [];
  const own = functionIn(code, given);
  const kept = keptUnder(code, start);
  const holder = classAround(classes, start)?.name;
  const names = [
    ...(options === undefined ? [] : toldName(script, options)),
    ...(isBound ? withClass(own?.name, holder) : []),
    ...(own === undefined ? [] : [own.name]),
    ...(kept === undefined ? [] : [kept.name]),
    ...withClass(kept?.name, holder),
  ];
  const at = own?.isReference === true ? definitions.placeOf(own.name, start) : own?.at;
  return definition(names, { start, end: brackets.behind(open), at: at ?? kept?.at ?? own?.at ?? given.start });
}

/** `@weave.op`, with or without options, on a method that may have other decorators. */
function decoratedMethod(script: Script, decorator: Span, open: number | null): readonly OpDefinition[] {
  const { code, brackets, classes } = script;
  const method = methodAt(code, brackets, open === null ? decorator.end : brackets.behind(open));
  if (method === undefined) return [];
  const [options] = open === null ? [] : brackets.parts(open);
  const names = [
    ...(options === undefined ? [] : toldName(script, options)),
    ...withClass(method.name, classAround(classes, decorator.start)?.name),
    method.name,
  ];
  return definition(names, { start: decorator.start, end: method.end, at: method.at });
}

function definition(names: readonly string[], place: Omit<OpDefinition, "names">): readonly OpDefinition[] {
  const [likeliest, ...others] = new Set(names);
  return likeliest === undefined ? [] : [{ names: [likeliest, ...others], ...place }];
}

function withClass(name: string | undefined, holder: string | undefined): readonly string[] {
  return name === undefined || holder === undefined ? [] : [`${holder}.${name}`];
}

/** The `name` option, if it is a plain string. */
function toldName({ text, code, brackets }: Script, { start, end }: Span): readonly string[] {
  const open = code.slice(start, end).indexOf("{");
  if (open === -1) return [];
  return brackets.parts(start + open).flatMap((part) => {
    const member = /^\s*name\s*:\s*(?=["'`])/.exec(code.slice(part.start, part.end));
    return member === null ? [] : quotedText(text, code, part.start + member[0].length) || [];
  });
}

function escaped(name: string): string {
  return name.replaceAll("$", "\\$");
}
