import * as l10n from "@vscode/l10n";
import { opName } from "../calls/call.ts";
import { menuArgument } from "../conversations/menuArgument.ts";
import { shortId } from "../documents/documentAddress.ts";
import { plainText, visibleCut } from "../text/visibleText.ts";

export function sameText(side: ComparedSide): string {
  return l10n.t("{0} is already selected for compare. Select a different {1}.", sideName(side), kindText(side.kind));
}

export function kindsText(left: ComparedSide, right: ComparedSide): string {
  return l10n.t(
    "Cannot compare {0} ({1}) with {2} ({3}). Select two threads, two turns or two calls.",
    sideName(left),
    kindText(left.kind),
    sideName(right),
    kindText(right.kind),
  );
}

function kindText(kind: ComparedKind): string {
  return { thread: l10n.t("thread"), turn: l10n.t("turn"), call: l10n.t("call") }[kind];
}

export type ComparedKind = "thread" | "turn" | "call";

/** One side of a comparison. */
export interface ComparedSide {
  readonly kind: ComparedKind;
  readonly id: string;
  /** The op of a turn or call, if known. */
  readonly op?: string | undefined;
}

const longestName = 40;

/** Reads a tree row or the argument of a page menu; undefined for anything else. */
export function comparedSide(given: unknown): ComparedSide | undefined {
  const { kind, threadId, turnId, callId, op } = menuArgument(given);
  if (kind === "thread") return threadId ? { kind, id: threadId } : undefined;
  if (kind !== "turn" && kind !== "call") return undefined;
  const id = kind === "turn" ? turnId : callId;
  return id === undefined ? undefined : { kind, id, op };
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
