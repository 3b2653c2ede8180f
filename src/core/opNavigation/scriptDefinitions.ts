import type { Brackets } from "./brackets.ts";
import { identifier } from "./scriptFunctions.ts";

/** Characters of a method's type parameters, and between its arguments and its body, at most. */
const longestType = 300;

const forms = [
  `\\bfunction\\s*(?:\\*\\s*)?(?<name>${identifier})`,
  `\\b(?:const|let|var)\\s+(?<name>${identifier})(?=\\s*[:=])`,
].map((form) => new RegExp(form, "dgu"));
const method = new RegExp(
  `^[ \\t]*(?:(?:public|private|protected|static|async|override)[ \\t]+|\\*[ \\t]*){0,8}(?<name>#?${identifier})(?<open>\\s*(?:<[^()]{0,${longestType}}>)?\\()`,
  "dgmu",
);
const body = new RegExp(`^[^;()]{0,${longestType}}?\\{`);

/** Where a script defines functions, constants and methods, by their names. */
export class ScriptDefinitions {
  readonly #places = new Map<string, number[]>();

  constructor(code: string, brackets: Brackets) {
    for (const form of forms) for (const found of code.matchAll(form)) this.#add(found);
    for (const found of code.matchAll(method)) {
      const behind = brackets.behind(found.index + found[0].length - 1);
      if (body.test(code.slice(behind, behind + longestType + 1))) this.#add(found);
    }
    for (const places of this.#places.values()) places.sort((a, b) => a - b);
  }

  /** The last position of a name before `before`, otherwise the first one after it. */
  placeOf(name: string, before: number): number | undefined {
    const places = this.#places.get(name);
    return places?.findLast((place) => place < before) ?? places?.[0];
  }

  #add({ groups, indices }: RegExpExecArray): void {
    const name = groups?.name;
    const at = indices?.groups?.name?.[0];
    if (name === undefined || at === undefined) return;
    const places = this.#places.get(name);
    if (places === undefined) this.#places.set(name, [at]);
    else places.push(at);
  }
}
