import { isDrawable } from "./threadColumns.ts";

export interface Histogram {
  /** One more than there are bins, ascending: bin `i` holds what is at least `edges[i]` and less than `edges[i + 1]`. */
  readonly edges: Float64Array;
  readonly counts: Float64Array;
  /** Number of values in bins. */
  readonly binned: number;
  /** Number of values without a bin: zero or less, which a logarithmic axis cannot show, or beyond the edges. */
  readonly outside: number;
  readonly unknown: number;
  /** Of all known values, by nearest rank; NaN if there are none. */
  readonly median: number;
  readonly p90: number;
  readonly p99: number;
}

/** Ten bins a decade, at the preferred numbers that divide it evenly. */
const tenth = [1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8];
/** Up to this count of turns, every count has its own bin. */
const mostSingle = 24;
const leastWide = [1, 2, 3, 4, 5, 6, 8];
const wide = [1, 1.5, 2, 3, 4, 5, 6, 8];

/** Edges for durations in milliseconds, from the smallest that can be drawn to the largest of all columns. */
export function durationEdges(...columns: readonly Float64Array[]): Float64Array {
  const { least, greatest } = extent(columns);
  return least > greatest ? new Float64Array() : between(decades(tenth, least, greatest), least, greatest);
}

/** Edges for counts of turns: one bin per count if there are few, wider ones, always from 1, if there are many. */
export function turnCountEdges(counts: Float64Array): Float64Array {
  const { greatest } = extent([counts]);
  if (greatest < 1) return new Float64Array();
  if (greatest <= mostSingle) return Float64Array.from({ length: Math.floor(greatest) + 1 }, (_, place) => place + 1);
  return between([...leastWide, ...decades(wide, 100, greatest)], 1, greatest);
}

export function histogram(values: Float64Array, edges: Float64Array): Histogram {
  const counts = binCounts(values, edges);
  const binned = counts.reduce((sum, count) => sum + count, 0);
  const known = knownOf(values);
  return {
    edges,
    counts,
    binned,
    outside: known.length - binned,
    unknown: values.length - known.length,
    median: quantile(known, 0.5),
    p90: quantile(known, 0.9),
    p99: quantile(known, 0.99),
  };
}

export function binCounts(values: Float64Array, edges: Float64Array): Float64Array {
  const counts = new Float64Array(Math.max(edges.length - 1, 0));
  for (const value of values) {
    const bin = binOf(edges, value);
    if (bin >= 0) counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

/** The bin of a value; -1 if it has none. */
export function binOf(edges: Float64Array, value: number): number {
  const last = edges.length - 1;
  if (!(value >= (edges[0] ?? Number.NaN)) || !(value < (edges[last] ?? Number.NaN))) return -1;
  let [low, high] = [0, last];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (value < (edges[middle] ?? 0)) high = middle;
    else low = middle;
  }
  return low;
}

function extent(columns: readonly Float64Array[]): { readonly least: number; readonly greatest: number } {
  let least = Number.POSITIVE_INFINITY;
  let greatest = 0;
  for (const column of columns) {
    for (const value of column) {
      if (!isDrawable(value)) continue;
      if (value < least) least = value;
      if (value > greatest) greatest = value;
    }
  }
  return { least, greatest };
}

/** The steps of all decades of the values, and of the adjacent ones: a logarithm may be rounded to a whole number. */
function decades(steps: readonly number[], least: number, greatest: number): readonly number[] {
  const [first, last] = [Math.floor(Math.log10(least)) - 1, Math.floor(Math.log10(greatest)) + 1];
  const powers = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  return powers.flatMap((power) => steps.map((step) => Number(`${step}e${power}`)));
}

/** The edges from the last that is not above `least` to the first above `greatest`. */
function between(edges: readonly number[], least: number, greatest: number): Float64Array {
  const start = edges.findLastIndex((edge) => edge <= least);
  const end = edges.findIndex((edge) => edge > greatest);
  return Float64Array.from(edges.slice(Math.max(start, 0), end + 1));
}

/** A copy of the known values; unknown values are NaN. */
export function knownOf(values: Float64Array): Float64Array {
  const known = new Float64Array(values.length);
  let length = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    known[length] = value;
    length++;
  }
  return known.subarray(0, length);
}

/**
 * The quantile `q`, above 0 and up to 1, of values without NaN by nearest rank: the smallest value that at least this
 * share does not exceed, so always one of them. NaN if there are none. Reorders the values: faster than sorting.
 */
export function quantile(values: Float64Array, q: number): number {
  const { length } = values;
  // A product such as 0.07 × 100 is slightly above the rank.
  const rank = Math.ceil(q * length - 1e-9);
  return length === 0 ? Number.NaN : select(values, Math.min(Math.max(rank, 1), length) - 1);
}

/** The value at index `place` if the values were sorted. */
function select(values: Float64Array, place: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const pivot = valueAt((low + high) >> 1);
    let [left, right] = [low, high];
    while (left <= right) {
      while (valueAt(left) < pivot) left++;
      while (valueAt(right) > pivot) right--;
      if (left > right) break;
      const value = valueAt(left);
      values[left] = valueAt(right);
      values[right] = value;
      left++;
      right--;
    }
    if (place <= right) high = right;
    else if (place >= left) low = left;
    else break;
  }
  return valueAt(place);

  function valueAt(index: number): number {
    return values[index] ?? Number.NaN;
  }
}
