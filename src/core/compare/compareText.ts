import * as l10n from "@vscode/l10n";
import { type ComparedKind, type ComparedSide, sideName } from "./comparedSide.ts";

export function sameText(side: ComparedSide): string {
  return l10n.t(
    "{0} is the {1} that is selected for compare: choose another one.",
    sideName(side),
    kindText(side.kind),
  );
}

export function kindsText(left: ComparedSide, right: ComparedSide): string {
  return l10n.t(
    "{0} is a {1} and {2} is a {3}: a thread is compared with a thread, a turn with a turn, a call with a call.",
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
