import type { ProjectId } from "./projectId.ts";
import { sampleProjects } from "./sampleProjects.ts";
import type { AddressProblem, ServiceAddress } from "./serviceUrl.ts";

/** An account of a service, without its key, which stays in the vault. */
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

/** Why no requests are sent before the user agrees. */
export type HoldReason =
  /** The window is in Restricted Mode, and the user has not requested anything in it. */
  | "restricted"
  /** The extension runs in a container whose code could read the key, and the user has not agreed to that. */
  | "container";

/** The input that determines a session. */
export interface SessionFacts {
  readonly address: ServiceAddress | AddressProblem;
  /** The project that the settings name. */
  readonly project: ProjectId | null;
  /** The account whose key is stored for the URL's origin; if `hold` is set, the one last used there. */
  readonly account: Account | null;
  readonly hold: HoldReason | null;
  /**
   * An override for this window, dropped when it closes: show the sample, with one of its projects, or
   * leave the sample that the setting names.
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

/** Whether requests can be sent. */
export function isOpen(session: Session): session is Extract<Session, { kind: "sample" | "signedIn" }> {
  return session.kind === "sample" || session.kind === "signedIn";
}

/** Ignores the project. */
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
