import type { ProjectId } from "./projectId.ts";
import { sampleProjects } from "./sampleProjects.ts";
import type { AddressProblem, ServiceAddress } from "./serviceUrl.ts";

/** Who asks, and where: the key itself stays in the vault. */
export interface Account {
  /** The service's base URL, `https://host/path`, without a final slash. */
  readonly url: string;
  /** The origin that the key belongs to and never leaves. */
  readonly origin: string;
  readonly username: string;
}

export type Session =
  | { readonly kind: "signedOut"; readonly project: ProjectId | null; readonly problem: AddressProblem | null }
  | { readonly kind: "held"; readonly project: ProjectId | null; readonly reason: HoldReason }
  | { readonly kind: "sample"; readonly project: ProjectId | null }
  | { readonly kind: "signedIn"; readonly project: ProjectId | null; readonly account: Account };

/** Why nothing is sent before the user says so, although it could be. */
export type HoldReason =
  /** The window is in Restricted Mode, and nothing was asked for in it. */
  | "restricted"
  /** The extension runs in a container whose code could read the key, and the user has not agreed to that. */
  | "container";

/** What a session follows from. */
export interface SessionFacts {
  readonly address: ServiceAddress | AddressProblem;
  /** The project that the settings name. */
  readonly project: ProjectId | null;
  /** The account whose key is kept for the address's origin; where `hold` is set, the one last used there. */
  readonly account: Account | null;
  readonly hold: HoldReason | null;
  /**
   * What this window was told to do instead, forgotten when it closes: to show the sample, with one of its projects, or
   * to leave the sample that the address names.
   */
  readonly override:
    | { readonly kind: "sample"; readonly project: ProjectId | null }
    | { readonly kind: "signedOut" }
    | null;
}

export function resolveSession({ hold, ...facts }: SessionFacts): Session {
  const session = unheldSession(facts);
  const isHeld = session.kind === "signedIn" || (session.kind === "sample" && hold === "restricted");
  return hold !== null && isHeld ? { kind: "held", project: session.project, reason: hold } : session;
}

function unheldSession({ address, project, account, override }: Omit<SessionFacts, "hold">): Session {
  const problem = typeof address === "string" ? address : null;
  if (override?.kind === "sample") return { kind: "sample", project: override.project ?? sampleProjects[0] };
  if (typeof address === "string") return { kind: "signedOut", project, problem };
  if (address.kind === "sample") {
    if (override?.kind === "signedOut") return { kind: "signedOut", project, problem };
    return { kind: "sample", project: project ?? sampleProjects[0] };
  }
  return account === null ? { kind: "signedOut", project, problem } : { kind: "signedIn", project, account };
}

/** Whether there is a service that may be asked. */
export function isOpen(session: Session): session is Extract<Session, { kind: "sample" | "signedIn" }> {
  return session.kind === "sample" || session.kind === "signedIn";
}

/** Whatever project is open. */
export function sameService(a: Session, b: Session): boolean {
  return sameSession({ ...a, project: null }, { ...b, project: null });
}

export function sameSession(a: Session, b: Session): boolean {
  if (a.project !== b.project) return false;
  if (a.kind === "signedOut") return b.kind === "signedOut" && a.problem === b.problem;
  if (a.kind === "held") return b.kind === "held" && a.reason === b.reason;
  if (a.kind === "sample") return b.kind === "sample";
  return b.kind === "signedIn" && a.account.url === b.account.url && a.account.username === b.account.username;
}
