import { type ProjectId, sampleProjects } from "../query/projectId.ts";
import { type AddressProblem, isLoopback, type ServiceAddress } from "../settings/serviceUrl.ts";

/** An account of a service, without its key, which stays in the vault. */
export interface Account {
  /** The service's base URL, `https://host/path`, without a final slash. */
  readonly url: string;
  /** The origin that the key belongs to and never leaves. */
  readonly origin: string;
  readonly username: string;
}

/** The user name of the local collector, which keeps its key in a file of its own. */
export const collectorUsername = "local-collector";

/** The local collector as an account of a service on this machine. */
export function collectorAccount(port: number): Account {
  const origin = `http://127.0.0.1:${port}`;
  return { url: origin, origin, username: collectorUsername };
}

export function isCollector(name: Pick<Account, "origin" | "username"> | null): boolean {
  return name !== null && name.username === collectorUsername && name.origin.startsWith("http://127.0.0.1:");
}

export type Session =
  | { readonly kind: "signedOut"; readonly project: ProjectId | null; readonly problem: SessionProblem | null }
  | { readonly kind: "held"; readonly project: ProjectId | null; readonly reason: HoldReason }
  | { readonly kind: "sample"; readonly project: ProjectId | null }
  | { readonly kind: "signedIn"; readonly project: ProjectId | null; readonly account: Account };

/** Why no account is signed in, other than that none is: its key may be stored, but the secret storage failed. */
export type SessionProblem = AddressProblem | "keyUnreadable";

/** Why no requests are sent before the user agrees. */
export type HoldReason =
  /** The window is in Restricted Mode, and the user has not requested anything in it. */
  | "restricted"
  /** The extension runs in a container whose code could read the key, and the user has not agreed to that. */
  | "container";

/**
 * VS Code's names (`env.remoteName`) for windows whose extensions run in a container that the repository can define: its
 * code can write the machine's settings and environment, and read the extension's memory, so no check of settings
 * protects a key from it.
 */
export function isContainer(remoteName: string | undefined): boolean {
  return ["dev-container", "attached-container", "k8s-container", "codespaces"].some((name) => name === remoteName);
}

export interface SessionFacts {
  readonly address: ServiceAddress | AddressProblem;
  readonly project: ProjectId | null;
  /** The account whose key is stored; if `hold` is set, the one to be used. */
  readonly account: Account | null;
  /** The secret storage could not be read for a key. */
  readonly isKeyUnreadable: boolean;
  readonly hold: HoldReason | null;
  /** The project of the sample if that is open in this workspace, whatever the settings say; else null. */
  readonly sample: ProjectId | null;
}

export function resolveSession({ hold, ...facts }: SessionFacts): Session {
  const session = unheldSession(facts);
  const isHeld = session.kind === "signedIn" || (session.kind === "sample" && hold === "restricted");
  return hold !== null && isHeld ? { kind: "held", project: session.project, reason: hold } : session;
}

function unheldSession({ address, project, account, isKeyUnreadable, sample }: Omit<SessionFacts, "hold">): Session {
  if (sample !== null) return { kind: "sample", project: sample };
  if (typeof address === "string") return { kind: "signedOut", project, problem: address };
  if (address.kind === "sample") return { kind: "sample", project: project ?? sampleProjects[0] };
  if (account !== null) return { kind: "signedIn", project, account };
  return { kind: "signedOut", project, problem: isKeyUnreadable ? "keyUnreadable" : null };
}

/** Whether requests can be sent. */
export function isOpen(session: Session): session is Extract<Session, { kind: "sample" | "signedIn" }> {
  return session.kind === "sample" || session.kind === "signedIn";
}

/** The host of the service, with its port if it has one; null for the sample and without an account. */
export function hostOf(session: Session | null): string | null {
  return session?.kind === "signedIn" ? new URL(session.account.url).host : null;
}

/** Where data is that no service has: it is generated, or collected on this machine. Null for a service. */
export function dataOf(session: Session | null): "sample" | "local" | null {
  if (session?.kind === "sample") return "sample";
  return session?.kind === "signedIn" && isCollector(session.account) ? "local" : null;
}

export function isOnLoopback(session: Session): boolean {
  return (
    session.kind === "sample" || (session.kind === "signedIn" && isLoopback(new URL(session.account.url).hostname))
  );
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

/** The identity that data was loaded for; another identity must not see it. */
export interface Reader {
  readonly session: Session;
  /** Tells keys of an account apart, see `WindowSession.keyMark`; null in any session but that of an account. */
  readonly mark: string | null;
}

/** Ignores the project. */
export function sameReader(a: Reader, b: Reader): boolean {
  return a.mark === b.mark && sameService(a.session, b.session);
}

/** Why a key may not be used, and so is not read. `released` says that the user has asked for something. */
export function holdOf(
  { isRestricted, mayUseKey }: { readonly isRestricted: boolean; readonly mayUseKey: boolean },
  released: boolean,
): HoldReason | null {
  if (isRestricted && !released) return "restricted";
  return mayUseKey ? null : "container";
}
