import { blankedText, bracketParts, givenName } from "./blankedText.ts";
import type { OpDefinition } from "./opDefinition.ts";

const id = "(?!\\d)[\\p{ID_Continue}$]+";
const idStart = "(?<![\\p{ID_Continue}$.])";
const callStart = "\\s*(?:<[^()]{0,300}?>\\s*)?\\(";
/** A return type, or the heritage of a class, with the brace of the body; type arguments may contain braces. */
const upToBody = "(?:[^{};<]|<(?:[^<>]|<[^<>]{0,300}>){0,300}>){0,300}\\{";
const fromWeave = "\\s*(?:from|=\\s*(?:await\\s+import|require)\\s*\\()\\s*[\"']weave[\"']";

const importedModule = new RegExp(`\\b([\\w$]+)(?:\\s*,\\s*\\{[^{}]{0,300}\\})?${fromWeave}`, "g");
const importedOp = new RegExp(
  `\\{[^{}]{0,300}?\\bop\\b(?:\\s*(?::|as\\s)\\s*([\\w$]+))?[^{}]{0,300}\\}${fromWeave}`,
  "g",
);
const use = new RegExp(`(@\\s*)?${idStart}(?:(${id})\\s*\\.\\s*(?:op|boundOp)\\b|(${id}))(${callStart})?`, "gu");
const constantOrCall = new RegExp(`\\b(?:const|let|var)\\s+(${id})(?=\\s*[:=])|${idStart}(#?${id})${callStart}`, "gu");
const body = new RegExp(`\\s*(?::${upToBody}|\\{)`, "uy");
const classHead = new RegExp(`\\bclass\\s+(${id})${upToBody}`, "gu");
const ownFunction = new RegExp(`^(?:async\\s+)?function\\b\\s*\\*?\\s*(${id})`, "u");
const reference = new RegExp(`^(?:${id}\\s*\\.\\s*)*(#?${id})\\s*(?:\\.\\s*bind\\s*\\([^()]*\\))?$`, "u");
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
  const behind = (open: number) => Math.min((brackets.get(open)?.at(-1)?.end ?? code.length) + 1, code.length);
  const definitions = definitionsIn(code, behind);
  const byName = Map.groupBy(definitions, ({ name }) => name);
  const classes = [...code.matchAll(classHead)].map(({ 0: head, 1: name, index }) => {
    return { name, start: index, end: behind(index + head.length - 1) };
  });
  return [...code.matchAll(use)].flatMap(({ 0: whole, 1: at, 2: module, 3: imported, 4: call, index: start }) => {
    if (!modules.has(module) && !functions.has(imported ?? "")) return [];
    const open = start + whole.length - 1;
    const end = call === undefined ? open + 1 : behind(open);
    const parts = ((call && brackets.get(open)) || []).map((part) => {
      return { start: part.start, code: code.slice(part.start, part.end).trim() };
    });
    const holder = classes.findLast((each) => each.start < start && start < each.end)?.name;
    const inHolder = (name: string | undefined) => holder && name && `${holder}.${name}`;
    const nameIn = (options: { readonly start: number; readonly code: string } | undefined) =>
      options && givenName(text, code, brackets.get(code.indexOf(options.code, options.start)));
    if (at !== undefined) {
      const method = definitions.find((each) => each.at >= end);
      // A decorated field is no op.
      if (method === undefined || /[=;]/.test(code.slice(end, method.at))) return [];
      const names = [nameIn(parts[0]), inHolder(method.name), method.name];
      return definition(names, { start, end: method.end, at: method.at });
    }
    // `weave.op(this, method, options)` binds the method.
    const isBound = parts[0]?.code === "this";
    const [handed, options] = isBound ? parts.slice(1) : parts;
    if (handed === undefined || handed.code === "") return [];
    const [, own] = ownFunction.exec(handed.code) ?? [];
    const [, name = own] = reference.exec(handed.code) ?? [];
    const defined = byName.get(name ?? "") ?? [];
    const place =
      own === undefined ? defined.findLast((each) => each.at < start) : defined.find((each) => each.at > start);
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

/** The functions, methods and constants that a script defines, in order; `end` is after the body of a function. */
function definitionsIn(
  code: string,
  behind: (open: number) => number,
): readonly { name: string; at: number; end: number }[] {
  return [...code.matchAll(constantOrCall)].flatMap(({ 0: whole, 1: constant, 2: called = "", index: at }) => {
    const end = at + whole.length;
    if (constant !== undefined) return [{ name: constant, at: end - constant.length, end }];
    body.lastIndex = behind(end - 1);
    return body.test(code) ? [{ name: called, at, end: behind(body.lastIndex - 1) }] : [];
  });
}
