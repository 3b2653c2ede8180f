import { quotedText } from "./brackets.ts";

/** The imported names of the library and its `op` in a script. */
export interface WeaveNames {
  readonly modules: readonly string[];
  readonly functions: readonly string[];
}

/** Limits: characters of one import, and imported names in one file. */
const longestImport = 400;
const mostNames = 20;

const required = new RegExp(
  `\\b(?:const|let|var)\\s+(?<what>[\\w$]+|\\{[^}]{0,${longestImport}}\\})\\s*=\\s*(?:await\\s+import|require)\\s*\\(\\s*(?=["'])`,
  "g",
);
const opMember = /^\s*op\b(?:\s*(?::|as\s)\s*([\w$]+))?\s*$/;
const moduleName = /^\s*(?:\*\s*as\s+)?([\w$]+)/;

/** Reads the imports of `weave`; without any, the library has its documented name. */
export function weaveNames(text: string, code: string): WeaveNames {
  const isOfWeave = (found: RegExpExecArray) => quotedText(text, code, found.index + found[0].length) === "weave";
  const bound = [
    ...[...code.matchAll(/\bfrom\s*(?=["'])/g)].filter(isOfWeave).flatMap(({ index }) => importedBefore(code, index)),
    ...[...code.matchAll(required)].filter(isOfWeave).map(({ groups }) => groups?.what ?? ""),
  ];
  const functions = bound.flatMap((what) => {
    const [, list = ""] = /\{([^}]*)\}/.exec(what) ?? [];
    return list.split(",").flatMap((part) => {
      const found = opMember.exec(part);
      return found === null ? [] : [found[1] ?? "op"];
    });
  });
  const modules = bound.flatMap((what) => {
    const [, name] = moduleName.exec(what.replace(/\{[^}]*\}/, "")) ?? [];
    return name === undefined ? [] : [name];
  });
  return { modules: firstNames(["weave", ...modules]), functions: firstNames(functions) };
}

/** The text between the word `import` and the word `from` at `end`. */
function importedBefore(code: string, end: number): readonly string[] {
  const before = code.slice(Math.max(0, end - longestImport), end);
  const word = [...before.matchAll(/\bimport\b/g)].at(-1);
  if (word === undefined) return [];
  const what = before.slice(word.index + word[0].length);
  return /^[\w$*{},\s]+$/.test(what) && !/^\s*type\b/.test(what) ? [what] : [];
}

function firstNames(names: readonly string[]): readonly string[] {
  return [...new Set(names)].slice(0, mostNames);
}
