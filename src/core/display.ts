import { faultOf, type LoadState } from "./async/loadState.ts";
import type { CallCount } from "./counts/callQuery.ts";
import type { SavedCount } from "./counts/savedCount.ts";
import { type FailureAction, firstAction, holdAction } from "./failures/action.ts";
import { type FaultGroup, faultGroup } from "./failures/faultForm.ts";
import type { NetworkSettings } from "./network.ts";
import type { ProjectId } from "./session/projectId.ts";
import type { AddressProblem } from "./session/serviceUrl.ts";
import { type HoldReason, isOpen, type Session } from "./session/session.ts";
import type { Thread } from "./threads/thread.ts";
import type { ThreadListing } from "./threads/threadListing.ts";
import type { ThreadPages } from "./threads/threadPages.ts";
import { isNoneFailed } from "./threads/threadRow.ts";

/** The state of the threads view: the value of the context key `weaveThreads.state`, which selects the welcome text. */
export type ViewState =
  | "signedOut"
  | "badAddress"
  /** No requests are sent before the user agrees: see `HoldReason`. */
  | "held.restricted"
  | "held.container"
  | "noProject"
  | "loading"
  | "empty"
  /** The project has threads, and none matches the filter. */
  | "noMatch"
  /** Only threads with errors are shown, and no thread has any. */
  | "noErrors"
  /** The same for the loaded threads, where more can be loaded. */
  | "noErrorsLoaded"
  | "rows"
  | `failed.${FaultGroup}`;

/** The content of the threads view. */
export interface ShownThreads {
  readonly load: LoadState<ThreadPages>;
  /** Which loaded threads are shown. */
  readonly listing: ThreadListing;
  /** A thread shown above the list. */
  readonly found: Thread | null;
  readonly filtered: boolean;
  /** Only threads with errors are shown. */
  readonly onlyErrors: boolean;
  /** Some threads are newer than the user's last look. */
  readonly unseen: boolean;
}

/** `session` is null until it is known. */
export function viewState(
  session: Session | null,
  { load, listing, found }: Pick<ShownThreads, "load" | "listing" | "found">,
): ViewState {
  if (session === null) return "loading";
  if (session.kind === "signedOut") return session.problem === null ? "signedOut" : "badAddress";
  if (session.kind === "held") return `held.${session.reason}`;
  if (session.project === null) return "noProject";
  if (found !== null) return "rows";
  switch (load.kind) {
    case "idle":
      return "loading";
    case "failed":
      return `failed.${faultGroup(load.fault)}`;
    case "loading":
      return load.value !== null && load.value.threads.length > 0 ? "rows" : "loading";
    case "shown":
      if (isNoneFailed(load, listing) && load.value.threads.length > 0)
        return load.value.ended ? "noErrors" : "noErrorsLoaded";
      if (load.value.threads.length > 0) return "rows";
      return load.value.othersExist ? "noMatch" : "empty";
    case "stale":
      return load.value.threads.length > 0 ? "rows" : `failed.${faultGroup(load.fault)}`;
  }
}

/** What the status item counts. */
export interface StatusCount {
  readonly project: ProjectId;
  /** The data is sample data. */
  readonly sample: boolean;
  /** The saved count shown; null for all calls of the project. */
  readonly saved: SavedCount | null;
}

/** The state of the status item; `value` of a loading count is the one shown meanwhile. */
export type StatusItem =
  | { readonly kind: "signedOut"; readonly click: "signIn" }
  | { readonly kind: "badAddress"; readonly problem: AddressProblem; readonly click: "openAddressSetting" }
  | { readonly kind: "held"; readonly reason: HoldReason; readonly click: (typeof holdAction)[HoldReason] }
  | { readonly kind: "noProject"; readonly click: "selectProject" }
  | (StatusCount & Exclude<LoadState<CallCount>, { kind: "idle" }> & { readonly click: FailureAction });

/**
 * `load` is that of the saved count, or, where that is null, of all calls of the project. Null hides the item: the
 * session is not known yet.
 */
export function statusItem(
  session: Session | null,
  load: LoadState<CallCount>,
  saved: SavedCount | null,
): StatusItem | null {
  if (session === null) return null;
  if (session.kind === "signedOut") {
    return session.problem === null
      ? { kind: "signedOut", click: "signIn" }
      : { kind: "badAddress", problem: session.problem, click: "openAddressSetting" };
  }
  if (session.kind === "held") {
    return { kind: "held", reason: session.reason, click: holdAction[session.reason] };
  }
  const { project } = session;
  if (project === null) return { kind: "noProject", click: "selectProject" };
  const fault = faultOf(load);
  return {
    ...(load.kind === "idle" ? ({ kind: "loading", value: null } as const) : load),
    project,
    sample: session.kind === "sample",
    saved,
    click: fault === null ? "retry" : firstAction(fault, saved === null ? "project" : "count"),
  };
}

/** The context keys that the manifest's `when` and `enablement` clauses read. */
export function contextKeys(session: Session | null, threads: ShownThreads, client: NetworkSettings["client"]) {
  return {
    "weaveThreads.state": viewState(session, threads),
    "weaveThreads.session": session?.kind ?? "unknown",
    /** A service and a project are open. */
    "weaveThreads.ready": session !== null && isOpen(session) && session.project !== null,
    "weaveThreads.filtered": threads.filtered,
    "weaveThreads.onlyErrors": threads.onlyErrors,
    "weaveThreads.unseen": threads.unseen,
    /** `config.weaveThreads.network` could be a workspace's value: see `settingValue`. */
    "weaveThreads.client": client,
  };
}
