import * as l10n from "@vscode/l10n";
import type { PollState } from "../async/poller.ts";

/** What decides whether and how often a window requests what has been added to its project. */
export interface FollowFacts {
  /** What the user selected in this window; null for nothing. */
  readonly chosen: boolean | null;
  /** `weaveThreads.refreshInterval`, in seconds. */
  readonly configured: number;
  readonly isOfWorkspace: boolean;
  /** The user has seen the threads of this project before. */
  readonly isKnown: boolean;
  /** The service runs on this machine. */
  readonly isLoopback: boolean;
  /** The data is collected on this machine: its programs are why one looks. */
  readonly isLocal: boolean;
}

/** Seconds between requests; 0 for none. A workspace's setting alone starts none in a project never opened before. */
export function followInterval(facts: FollowFacts): number {
  const { chosen, configured, isOfWorkspace, isKnown, isLoopback, isLocal } = facts;
  const isOn = chosen ?? (isLocal || (configured > 0 && (isKnown || !isOfWorkspace)));
  return isOn ? Math.max(configured, isLoopback ? 5 : 15) : 0;
}

/** Empty if it is off. */
export function followText(state: PollState): string {
  if (state === "off") return "";
  return state === "on" ? l10n.t("following") : l10n.t("follow paused");
}
