import { opName } from "../calls/opName.ts";
import { type DocumentSubject, shortId } from "../documents/documentAddress.ts";
import { memberOf, textIn } from "../member.ts";
import { plainText, visibleCut } from "../text/visibleText.ts";

export type ComparedKind = "thread" | "turn" | "call";

/** One side of a comparison. */
export interface ComparedSide {
  readonly kind: ComparedKind;
  readonly id: string;
  /** The op of a turn or call, if known. */
  readonly op?: string;
}

const longestName = 40;

/** Reads a tree row or the argument of a page menu; undefined for anything else. */
export function comparedSide(given: unknown): ComparedSide | undefined {
  const kind = textIn(given, "kind");
  if (kind === "thread") return sideOf("thread", textIn(memberOf(given, "thread"), "id"));
  if (kind === "turn") {
    const turn = memberOf(given, "turn");
    return sideOf("turn", textIn(turn, "id"), textIn(turn, "op"));
  }
  const op = textIn(given, "weaveOp");
  switch (textIn(given, "weaveKind")) {
    case "thread":
      return sideOf("thread", textIn(given, "weaveThread"));
    case "turn":
      return sideOf("turn", textIn(given, "weaveTurn"), op);
    case "call":
      return sideOf("call", textIn(given, "weaveCall"), op);
    default:
      return undefined;
  }
}

/** Why two sides cannot be compared; null if they can. */
export function compareProblem(a: ComparedSide, b: ComparedSide): "kinds" | "same" | null {
  if (a.kind !== b.kind) return "kinds";
  return a.id === b.id ? "same" : null;
}

/** A side in the title of a comparison: the ID of a thread; the op and the end of the ID of a call. */
export function sideName({ kind, id, op }: ComparedSide): string {
  if (kind === "thread") return plainText(visibleCut(id, longestName));
  const short = plainText(shortId(id));
  return op === undefined ? short : `${plainText(visibleCut(opName(op), longestName))} ${short}`;
}

/** The content of a side's document. */
export function subjectOf({ kind, id }: ComparedSide): DocumentSubject {
  return kind === "thread" ? { kind, threadId: id } : { kind, callId: id };
}

function sideOf(kind: ComparedKind, id: string | undefined, op?: string): ComparedSide | undefined {
  return id === undefined ? undefined : { kind, id, ...(op !== undefined && { op }) };
}
