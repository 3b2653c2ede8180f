import { type Session, sameService } from "./session.ts";

/** Who reads in a window: what the service gave to one reader is not another's to see. */
export interface Reader {
  readonly session: Session;
  /** The key of the signed-in account; null in any other session. */
  readonly key: string | null;
}

/** Whatever project they look at. */
export function sameReader(a: Reader, b: Reader): boolean {
  return a.key === b.key && sameService(a.session, b.session);
}
