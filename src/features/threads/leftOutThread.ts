import { commands, l10n, window } from "vscode";
import { middleCut, plainText } from "../../core/visibleText.ts";

const longestNamedId = 60;

/** Says that a loaded thread has no row because only those with errors have one. Resolves to whether all have one at last. */
export async function offerAllThreads(threadId: string): Promise<boolean> {
  const name = plainText(middleCut(threadId, longestNamedId));
  const text = l10n.t("Only threads with errors are listed, and {0} is not among them.", name);
  const all = l10n.t("Show All Threads");
  if ((await window.showInformationMessage(text, all)) !== all) return false;
  await commands.executeCommand("weaveThreads.showAllThreads");
  return true;
}
