import { memberOf, textIn } from "../../core/member.ts";
import { type DetailFact, detailFacts } from "../../core/threads/threadDetailRow.ts";

/** The id of the thread whose row, or one of whose details, a menu hands over. */
export function threadIdIn(row: unknown): string | undefined {
  if (typeof row !== "object" || row === null || !("thread" in row)) return undefined;
  const { thread } = row;
  if (typeof thread !== "object" || thread === null || !("id" in thread)) return undefined;
  return typeof thread.id === "string" ? thread.id : undefined;
}

/** The id of the turn that a row's menu, or that of a page (`{weaveTurn}`), hands over. */
export function turnIdIn(given: unknown): string | undefined {
  return textIn(memberOf(given, "turn"), "id") ?? textIn(given, "weaveTurn");
}

/** Whether a menu hands over the row that says why a thread's turns are missing. */
export function isOfTurns(row: unknown): boolean {
  return typeof row === "object" && row !== null && "kind" in row && row.kind === "turnsFailed";
}

/** Which detail of a thread a menu hands over. */
export function factIn(row: unknown): DetailFact | undefined {
  if (typeof row !== "object" || row === null || !("fact" in row)) return undefined;
  return detailFacts.find((fact) => fact === row.fact);
}
