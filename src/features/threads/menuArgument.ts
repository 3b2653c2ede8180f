import { memberOf, textIn } from "../../core/json.ts";
import { type DetailFact, detailFacts } from "../../core/threads/threadDetailRow.ts";

/** The ID of the thread of a menu's row, or of a detail of it. */
export function threadIdIn(row: unknown): string | undefined {
  if (typeof row !== "object" || row === null || !("thread" in row)) return undefined;
  const { thread } = row;
  if (typeof thread !== "object" || thread === null || !("id" in thread)) return undefined;
  return typeof thread.id === "string" ? thread.id : undefined;
}

/** The ID of the turn of a menu's row, or of a page's menu (`{weaveTurn}`). */
export function turnIdIn(given: unknown): string | undefined {
  return textIn(memberOf(given, "turn"), "id") ?? textIn(given, "weaveTurn");
}

/** Whether a menu's row is the notice that a thread's turns failed to load. */
export function isOfTurns(row: unknown): boolean {
  return typeof row === "object" && row !== null && "kind" in row && row.kind === "turnsFailed";
}

/** The thread detail of a menu's row. */
export function factIn(row: unknown): DetailFact | undefined {
  if (typeof row !== "object" || row === null || !("fact" in row)) return undefined;
  return detailFacts.find((fact) => fact === row.fact);
}
