import * as l10n from "@vscode/l10n";
import { type Disposable, window } from "vscode";
import { realClock } from "../../core/async/clock.ts";
import { passedText } from "../../core/counts/threshold.ts";
import { ThresholdWatch } from "../../core/counts/thresholdWatch.ts";
import type { ShownCount } from "../../core/counts/watchedCounts.ts";
import { inBackground, logFailure } from "../../vscode/ui/commands.ts";
import type { FeatureParts } from "../app.ts";

/** Notifies of the counts that pass their threshold, where the user chose that. */
export function watchThresholds({ app, saved, following, preferences, formats, log }: FeatureParts): Disposable[] {
  const notify = async ({ saved: { name, conditions, threshold } }: ShownCount, text: string) => {
    if (threshold?.notifies !== true) return;
    const show = l10n.t("Show Calls");
    if ((await window.showWarningMessage(text, show)) === show) await app.showCalls(conditions, name);
  };
  const watch = new ThresholdWatch(
    {
      ...{ clock: realClock, saved, following, store: preferences },
      onPassed: (count) => inBackground(notify(count, passedText(count, formats)), log),
      onBug: (error) => logFailure(error, log),
    },
    window.state.focused,
  );
  return [watch, window.onDidChangeWindowState(({ focused }) => watch.setFocused(focused))];
}
