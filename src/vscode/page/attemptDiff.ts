import * as l10n from "@vscode/l10n";
import { commands, Uri, type ViewColumn } from "vscode";
import type { Attempt } from "../../core/conversation/protocol.ts";
import { attemptScheme } from "./tabs.ts";

/** The path of what an attempt is compared with. */
export const originalPath = "/original.md";

/** The original, and the attempt. The place in the query lets privacy mode close them. */
export function attemptUris({ id, service, project }: Attempt): readonly [original: Uri, attempt: Uri] {
  const query = JSON.stringify({ service, project, attempt: id });
  const uri = (path: string) => Uri.from({ scheme: attemptScheme, path, query });
  return [uri(originalPath), uri("/attempt.md")];
}

/** Shows an attempt beside the original. */
export async function openAttempt(attempt: Attempt, viewColumn: ViewColumn): Promise<void> {
  const title = l10n.t("Original ↔ {0}", attempt.name);
  await commands.executeCommand("vscode.diff", ...attemptUris(attempt), title, { preview: true, viewColumn });
}
