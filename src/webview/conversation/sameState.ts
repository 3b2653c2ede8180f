/** Whether two states from the extension are equal: each contains all turns, most of them unchanged. */
export function isSame(one: unknown, other: unknown): boolean {
  try {
    return one === other || JSON.stringify(one) === JSON.stringify(other);
  } catch {
    // Nested deeper than `JSON.stringify` supports.
    return false;
  }
}
