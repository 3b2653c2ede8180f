import * as l10n from "@vscode/l10n";
import { plainText } from "../../core/text/visibleText.ts";
import { findThread } from "../../core/threads/findThread.ts";
import type { ThreadList } from "../../core/threads/threadList.ts";
import { withLateProgress } from "../../vscode/ui/lateProgress.ts";
import type { RevealOptions, ThreadView } from "./threadView.ts";

export interface RevealParts {
  readonly threads: ThreadList;
  readonly view: Pick<ThreadView, "show">;
  /** Shows the view. */
  readonly showView: (options: RevealOptions) => Promise<void>;
}

/** Reveals the row of a thread, above the list if that does not contain it, and keeps the focus. */
export async function revealThread(
  threadId: string,
  { threads, view, showView }: RevealParts,
): Promise<boolean | undefined> {
  const { target } = threads;
  if (target === null) return undefined;
  const looking = l10n.t("Searching for thread {0}…", plainText(threadId));
  const thread =
    threads.threadOf(threadId) ?? (await withLateProgress(looking, (signal) => findThread(target, threadId, signal)));
  if (thread === null) return false;
  if (target !== threads.target) return undefined;
  await showView({ preserveFocus: true });
  await view.show(thread, { preserveFocus: true });
  return true;
}
