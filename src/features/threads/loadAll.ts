import * as l10n from "@vscode/l10n";
import { ProgressLocation, window } from "vscode";
import { shownValue } from "../../core/async/loadState.ts";
import type { ThreadList } from "../../core/conversations/threadList.ts";
import type { Formats } from "../../core/text/format.ts";
import { Throttle } from "../../vscode/ui/throttle.ts";

/** Interval of progress reports, in milliseconds. */
const reportInterval = 250;

/** Loads all remaining threads with progress. Canceling keeps what has arrived. */
export async function loadAll(threads: ThreadList, formats: Formats): Promise<void> {
  const options = {
    location: ProgressLocation.Notification,
    title: l10n.t("Loading conversations"),
    cancellable: true,
  };
  await window.withProgress(options, async (progress, token) => {
    const report = new Throttle(() => {
      const loaded = shownValue(threads.load)?.threads.length ?? 0;
      progress.report({ message: l10n.t("{0} loaded", formats.exact(loaded)) });
    }, reportInterval);
    const subscriptions = [
      report,
      threads.subscribe(() => report.call()),
      token.onCancellationRequested(() => threads.stop()),
    ];
    try {
      await threads.loadMore(null);
    } finally {
      for (const subscription of subscriptions) subscription.dispose();
    }
  });
}
