import * as l10n from "@vscode/l10n";
import { opName } from "../calls/call.ts";
import { type DocumentSubject, shortId } from "../documents/documentAddress.ts";
import { memberOf, textIn } from "../json.ts";
import type { PickRow } from "../rows.ts";
import type { Formats } from "../text/format.ts";
import { labelText, plainText, visibleCut } from "../text/visibleText.ts";
import type { Thread } from "../threads/thread.ts";
import { factText, threadName } from "../threads/threadFact.ts";

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

/** The prompt for one side of a comparison. */
export function promptText(side: "left" | "right"): string {
  return side === "left" ? l10n.t("Select the left thread") : l10n.t("Select the right thread");
}

/** The row of a thread that can be selected for a side. */
export function threadChoiceRow(thread: Thread, formats: Formats, now: number): PickRow {
  const context = { formats, now, window: null };
  return {
    label: labelText(threadName(thread)),
    description: `${factText("updated", thread, context)} · ${factText("turns", thread, context)}`,
  };
}

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
  const pageKind = textIn(given, "weaveKind");
  if (pageKind === "thread") return sideOf("thread", textIn(given, "weaveThread"));
  if (pageKind !== "turn" && pageKind !== "call") return undefined;
  return sideOf(pageKind, textIn(given, pageKind === "turn" ? "weaveTurn" : "weaveCall"), textIn(given, "weaveOp"));
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
