import * as l10n from "@vscode/l10n";
import { commands, type QuickPickItem, window } from "vscode";
import { conditionsText } from "../../core/counts/conditionText.ts";
import { countWords } from "../../core/counts/countWords.ts";
import type { SavedCounts } from "../../core/counts/savedCounts.ts";
import type { ShownCount } from "../../core/counts/watchedCounts.ts";
import { noCountText } from "../../core/export/exportNotices.ts";
import { countNameNoteText, countNameProblemText } from "../../core/input/problemText.ts";
import type { Formats } from "../../core/text/format.ts";
import { labelText, visibleText } from "../../core/text/visibleText.ts";
import { askPick, askText } from "../../vscode/ui/quickInput.ts";

/** Asks for a saved count; if there is none, offers to count calls. */
export async function pickCount(
  title: string,
  saved: SavedCounts,
  selectedId: string | undefined,
  formats: Formats,
): Promise<ShownCount | undefined> {
  if (saved.shown.length === 0) {
    const count = l10n.t("Count Calls…");
    const text = noCountText(saved.project);
    const chosen = await window.showInformationMessage(text, count);
    if (chosen === count) await commands.executeCommand("weaveThreads.countCalls");
    return undefined;
  }
  const now = Date.now();
  const items = saved.shown.map((count): QuickPickItem & { count: ShownCount } => ({
    count,
    label: labelText(visibleText(count.saved.name)),
    description: labelText(countWords(count, formats, now).join(" · ")),
    detail: labelText(conditionsText(count.saved.conditions, formats)),
  }));
  const active = items.find(({ count }) => count.saved.id === selectedId);
  const result = await askPick({ title, placeholder: l10n.t("Select a saved count"), items, active });
  return result.kind === "accepted" ? result.value.count : undefined;
}

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
