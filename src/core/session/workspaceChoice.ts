import { type ProjectId, parseProjectId } from "../query/projectId.ts";
import { publicService, remoteOf, type ServicePlace } from "../settings/serviceUrl.ts";
import { memberOf, textIn } from "../text/json.ts";
import { type RememberedAccount, readAccount, sameAccount } from "./accounts.ts";
import type { Account, SessionFacts } from "./session.ts";
import type { ProjectSetting, SessionMemory, SessionSettings } from "./sessionPorts.ts";

/** What the user has chosen in a workspace, and what was shown there last. */
export interface WorkspaceChoice {
  /** Null after signing out, undefined if none was chosen. */
  readonly account: Account | null | undefined;
  /** Null for none, undefined if none was chosen. */
  readonly project: ProjectId | null | undefined;
  /** The project that the user selected, even if it is the one of the settings, which `project` leaves to them. */
  readonly selected: ProjectId | null;
  /** The project of the sample while it is open, else null. */
  readonly sample: ProjectId | null;
  /** Without a choice or a setting, it stays when another window switches. */
  readonly last: RememberedAccount | null;
}

/** Parses a stored choice; invalid parts are not chosen. */
export function readChoice(stored: unknown): WorkspaceChoice {
  const account = memberOf(stored, "account");
  const project = (name: string) => parseProjectId(textIn(stored, name) ?? "");
  const known = account === null ? null : readAccount(account);
  return {
    account: known && accountOf(known, known.username),
    project: memberOf(stored, "project") === null ? null : project("project"),
    selected: project("selected") ?? null,
    sample: project("sample") ?? null,
    last: readAccount(memberOf(stored, "last")) ?? null,
  };
}

/** What a window shows, provided that the account's key is stored. */
export interface SessionTarget extends Omit<SessionFacts, "hold" | "isKeyUnreadable"> {
  /** The setting of another project that the choice hides. */
  readonly hidden: ProjectSetting | null;
}

/** The account and project chosen in the workspace, else those of the settings, last shown there, or the latest. */
export function sessionTarget(
  choice: WorkspaceChoice,
  settings: Pick<SessionSettings, "address" | "project">,
  memory: Pick<SessionMemory, "username" | "accounts">,
): SessionTarget {
  const { address, account } = accountTarget(choice, settings.address, memory);
  const setting = settings.project;
  const known = [choice.last, ...memory.accounts()].map((one) => {
    return one !== null && account !== null && sameAccount(one, account) ? one.project : null;
  });
  const last = known.find((project) => project !== null) ?? null;
  const { project = setting?.project ?? last, sample } = choice;
  const hidden = setting === null || setting.project === project ? null : setting;
  return { address, account, project, sample, hidden };
}

function accountTarget(
  { account, last }: WorkspaceChoice,
  configured: SessionSettings["address"],
  memory: Pick<SessionMemory, "username" | "accounts">,
): Pick<SessionTarget, "address" | "account"> {
  if (account !== undefined && account !== null) return targetOf(account, account.username);
  const service = configured === null ? null : remoteOf(configured);
  if (account === null)
    return { address: typeof configured === "string" ? configured : (service ?? publicService), account };
  if (configured !== null && service === null) return { address: configured, account: null };
  if (last !== null && (service === null || service.origin === last.origin))
    return targetOf(service ?? last, last.username);
  const latest = service ?? memory.accounts()[0] ?? publicService;
  return targetOf(latest, memory.username(latest.origin));
}

function targetOf(service: ServicePlace, username: string | undefined) {
  const { url, origin } = service;
  const account = username === undefined ? null : accountOf(service, username);
  return { address: { kind: "remote", url, origin }, account } as const;
}

function accountOf({ url, origin }: ServicePlace, username: string): Account {
  return { url, origin, username };
}
