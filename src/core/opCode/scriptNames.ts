import { quotedText } from "./brackets.ts";

/** What the imports of a script call the library and its `op`. */
export interface WeaveNames {
  readonly modules: readonly string[];
  readonly functions: readonly string[];
}

const word = "[\\w$]+";
const importForms = [
  /\bimport\s+(?!type\b)(?<what>[\w$*{},\s]+?)\s+from\s*(?=["'])/g,
  new RegExp(
    `\\b(?:const|let|var)\\s+(?<what>${word}|\\{[^}]*\\})\\s*=\\s*(?:await\\s+import|require)\\s*\\(\\s*(?=["'])`,
    "g",
  ),
];

/** Reads the imports of `weave`; without any, the library is called as its own documents call it. */
export function weaveNames(text: string, code: string): WeaveNames {
  const bound = importForms.flatMap((form) =>
    [...code.matchAll(form)].flatMap((found) =>
      quotedText(text, code, found.index + found[0].length) === "weave" ? [found.groups?.what ?? ""] : [],
    ),
  );
  const functions = bound.flatMap((what) => {
    const [, list = ""] = /\{([^}]*)\}/.exec(what) ?? [];
    return list.split(",").flatMap((part) => {
      const [, name] = new RegExp(`^\\s*op\\b(?:\\s*(?::|as\\s)\\s*(${word}))?\\s*$`).exec(part) ?? [];
      return name !== undefined ? [name] : part.trim() === "op" ? ["op"] : [];
    });
  });
  const modules = bound.flatMap((what) => {
    const [, name] = new RegExp(`^\\s*(?:\\*\\s*as\\s+)?(${word})`).exec(what.replace(/\{[^}]*\}/, "")) ?? [];
    return name === undefined ? [] : [name];
  });
  return { modules: [...new Set(["weave", ...modules])], functions: [...new Set(functions)] };
}
