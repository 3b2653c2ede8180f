import * as l10n from "@vscode/l10n";
import type { Formats } from "../../text/format.ts";
import { plural, turnsText } from "../../text/plural.ts";
import type { PageState } from "../protocol.ts";

/** The number of turns: `2 turns`, `2 turns so far` */
export function turnCountText({ turns, progress }: PageState, formats: Formats): string {
  const count = turns.length;
  return progress === "complete"
    ? turnsText(count, formats)
    : plural(count, l10n.t("1 turn so far"), l10n.t("{0} turns so far", formats.exact(count)));
}

/** Whether the number of turns is known: not if they were not requested, or the request was rejected. */
export function isCounted({ turns, progress, notice }: PageState): boolean {
  return turns.length > 0 || (progress === "complete" && notice === null);
}

/** The progress of the list of turns; empty if it is complete, or if the notice describes it. */
export function progressText(state: PageState): string {
  switch (state.progress) {
    case "loading":
      return l10n.t("Loading…");
    case "complete":
      return "";
    case "stopped":
      return isCounted(state) || state.notice === null ? l10n.t("Loading stopped. There may be more turns.") : "";
  }
}

/** The text shown if there are no turns. */
export function emptyText({ progress }: PageState): string {
  return progress === "loading" ? l10n.t("Loading…") : l10n.t("This thread has no turns.");
}
