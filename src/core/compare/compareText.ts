import * as l10n from "@vscode/l10n";
import type { Formats } from "../text/format.ts";
import type { PickRow } from "../text/pickRow.ts";
import { labelText } from "../text/visibleText.ts";
import type { Thread } from "../threads/thread.ts";
import { factText, threadName } from "../threads/threadFact.ts";
import { type ComparedKind, type ComparedSide, sideName } from "./comparedSide.ts";

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

export function kindText(kind: ComparedKind): string {
  switch (kind) {
    case "thread":
      return l10n.t("thread");
    case "turn":
      return l10n.t("turn");
    case "call":
      return l10n.t("call");
  }
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
