import { hour, minute, second } from "../text/format.ts";

/** Milliseconds; null is open. At least one is set. Inclusive, but `exclusive` excludes the bound of a range with only one. */
export interface LatencyRange {
  readonly atLeast: number | null;
  readonly atMost: number | null;
  readonly exclusive?: true | undefined;
}

/** Why a typed duration is not valid. */
export type LatencyProblem = "empty" | "unreadable" | "unitMissing" | "endsTooEarly";

const units = {
  ms: 1,
  s: second,
  sec: second,
  second: second,
  seconds: second,
  m: minute,
  min: minute,
  minute: minute,
  minutes: minute,
  h: hour,
  hour: hour,
  hours: hour,
} as const;

// After a comma, exactly three digits are ambiguous: a fraction or thousands.
const amount = String.raw`\d*\.\d+|\d*,(?!\d{3}(?!\d))\d+|\d+`;
const length = `(${amount}) ?(${Object.keys(units).join("|")})?`;
const oneSided = new RegExp(`^(>=?|≥|<=?|≤|over|under)? ?${length}$`);
const twoSided = new RegExp(String.raw`^${length} ?(?:\.{2,3}|…|–|-|to|and) ?${length}$`);

/** More would be written as `1e+21ms`. */
const longest = 1e15;

/** Reads `> 2s`, `<= 500ms`, `500ms..3s`, or a duration alone, which is the minimum. */
export function parseLatency(text: string): LatencyRange | LatencyProblem {
  const typed = text.trim().toLowerCase().split(/\s+/).join(" ");
  if (typed === "") return "empty";
  const one = oneSided.exec(typed);
  if (one !== null) {
    const [, sign = ">=", amount, unit] = one;
    const bound = milliseconds(amount, unit);
    if (bound === undefined) return "unitMissing";
    if (bound > longest) return "unreadable";
    const range = /[<≤]|under/.test(sign) ? { atLeast: null, atMost: bound } : { atLeast: bound, atMost: null };
    return /[=≥≤]/.test(sign) ? range : { ...range, exclusive: true };
  }
  const two = twoSided.exec(typed);
  if (two === null) return "unreadable";
  const [, low, lowUnit, high, highUnit] = two;
  const atMost = milliseconds(high, highUnit);
  const atLeast = milliseconds(low, lowUnit ?? highUnit);
  if (atLeast === undefined || atMost === undefined) return "unitMissing";
  if (atMost > longest) return "unreadable";
  return atLeast <= atMost ? { atLeast, atMost } : "endsTooEarly";
}

/** Text that `parseLatency` reads as this range. */
export function formatLatency({ atLeast, atMost, exclusive }: LatencyRange): string {
  const inclusive = exclusive ? "" : "=";
  if (atMost === null) return `>${inclusive} ${atLeast ?? 0}ms`;
  return atLeast === null ? `<${inclusive} ${atMost}ms` : `${atLeast}ms..${atMost}ms`;
}

function milliseconds(amount: string | undefined, unit: string | undefined): number | undefined {
  if (amount === undefined || !isUnit(unit)) return undefined;
  // Decimal fractions are not exact in binary: 1.001 * 1000 is not 1001.
  return Math.round(Number(amount.replace(",", ".")) * units[unit] * 1e6) / 1e6;
}

function isUnit(text: string | undefined): text is keyof typeof units {
  return text !== undefined && text in units;
}
