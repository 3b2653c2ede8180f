import type { Brackets, Span } from "./brackets.ts";

/** A function's name and its location. */
export interface NamedPlace {
  readonly name: string;
  readonly at: number;
}

/** Maximum number of decorators of one method to skip. */
const mostDecorators = 50;

export const identifier = "[\\p{L}_$][\\p{L}\\p{N}\\p{M}_$]*";
const namedFunction = new RegExp(`^\\s*(?:async\\s+)?function\\s*(?:\\*\\s*)?(?<name>${identifier})`, "du");
const reference = new RegExp(
  `^\\s*(?:${identifier}\\s*\\.\\s*)*(?<name>#?${identifier})\\s*(?:\\.\\s*bind\\s*\\([^()]*\\)\\s*)?$`,
  "du",
);
const keepers = [
  `(?<name>#?${identifier})\\s*(?::\\s*|(?::[^=;,(){}]+)?=\\s*)(?:await\\s+)?$`,
  // A type may contain characters that otherwise separate one constant from the next.
  `\\b(?:const|let|var)\\s+(?<name>${identifier})\\s*:[^;]+=\\s*(?:await\\s+)?$`,
].map((form) => new RegExp(form, "du"));
const methodName = new RegExp(
  `^\\s*(?:(?:public|private|protected|static|async|override|readonly|declare)\\s+|\\*\\s*)*(?<name>#?${identifier})`,
  "du",
);
const decorator = new RegExp(`^\\s*@\\s*${identifier}(?:\\s*\\.\\s*${identifier})*(?<call>\\s*\\()?`, "u");

/** The name of a function passed as an argument: its own, or the one it is referenced by. */
export function functionIn(code: string, { start, end }: Span): (NamedPlace & { isReference: boolean }) | undefined {
  const argument = code.slice(start, end);
  const own = named(namedFunction.exec(argument), start);
  if (own !== undefined) return { ...own, isReference: false };
  const referred = named(reference.exec(argument), start);
  return referred === undefined ? undefined : { ...referred, isReference: true };
}

/** The constant, field or property that the value at `start` is assigned to. */
export function keptUnder(code: string, start: number): NamedPlace | undefined {
  const from = Math.max(0, start - 300);
  const before = code.slice(from, start);
  return keepers.map((keeper) => named(keeper.exec(before), from)).find((place) => place !== undefined);
}

/** The method that starts at `from`, or after other decorators there; `end` is after its body. */
export function methodAt(
  code: string,
  brackets: Brackets,
  from: number,
): (NamedPlace & { readonly end: number }) | undefined {
  let at = from;
  for (let passed = 0; passed < mostDecorators; passed += 1) {
    const next = decorator.exec(code.slice(at));
    if (next === null) break;
    const end = at + next[0].length;
    at = next.groups?.call === undefined ? end : brackets.behind(end - 1);
  }
  const method = named(methodName.exec(code.slice(at, at + 500)), at);
  if (method === undefined) return undefined;
  const behind = method.at + method.name.length;
  const open = code.indexOf("(", behind);
  const body = open === -1 ? -1 : code.indexOf("{", brackets.close(open));
  return { ...method, end: body === -1 ? behind : brackets.behind(body) };
}

function named(found: RegExpExecArray | null, offset: number): NamedPlace | undefined {
  const name = found?.groups?.name;
  const at = found?.indices?.groups?.name?.[0];
  return name === undefined || at === undefined ? undefined : { name, at: offset + at };
}
