import { type DetailFact, detailFacts } from "../../core/threads/threadDetailRow.ts";

/** The id of the thread whose row, or one of whose details, a menu hands over. */
export function threadIdIn(row: unknown): string | undefined {
  if (typeof row !== "object" || row === null || !("thread" in row)) return undefined;
  const { thread } = row;
  if (typeof thread !== "object" || thread === null || !("id" in thread)) return undefined;
  return typeof thread.id === "string" ? thread.id : undefined;
}

/** Which detail of a thread a menu hands over. */
export function factIn(row: unknown): DetailFact | undefined {
  if (typeof row !== "object" || row === null || !("fact" in row)) return undefined;
  return detailFacts.find((fact) => fact === row.fact);
}
