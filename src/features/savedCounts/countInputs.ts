import * as l10n from "@vscode/l10n";
import type { SavedCount, Threshold } from "../../core/counts/savedCount.ts";
import { readThreshold, thresholdProblemText } from "../../core/counts/threshold.ts";
import { countNameNoteText, countNameProblemText } from "../../core/input/problemText.ts";
import type { Formats } from "../../core/text/format.ts";
import { askPick, askText } from "../../vscode/ui/quickInput.ts";

/** Asks for a new name; undefined if unchanged or canceled. */
export async function askOtherName(name: string, others: readonly string[]): Promise<string | undefined> {
  const result = await askText({
    title: l10n.t("Rename Count"),
    prompt: l10n.t("New name"),
    value: name,
    validate: countNameProblemText,
    echo: (value) => countNameNoteText(value, others),
  });
  return result.kind === "accepted" && result.value.trim() !== name ? result.value : undefined;
}

/** Asks for a threshold; undefined for none, null if canceled. */
export async function askThreshold(
  { threshold, conditions }: SavedCount,
  formats: Formats,
): Promise<Threshold | undefined | null> {
  const title = l10n.t("Set Threshold");
  const typed = await askText({
    title,
    prompt: l10n.t("Alert when the count is above this number. Leave empty for no alert."),
    value: threshold === undefined ? "" : String(threshold.above),
    validate: (text) => thresholdProblemText(text, conditions.limit, formats),
  });
  if (typed.kind !== "accepted") return null;
  const above = readThreshold(typed.value) ?? null;
  if (above === null) return undefined;
  const items = [
    { label: l10n.t("View and Status Bar"), notifies: false },
    { label: l10n.t("View, Status Bar and Notification"), notifies: true },
  ];
  const active = items.find(({ notifies }) => notifies === threshold?.notifies);
  const picked = await askPick({ title, placeholder: l10n.t("Where to show the alert"), items, active });
  return picked.kind === "accepted" ? { above, notifies: picked.value.notifies } : null;
}
