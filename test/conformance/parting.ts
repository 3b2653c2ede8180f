/** The first path at which two JSON values differ, and their values there; undefined if a side has none. */
export interface Parting {
  readonly path: readonly (string | number)[];
  readonly left: unknown;
  readonly right: unknown;
}

/** Null for equal values. Fractions are compared to seven digits, because one database adds up costs in single precision. */
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
