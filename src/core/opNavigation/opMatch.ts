import type { OpDefinition } from "./opDefinition.ts";

/** An op name as published by Weave: only letters, digits, `.`, `_` and single dashes. */
export function publishedName(name: string): string {
  return name
    .replace(/[^\p{L}\p{N}._]+/gu, "-")
    .replace(/[._-]{2,}/g, "-")
    .replace(/^[-_]+|[-_]+$/g, "")
    .slice(0, 128);
}

/** How well a definition matches an op name, 0 is best; undefined if it does not. */
export function matchRank({ names }: Pick<OpDefinition, "names">, op: string): number | undefined {
  const wanted = publishedName(op);
  const index = names.findIndex((name) => name === op || publishedName(name) === wanted);
  return index === -1 || wanted === "" ? undefined : index;
}

/** The best matches. The user chooses between equally good ones. */
export function bestMatches<T extends Pick<OpDefinition, "names">>(
  definitions: readonly T[],
  op: string,
): readonly T[] {
  const ranked = definitions.map((definition) => ({ definition, rank: matchRank(definition, op) ?? Infinity }));
  const best = ranked.reduce((least, { rank }) => Math.min(least, rank), Infinity);
  return best === Infinity ? [] : ranked.filter(({ rank }) => rank === best).map(({ definition }) => definition);
}
