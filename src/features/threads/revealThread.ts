import * as l10n from "@vscode/l10n";
import { textIn } from "../../core/member.ts";
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

/**
 * Reveals the row of `{threadId, preserveFocus?}`, above the list if it does not contain the thread. Resolves to false
 * if the project has no such thread, to undefined for an invalid argument or if there is no project.
 */
export async function revealThread(
  given: unknown,
  { threads, view, showView }: RevealParts,
): Promise<boolean | undefined> {
  const threadId = textIn(given, "threadId");
  const { target } = threads;
  if (threadId === undefined || target === null) return undefined;
  const looking = l10n.t("Searching for thread {0}…", plainText(threadId));
  const thread =
    threads.threadOf(threadId) ?? (await withLateProgress(looking, (signal) => findThread(target, threadId, signal)));
  if (thread === null) return false;
  if (target !== threads.target) return undefined;
  const preserveFocus =
    typeof given === "object" && given !== null && "preserveFocus" in given && given.preserveFocus === true;
  await showView({ preserveFocus });
  await view.show(thread, { preserveFocus });
  return true;
}
