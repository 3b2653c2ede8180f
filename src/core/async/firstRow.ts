/** The first row of a stream; undefined if it has none. */
export async function firstRow<Row>(batches: AsyncIterable<readonly Row[]>): Promise<Row | undefined> {
  for await (const [row] of batches) if (row !== undefined) return row;
  return undefined;
}
