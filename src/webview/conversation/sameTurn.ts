import type { Call } from "../../core/calls/call.ts";
import type { PartState, TurnDocuments } from "../../core/conversation/protocol.ts";

/** Every state contains all calls, most of them unchanged. */
export function sameCall(a: Call, b: Call): boolean {
  return (
    a.status === b.status &&
    a.endedAt === b.endedAt &&
    a.startedAt === b.startedAt &&
    a.op === b.op &&
    a.displayName === b.displayName &&
    a.threadId === b.threadId &&
    a.exception === b.exception &&
    JSON.stringify(a.usage) === JSON.stringify(b.usage)
  );
}

export function sameDocuments(a: PartState<TurnDocuments>, b: PartState<TurnDocuments>): boolean {
  if (a.kind !== b.kind) return false;
  try {
    return JSON.stringify(a) === JSON.stringify(b);
  } catch {
    // Nested deeper than `JSON.stringify` supports.
    return false;
  }
}
