import * as l10n from "@vscode/l10n";
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
