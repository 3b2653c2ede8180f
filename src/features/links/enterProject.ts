import * as l10n from "@vscode/l10n";
import { commands, window } from "vscode";
import { actionCommand } from "../../core/failures/action.ts";
import { type ProjectAction, projectQuestion } from "../../core/links/projectQuestion.ts";
import type { ProjectClient } from "../../core/port/projectClient.ts";
import type { ProjectId } from "../../core/query/projectId.ts";
import type { Session } from "../../core/session/session.ts";
import { nextSession } from "../../vscode/session/sessionStore.ts";
import { openWebPage } from "../../vscode/ui/outside.ts";
import { withLateProgress } from "../../vscode/ui/progress.ts";
import type { LinksParts } from "./register.ts";

/** In milliseconds. */
const patience = 2000;

export interface LinkedProject {
  readonly project: ProjectId;
  /** Describes the target of the link. */
  readonly lead: string;
  /** The web page of the target; null if none. */
  readonly address: string | null;
}

/**
 * Opens the project of a link after confirmation, because links are untrusted. Signed-out users can sign in first.
 * Resolves to the target, or to null if canceled.
 */
export async function enterProject(linked: LinkedProject, parts: LinksParts): Promise<ProjectClient | null> {
  const { sessions, project } = parts;
  for (;;) {
    const session =
      sessions.session ?? (await withLateProgress(l10n.t("Opening link…"), (signal) => nextSession(sessions, signal)));
    const question = projectQuestion(session, linked.project);
    if (question === null) return project.threads.target;
    const { message, shown, actions } = question;
    const { lead, address } = linked;
    const titles = [...actions.map(({ title }) => title), ...(address === null ? [] : [l10n.t("Open in Browser")])];
    const detail = `${lead} ${shown}`;
    const chosen = await window.showInformationMessage(message, { modal: true, detail }, ...titles);
    const action = actions.find(({ title }) => title === chosen)?.action;
    if (action === undefined) {
      if (chosen !== undefined && address !== null) await openWebPage(address);
      return null;
    }
    await take(action, linked.project, parts);
    if (!(await isOver(session, sessions))) return null;
  }
}

/** Signing in and switching accounts can be canceled; a changed setting may take a moment to apply. */
async function isOver(session: Session, sessions: LinksParts["sessions"]): Promise<boolean> {
  if (sessions.session !== session) return true;
  return nextSession(sessions, AbortSignal.timeout(patience)).then(
    () => true,
    () => false,
  );
}

async function take(action: ProjectAction, project: ProjectId, { sessions, app }: LinksParts): Promise<void> {
  switch (action) {
    case "openSample":
      await sessions.openSample();
      await sessions.selectProject(project);
      break;
    case "showProject":
      await sessions.selectProject(project);
      break;
    case "switchAccount":
      await app.switchAccount();
      break;
    default:
      await commands.executeCommand(actionCommand[action].command);
  }
}
