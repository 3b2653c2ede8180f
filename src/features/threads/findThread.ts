import * as l10n from "@vscode/l10n";
import { InputBoxValidationSeverity, window } from "vscode";
import { ServiceError } from "../../core/failures/fault.ts";
import { faultText } from "../../core/failures/faultText.ts";
import type { ProjectClient } from "../../core/projectClient.ts";
import { labelText, plainText } from "../../core/text/visibleText.ts";
import { candidateIds, findThread, missingTypedText } from "../../core/threads/findThread.ts";
import type { Thread } from "../../core/threads/thread.ts";
import type { ThreadList } from "../../core/threads/threadList.ts";
import { withLateProgress } from "../../vscode/ui/progress.ts";
import { place, settle } from "../../vscode/ui/quickInput.ts";
import type { RevealOptions, ThreadView } from "./threadView.ts";

/**
 * Asks for a thread's ID until the thread exists, and resolves to it; undefined if canceled. Typing
 * and closing the box abort the current request.
 */
export async function askThreadId(target: ProjectClient): Promise<Thread | undefined> {
  const box = window.createInputBox();
  place(box, { title: l10n.t("Find Thread") });
  // The ID often has to be copied from elsewhere.
  box.ignoreFocusOut = true;
  box.prompt = l10n.t(
    "Thread ID in {0}. Searches all threads, regardless of the filter.",
    labelText(plainText(target.project)),
  );
  let controller = new AbortController();
  const giveUp = () => {
    controller.abort();
    box.busy = false;
  };
  const result = await settle<Promise<Thread>>(box, (finish) => {
    const look = async (ids: readonly string[], { signal }: AbortController) => {
      box.busy = true;
      box.validationMessage = { message: l10n.t("Searching…"), severity: InputBoxValidationSeverity.Info };
      const outcome = await lookFor(target, ids, signal);
      if (signal.aborted) return;
      box.busy = false;
      if (typeof outcome === "string") box.validationMessage = labelText(outcome);
      else finish(Promise.resolve(outcome));
    };
    return [
      { dispose: giveUp },
      box.onDidChangeValue(() => {
        giveUp();
        box.validationMessage = undefined;
      }),
      box.onDidAccept(() => {
        const ids = candidateIds(box.value);
        if (ids.length === 0) {
          box.validationMessage = l10n.t("Enter a thread ID.");
          return;
        }
        giveUp();
        controller = new AbortController();
        look(ids, controller).catch((error: unknown) => finish(Promise.reject(error)));
      }),
    ];
  });
  return result.kind === "accepted" ? result.value : undefined;
}

/** Resolves to the thread, or to the reason why there is none. */
async function lookFor(target: ProjectClient, ids: readonly string[], signal: AbortSignal): Promise<Thread | string> {
  try {
    for (const id of ids) {
      const found = await findThread(target, id, signal);
      if (found !== null) return found;
    }
    return missingTypedText(ids.at(-1) ?? "", target);
  } catch (error) {
    if (error instanceof ServiceError) return faultText(error.fault);
    // An aborted request needs no message.
    if (signal.aborted) return "";
    throw error;
  }
}

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
