import * as l10n from "@vscode/l10n";
import { window, workspace } from "vscode";
import { isResumable } from "../../core/conversations/threadRowText.ts";
import { attributeValues } from "../../core/port/operations.ts";
import type { ProjectClient } from "../../core/port/projectClient.ts";
import type { CodingAgent } from "../../core/query/agentFigures.ts";
import { folderAttribute } from "../../core/query/agentQueries.ts";
import type { ConversationSummary } from "../../core/query/thread.ts";
import { isFolder } from "../../vscode/files/folderLink.ts";
import { withLateProgress } from "../../vscode/ui/progress.ts";

const programs: Readonly<Record<CodingAgent, (id: string) => string>> = {
  claude: (id) => `claude --resume ${id}`,
  codex: (id) => `codex resume ${id}`,
};

/**
 * Types the command that resumes a session of a coding agent in a terminal of its folder, if that exists here. It does
 * not run it: the ID is from the service.
 */
export async function resumeInTerminal(row: ConversationSummary, target: ProjectClient): Promise<void> {
  const coding = row.agent?.coding;
  if (!coding || !isResumable(row) || !workspace.isTrusted) return;
  const { service, project } = target;
  const query = { project, attribute: folderAttribute, conversationId: row.id, limit: 1 };
  const searching = l10n.t("Searching for the folder of the session…");
  const [folder] = await withLateProgress(searching, (signal) => service.ask(attributeValues, query, signal));
  const cwd = folder !== undefined && (await isFolder(folder)) ? folder : undefined;
  const terminal = window.createTerminal({ name: l10n.t("Resume Session"), ...(cwd !== undefined && { cwd }) });
  terminal.show();
  terminal.sendText(programs[coding](row.id), false);
}
