import * as l10n from "@vscode/l10n";
import { idle } from "../async/loadState.ts";
import { statusItem } from "../project/display.ts";
import { missingText } from "../project/statusText.ts";
import type { ProjectId } from "../query/projectId.ts";
import type { Session } from "../session/session.ts";
import type { ProjectSetting } from "../session/sessionPorts.ts";
import type { WorkspaceChoice } from "../session/workspaceChoice.ts";
import { quoted } from "../text/visibleText.ts";

export interface RefusalFacts {
  readonly session: Session | null;
  /** Whether the workspace is trusted. */
  readonly isTrusted: boolean;
  /** Whether privacy mode is on. */
  readonly isPrivate: boolean;
}

/** Why agents get nothing in this window, neither through a tool nor as an attachment; null if they may. */
export function toolRefusal({ session, isTrusted, isPrivate }: RefusalFacts): string | null {
  if (!isTrusted) return l10n.t("Agents cannot read Weave data in Restricted Mode. Trust this workspace first.");
  if (isPrivate) return l10n.t("Agents cannot read Weave data in privacy mode.");
  const state = statusItem(session, idle, null);
  if (state === null) return l10n.t("Sign in to Weave first.");
  return state.click === null ? null : missingText(state);
}

export interface ProjectFacts {
  /** The project of the window. */
  readonly own: ProjectId;
  /** Whether the user has chosen it: see `isChosen`. */
  readonly isChosen: boolean;
  /** The entries of `weaveThreads.tools.projects`, of any type; none means the project of the window. */
  readonly listed: readonly unknown[];
}

/** Why a project cannot be read by agents; null if it can. `unchosen` can be settled by choosing the project. */
export function projectRefusal(project: ProjectId, facts: ProjectFacts): "unlisted" | "foreign" | "unchosen" | null {
  const { own, isChosen, listed } = facts;
  if (listed.length > 0) return listed.some((one) => String(one).trim() === project) ? null : "unlisted";
  if (project !== own) return "foreign";
  return isChosen ? null : "unchosen";
}

/** For the agent. It names no project: the name of one that a folder sets is untrusted text. */
export function projectRefusalText(refusal: NonNullable<ReturnType<typeof projectRefusal>>): string {
  return {
    unlisted: l10n.t("This project is not listed in the user setting weaveThreads.tools.projects."),
    foreign: l10n.t(
      "Agents can read only the project of this window. To allow other projects, add them to the user setting weaveThreads.tools.projects.",
    ),
    unchosen: l10n.t(
      "The project of this window is set by its workspace. Agents can read it once the user has selected it with Weave: Select Project.",
    ),
  }[refusal];
}

/** The result. Rejects if `refusal` returns a reason once the result has arrived: access may have been withdrawn meanwhile. */
export async function unlessRefused<T>(result: Promise<T>, refusal: () => string | null): Promise<T> {
  const value = await result;
  const reason = refusal();
  if (reason !== null) throw new Error(reason);
  return value;
}

/** The question to a user whose agent asked for a project that only the workspace names. */
export function unchosenQuestion(project: ProjectId): string {
  return l10n.t(
    "An agent asked to read Weave project {0}, which this workspace sets. Use this project?",
    quoted(project),
  );
}

/**
 * Whether the user has chosen the window's project, here or, unless this workspace's settings name it, anywhere. What a
 * folder names is shown in its window, and remembered there, without the user's choice.
 */
export function isChosen(
  project: ProjectId,
  { selected }: Pick<WorkspaceChoice, "selected">,
  setting: ProjectSetting | null,
  recent: readonly ProjectId[],
): boolean {
  if (selected === project) return true;
  return setting?.project === project ? !setting.isOfWorkspace : recent.includes(project);
}
