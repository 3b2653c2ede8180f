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

/** A choice in the confirmation. */
interface Choice {
  readonly title: string;
  /** Resolves to false if the user chose to leave. */
  readonly take: () => Promise<boolean>;
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
    const { message, shown } = question;
    const choices: readonly Choice[] = [
      ...question.actions.map(({ title, action }) => ({ title, take: () => take(action, linked.project, parts) })),
      ...(linked.address === null ? [] : [browserChoice(linked.address)]),
    ];
    const titles = choices.map(({ title }) => title);
    const detail = `${linked.lead} ${shown}`;
    const chosen = await window.showInformationMessage(message, { modal: true, detail }, ...titles);
    const choice = choices.find(({ title }) => title === chosen);
    if (choice === undefined || !(await choice.take())) return null;
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

/** Resolves to false if the user chose to leave. */
async function take(action: ProjectAction, project: ProjectId, { sessions, app }: LinksParts): Promise<boolean> {
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
  return true;
}

function browserChoice(address: string): Choice {
  return {
    title: l10n.t("Open in Browser"),
    take: async () => {
      await openWebPage(address);
      return false;
    },
  };
}
