/** A stream of pseudo-random numbers: the same for the same seed on every machine. */
export interface Random {
  /** 0 up to, not including, 1. */
  fraction(): number;
  /** 32 bits as a whole number. */
  bits(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** Like `pick`, with the front of the list far likelier than its end. */
  pickEarly<T>(list: readonly [T, ...T[]]): T;
  /** A log-normal value: half lie below `median`, and a `spread` of 1 gives every sixth above 2.7 times it. */
  longTailed(median: number, spread: number): number;
  /** Text of the given length over the alphabet. */
  text(length: number, alphabet: string): string;
}

/** The generator is mulberry32 (public domain, by Tommy Ettinger): 32 bits of state, enough for data that only looks real. */
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
