import type { ProjectId } from "../../core/session/projectId.ts";
import { type Session, sameService, sameSession } from "../../core/session/session.ts";
import type { SessionStore } from "../../host/sessionStore.ts";

/** Another project or account was opened, and with it the way to the service closed. */
export class ProjectLeft extends Error {
  override readonly name = "ProjectLeft";
}

/** What is exported, and through whom it was on screen. */
export interface ExportedProject {
  readonly project: ProjectId;
  readonly session: Session;
}

/** Whether the account that a project was exported with is in use, whatever project is open. */
export function isReachable({ session }: ExportedProject, { session: now }: SessionStore): boolean {
  return now !== null && sameService(now, session);
}

/** Gives up as soon as another project or account is opened; the same one told anew leaves what is under way alone. */
export function giveUpWhenLeft(
  sessions: Pick<SessionStore, "session" | "onChange">,
  giveUp: (reason: Error) => void,
): { dispose(): void } {
  const before = sessions.session;
  return sessions.onChange((now) => {
    if (before === null || !sameSession(before, now)) giveUp(new ProjectLeft());
  });
}
