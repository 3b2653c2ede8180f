import * as l10n from "@vscode/l10n";
import { menuArgument } from "../conversations/menuArgument.ts";
import { shortId } from "../documents/documentAddress.ts";
import { opName } from "../query/call.ts";
import { type ConversationKey, keyText } from "../query/conversationKey.ts";
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

/** One side of a comparison: a conversation, or a turn or call and its op if known. */
export type ComparedSide =
  | { readonly kind: "thread"; readonly conversation: ConversationKey }
  | { readonly kind: "turn" | "call"; readonly id: string; readonly op?: string | undefined };

const longestName = 40;

/** Reads a tree row or the argument of a page menu; undefined for anything else. */
export function comparedSide(given: unknown): ComparedSide | undefined {
  const { kind, conversation, turnId, callId, op } = menuArgument(given);
  if (kind === "thread") return conversation?.id ? { kind, conversation } : undefined;
  if (kind !== "turn" && kind !== "call") return undefined;
  const id = kind === "turn" ? turnId : callId;
  return id === undefined ? undefined : { kind, id, op };
}

/** Why two sides cannot be compared; null if they can. */
export function compareProblem(a: ComparedSide, b: ComparedSide): "kinds" | "same" | null {
  if (a.kind !== b.kind) return "kinds";
  return keyOf(a) === keyOf(b) ? "same" : null;
}

function keyOf(side: ComparedSide): string {
  return side.kind === "thread" ? keyText(side.conversation) : side.id;
}

/** A side in the title of a comparison: the ID of a thread; the op and the end of the ID of a call. */
export function sideName(side: ComparedSide): string {
  if (side.kind === "thread") return plainText(visibleCut(side.conversation.id, longestName));
  const { id, op } = side;
  const short = plainText(shortId(id));
  return op === undefined ? short : `${plainText(visibleCut(opName(op), longestName))} ${short}`;
}
