import * as l10n from "@vscode/l10n";
import { type Disposable, window } from "vscode";
import { realClock } from "../../core/async/clock.ts";
import { leftProjectText, passedText } from "../../core/counts/threshold.ts";
import { thresholdWatch } from "../../core/counts/thresholdWatch.ts";
import type { ShownCount } from "../../core/counts/watchedCounts.ts";
import { UserError } from "../../core/failures/fault.ts";
import { plainText } from "../../core/text/visibleText.ts";
import { inBackground, logFailure } from "../../vscode/ui/commands.ts";
import { windowFocus } from "../../vscode/ui/outside.ts";
import type { SavedCountsParts } from "./register.ts";

/** Notifies of the counts that pass their threshold, where the user chose that. */
export function watchThresholds({ app, saved, following, preferences, formats, log }: SavedCountsParts): Disposable {
  const notify = async (count: ShownCount) => {
    const { name, conditions, threshold } = count.saved;
    const { project, place } = saved;
    if (threshold?.notifies !== true || project === null) return;
    const show = l10n.t("Show Calls");
    const text = l10n.t("{0} in {1}", plainText(passedText(count, formats)), plainText(project));
    if ((await window.showWarningMessage(text, show)) !== show) return;
    // The user may have switched projects since.
    if (saved.place !== place) throw new UserError(leftProjectText(project));
    await app.showCalls(conditions, name);
  };
  return thresholdWatch({
    ...{ clock: realClock, focus: windowFocus, saved, following, store: preferences.counts },
    onPassed: (count) => inBackground(notify(count), log),
    onBug: (error) => logFailure(error, log),
  });
}
