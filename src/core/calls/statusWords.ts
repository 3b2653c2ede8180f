import * as l10n from "@vscode/l10n";
import type { CallStatus } from "../query/call.ts";

/** A status within a sentence, by itself, and what it says about the call. */
type StatusWords = Readonly<Record<"word" | "title" | "hint", string>>;

export function statusWords(status: CallStatus): StatusWords {
  const words: Readonly<Record<CallStatus, StatusWords>> = {
    success: {
      word: l10n.t("success"),
      title: l10n.t("Success"),
      hint: l10n.t("The call and all calls inside succeeded"),
    },
    error: { word: l10n.t("error"), title: l10n.t("Error"), hint: l10n.t("The call failed") },
    running: { word: l10n.t("running"), title: l10n.t("Running"), hint: l10n.t("The call has no end time") },
    descendant_error: {
      word: l10n.t("failed call inside"),
      title: l10n.t("Failed call inside"),
      hint: l10n.t("The call succeeded, but a call inside it failed"),
    },
  };
  return words[status];
}
