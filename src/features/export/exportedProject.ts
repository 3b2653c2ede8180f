import type { ProjectId } from "../../core/query/projectId.ts";
import { type Session, sameService, sameSession } from "../../core/session/session.ts";
import type { WindowSession } from "../../core/session/windowSession.ts";

/** Another project or account was opened, which ends the connection to the service. */
export class ProjectLeft extends Error {
  override readonly name = "ProjectLeft";
}

/** The exported project with its session. */
export interface ExportedProject {
  readonly project: ProjectId;
  readonly session: Session;
}

/** Whether the account of the export is still in use, with any project. */
export function isReachable({ session }: ExportedProject, { session: now }: Pick<WindowSession, "session">): boolean {
  return now !== null && sameService(now, session);
}

/** Aborts when another project or account is opened, but not when the same session is updated. */
export function giveUpWhenLeft(
  sessions: Pick<WindowSession, "session" | "onChange">,
  giveUp: (reason: Error) => void,
): { dispose(): void } {
  const before = sessions.session;
  return sessions.onChange((now) => {
    if (before === null || !sameSession(before, now)) giveUp(new ProjectLeft());
  });
}
