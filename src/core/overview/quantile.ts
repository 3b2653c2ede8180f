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
 * share of all does not exceed, so always one of the values. NaN if there are none. Reorders the values
 * in less time than sorting them.
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
