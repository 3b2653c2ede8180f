import type { Brackets, Span } from "./brackets.ts";

/** A class, from its first to its last brace. */
export interface ScriptClass extends Span {
  readonly name: string;
}

/** Characters between a class's name and its body, at most. */
const longestHead = 500;

/** The named classes in masked code, in order. */
export function scriptClasses(code: string, brackets: Brackets): readonly ScriptClass[] {
  return [...code.matchAll(/\bclass\s+([\p{L}_$][\p{L}\p{N}\p{M}_$]*)/gu)].flatMap((found) => {
    const start = bodyStart(code, brackets, found.index + found[0].length);
    return start === undefined ? [] : [{ name: found[1] ?? "", start, end: brackets.close(start) }];
  });
}

/** The innermost class around an offset. */
export function classAround(classes: readonly ScriptClass[], offset: number): ScriptClass | undefined {
  return classes.findLast(({ start, end }) => start < offset && offset < end);
}

/** The first brace outside type arguments. */
function bodyStart(code: string, brackets: Brackets, from: number): number | undefined {
  let angles = 0;
  for (let at = from; at < Math.min(code.length, from + longestHead); at += 1) {
    const character = code.charAt(at);
    if (character === "{" && angles === 0) return at;
    if ("([{".includes(character)) at = brackets.close(at);
    else if (character === "<") angles += 1;
    else if (character === ">" && code.charAt(at - 1) !== "=") angles -= 1;
    else if (character === ";") return undefined;
  }
  return undefined;
}
