import type { ProjectId } from "./projectId.ts";
import { sampleProjects } from "./sampleProjects.ts";
import type { AddressProblem, ServiceAddress } from "./serviceUrl.ts";

/** Who asks, and where: the key itself stays in the vault. */
export interface Account {
  /** The service's base address, `https://host/path`, without a final slash. */
  readonly url: string;
  /** The origin that the key belongs to and never leaves. */
  readonly origin: string;
  readonly username: string;
}

export type Session =
  | { readonly kind: "signedOut"; readonly project: ProjectId | null; readonly problem: AddressProblem | null }
  | { readonly kind: "sample"; readonly project: ProjectId | null }
  | { readonly kind: "signedIn"; readonly project: ProjectId | null; readonly account: Account };

/** What a session follows from. */
export interface SessionFacts {
  readonly address: ServiceAddress | AddressProblem;
  /** The project that the settings name. */
  readonly project: ProjectId | null;
  /** The account whose key is kept for the address's origin. */
  readonly account: Account | null;
  /**
   * What this window was told to do instead, forgotten when it closes: to show the sample, with one of its projects, or
   * to leave the sample that the address names.
   */
  readonly override:
    | { readonly kind: "sample"; readonly project: ProjectId | null }
    | { readonly kind: "signedOut" }
    | null;
}

export function resolveSession({ address, project, account, override }: SessionFacts): Session {
  const problem = typeof address === "string" ? address : null;
  if (override?.kind === "sample") return { kind: "sample", project: override.project ?? sampleProjects[0] };
  if (typeof address === "string") return { kind: "signedOut", project, problem };
  if (address.kind === "sample") {
    if (override?.kind === "signedOut") return { kind: "signedOut", project, problem };
    return { kind: "sample", project: project ?? sampleProjects[0] };
  }
  return account === null ? { kind: "signedOut", project, problem } : { kind: "signedIn", project, account };
}

/** Whatever project is open. */
export function sameService(a: Session, b: Session): boolean {
  return sameSession({ ...a, project: null }, { ...b, project: null });
}

export function sameSession(a: Session, b: Session): boolean {
  if (a.project !== b.project) return false;
  if (a.kind === "signedOut") return b.kind === "signedOut" && a.problem === b.problem;
  if (a.kind === "sample") return b.kind === "sample";
  return b.kind === "signedIn" && a.account.url === b.account.url && a.account.username === b.account.username;
}
