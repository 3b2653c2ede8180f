/** A stream of pseudorandom numbers: the same for the same seed on every machine. */
export interface Random {
  /** From 0 inclusive to 1 exclusive. */
  fraction(): number;
  /** A random 32-bit integer. */
  bits(): number;
  /** An integer from `low` to `high`, both inclusive. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** Like `pick`, but strongly prefers the front of the list. */
  pickEarly<T>(list: readonly [T, ...T[]]): T;
  /** A log-normal value with this `median`; with a `spread` of 1, one in six is above 2.7 times the median. */
  longTailed(median: number, spread: number): number;
  /** Text of the given length from the alphabet. */
  text(length: number, alphabet: string): string;
}

/** The mulberry32 generator (public domain, by Tommy Ettinger): 32 bits of state, enough for sample data. */
export function randomFrom(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  const bits = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const fraction = (): number => bits() / 2 ** 32;
  const at = <T>(list: readonly [T, ...T[]], position: number): T =>
    list[Math.floor(position * list.length)] ?? list[0];
  return {
    fraction,
    bits,
    between: (low, high) => low + Math.floor(fraction() * (high - low + 1)),
    chance: (probability) => fraction() < probability,
    pick: (list) => at(list, fraction()),
    pickEarly: (list) => at(list, fraction() ** 2.2),
    longTailed: (median, spread) => {
      const normal = Math.sqrt(-2 * Math.log(1 - fraction())) * Math.cos(2 * Math.PI * fraction());
      return median * Math.exp(spread * normal);
    },
    text: (length, alphabet) => {
      let text = "";
      for (let index = 0; index < length; index++) text += alphabet[Math.floor(fraction() * alphabet.length)] ?? "";
      return text;
    },
  };
}
