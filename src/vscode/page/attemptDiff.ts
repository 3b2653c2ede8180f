import { commands, type Tab, Uri, window } from "vscode";
import { type Attempt, attemptTitle } from "../../core/tryAgain/attempt.ts";
import { attemptScheme, besideConversation, tabUris } from "./tabs.ts";

/** The path of what an attempt is compared with. */
export const originalPath = "/original.md";

/** The original, and the attempt. The place in the query lets privacy mode close them. */
export function attemptUris({ id, service, project }: Attempt): readonly [original: Uri, attempt: Uri] {
  const query = JSON.stringify({ service, project, attempt: id });
  const uri = (path: string) => Uri.from({ scheme: attemptScheme, path, query });
  return [uri(originalPath), uri("/attempt.md")];
}

/** Shows an attempt beside the original. With a draft, where that is: a preview would replace that of a conversation. */
export async function openAttempt(attempt: Attempt, draft?: Uri): Promise<void> {
  const isDraft = (tab: Tab) => tabUris(tab).some((uri) => String(uri) === String(draft));
  const group = window.tabGroups.all.find(({ tabs }) => tabs.some(isDraft));
  const options = { preview: true, viewColumn: group?.viewColumn ?? besideConversation() };
  await commands.executeCommand("vscode.diff", ...attemptUris(attempt), attemptTitle(attempt), options);
}
