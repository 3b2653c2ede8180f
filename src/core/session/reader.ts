import { type Session, sameService } from "./session.ts";

/** The identity that data was loaded for; another identity must not see it. */
export interface Reader {
  readonly session: Session;
  /** The key of the signed-in account; null in any other session. */
  readonly key: string | null;
}

/** Ignores the project. */
export function sameReader(a: Reader, b: Reader): boolean {
  return a.key === b.key && sameService(a.session, b.session);
}
