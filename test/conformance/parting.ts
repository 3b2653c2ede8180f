/** Where two JSON values part first, and what they hold there; undefined on a side that ends before. */
export interface Parting {
  readonly path: readonly (string | number)[];
  readonly left: unknown;
  readonly right: unknown;
}

/** Null for equal values. Databases agree on no more than seven digits of a fraction: one adds costs up in single precision. */
export function parting(left: unknown, right: unknown): Parting | null {
  if (Object.is(left, right) || isSameFraction(left, right)) return null;
  if (!isHolder(left) || !isHolder(right) || Array.isArray(left) !== Array.isArray(right)) {
    return { path: [], left, right };
  }
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  for (const key of keys) {
    const found = parting(Reflect.get(left, key), Reflect.get(right, key));
    if (found !== null) return { ...found, path: [Array.isArray(left) ? Number(key) : key, ...found.path] };
  }
  return null;
}

function isHolder(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isSameFraction(left: unknown, right: unknown): boolean {
  if (typeof left !== "number" || typeof right !== "number") return false;
  if (Number.isInteger(left) && Number.isInteger(right)) return false;
  return Math.abs(left - right) <= 1e-7 * Math.max(Math.abs(left), Math.abs(right));
}
