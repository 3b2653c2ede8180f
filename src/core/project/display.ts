import { faultOf, isBroken, isPending, type LoadState, shownValue } from "../async/loadState.ts";
import { type ConversationListing, type ConversationPages, hasOnlyErrors } from "../conversations/conversationPages.ts";
import type { SavedCount } from "../counts/savedCount.ts";
import { type FailureAction, firstAction } from "../failures/action.ts";
import { type FaultGroup, faultGroup } from "../failures/faultForm.ts";
import type { CallCount } from "../query/callQuery.ts";
import type { ProjectId } from "../query/projectId.ts";
import type { ConversationSummary } from "../query/thread.ts";
import { goodStanding, type Standing } from "../requests/serviceStanding.ts";
import { dataOf, type HoldReason, hostOf, isOpen, type Session } from "../session/session.ts";
import type { NetworkSettings } from "../settings/network.ts";
import type { AddressProblem } from "../settings/serviceUrl.ts";

/** The action that releases a held session. */
export const holdAction = {
  restricted: "loadThreads",
  container: "useKey",
} as const satisfies Readonly<Record<HoldReason, FailureAction>>;

/** The state of the threads view: the value of the context key `weaveThreads.state`, which selects the welcome text. */
export type ViewState =
  | "signedOut"
  | "badAddress"
  /** The secret storage could not be read. */
  | "keyUnreadable"
  /** No requests are sent before the user agrees: see `HoldReason`. */
  | "held.restricted"
  | "held.container"
  | "noProject"
  /** No program has sent anything to the local collector. */
  | "noProgram"
  | "loading"
  /** The user canceled loading. */
  | "canceled"
  /** Loading met an unexpected error. */
  | "broken"
  | "empty"
  /** The same of the local collector: programs may have sent calls outside threads. */
  | "emptyLocal"
  /** The project has threads, and none matches the filter. */
  | "noMatch"
  /** Only threads with errors are shown, and no thread in the time range has any. */
  | "noErrors"
  /** The same for the threads checked until the user canceled. */
  | "noErrorsLoaded"
  | "rows"
  | `failed.${FaultGroup}`;

export interface ShownThreads {
  readonly load: LoadState<ConversationPages>;
  /** Which loaded threads are shown. */
  readonly listing: ConversationListing;
  /** A thread shown above the list. */
  readonly found: ConversationSummary | null;
  /** The filter differs from the default. */
  readonly filtered: boolean;
  readonly onlyErrors: boolean;
  /** Some threads are newer than the user's last look. */
  readonly unseen: boolean;
  /** New threads are requested automatically. */
  readonly isFollowing: boolean;
  /** Loading takes so long that canceling is offered. */
  readonly slow: boolean;
}

/** `session` is null until it is known. */
export function viewState(
  session: Session | null,
  { load, listing, found }: Pick<ShownThreads, "load" | "listing" | "found">,
): ViewState {
  if (session === null) return "loading";
  if (session.kind === "signedOut")
    return session.problem === null || session.problem === "keyUnreadable"
      ? (session.problem ?? "signedOut")
      : "badAddress";
  if (session.kind === "held") return `held.${session.reason}`;
  const isLocal = dataOf(session) === "local";
  if (session.project === null) return isLocal ? "noProgram" : "noProject";
  if (found !== null) return "rows";
  switch (load.kind) {
    case "idle":
      return load.ended ?? "loading";
    case "failed":
      return `failed.${faultGroup(load.fault)}`;
    case "loading":
      return load.value !== null && load.value.threads.length > 0 ? "rows" : "loading";
    case "shown":
      if (load.value.threads.length > 0) return "rows";
      if (hasOnlyErrors(listing) && !load.value.ended) return "noErrorsLoaded";
      if (hasOnlyErrors(listing) && load.value.othersExist) return "noErrors";
      if (load.value.othersExist) return "noMatch";
      return isLocal ? "emptyLocal" : "empty";
    case "stale":
      return load.value.threads.length > 0 ? "rows" : `failed.${faultGroup(load.fault)}`;
  }
}

/** What the status item counts. */
export interface StatusCount {
  readonly project: ProjectId;
  readonly data: ReturnType<typeof dataOf>;
  /** The host of the service: see `hostOf`. */
  readonly host: string | null;
  /** The saved count shown; null for all calls of the project. */
  readonly saved: SavedCount | null;
  /** See `Standing`. */
  readonly limitedUntil: number | null;
  /** Null shows the counts. */
  readonly click: FailureAction | null;
}

/** `value` of a loading count is shown meanwhile. `rejected`: the service rejected the API key, in any request. */
export type CountState = LoadState<CallCount> | { readonly kind: "rejected" };

export type StatusItem =
  | { readonly kind: "signedOut"; readonly click: "signIn" }
  | { readonly kind: "badAddress"; readonly problem: AddressProblem; readonly click: "openAddressSetting" }
  | { readonly kind: "keyUnreadable"; readonly click: "retry" }
  | { readonly kind: "held"; readonly reason: HoldReason; readonly click: (typeof holdAction)[HoldReason] }
  | { readonly kind: "noProject"; readonly click: "selectProject" }
  /** The local collector has nothing yet; its first project is shown by itself. */
  | { readonly kind: "noProgram"; readonly click: "localCollector" }
  | (StatusCount & CountState);

/** Whether there is a status item. Someone who has never signed in, opened the sample or opened the view sees none. */
export function showsStatus(session: Session | null, isUsed: boolean): boolean {
  return session !== null && (isUsed || session.kind !== "signedOut");
}

/** `load` is that of the saved count, if any, else of all calls of the project. Null until the session is known. */
export function statusItem(
  session: Session | null,
  load: LoadState<CallCount>,
  saved: SavedCount | null,
  { isKeyRejected, limitedUntil }: Standing = goodStanding,
): StatusItem | null {
  if (session === null) return null;
  if (session.kind === "signedOut") {
    const { problem } = session;
    if (problem === null) return { kind: "signedOut", click: "signIn" };
    return problem === "keyUnreadable"
      ? { kind: problem, click: "retry" }
      : { kind: "badAddress", problem, click: "openAddressSetting" };
  }
  if (session.kind === "held") {
    return { kind: "held", reason: session.reason, click: holdAction[session.reason] };
  }
  const { project } = session;
  if (project === null) {
    const isLocal = dataOf(session) === "local";
    return isLocal ? { kind: "noProgram", click: "localCollector" } : { kind: "noProject", click: "selectProject" };
  }
  const count = { project, data: dataOf(session), host: hostOf(session), saved, limitedUntil };
  const fault = faultOf(load);
  if (fault?.kind === "notSignedIn" || (isKeyRejected && !isPending(load))) {
    return { ...count, kind: "rejected", click: "signIn" };
  }
  if (isBroken(load)) return { ...count, ...load, click: "showLog" };
  const action = fault && firstAction(fault, saved === null ? "project" : "count");
  // An earlier count is still worth showing.
  const click = load.kind === "stale" && action === "retry" ? null : action;
  return { ...count, ...(isPending(load) ? { kind: "loading", value: shownValue(load) } : load), click };
}

/** The context keys that the manifest's `when` and `enablement` clauses read. */
export function contextKeys(session: Session | null, threads: ShownThreads, client: NetworkSettings["client"]) {
  return {
    "weaveThreads.state": viewState(session, threads),
    "weaveThreads.session": dataOf(session) ?? session?.kind ?? "unknown",
    /** A service and a project are open. */
    "weaveThreads.ready": session !== null && isOpen(session) && session.project !== null,
    "weaveThreads.filtered": threads.filtered,
    "weaveThreads.onlyErrors": threads.onlyErrors,
    "weaveThreads.unseen": threads.unseen,
    "weaveThreads.following": threads.isFollowing,
    "weaveThreads.slow": threads.slow,
    /** `config.weaveThreads.network` could be a workspace's value: see `settingValue`. */
    "weaveThreads.client": client,
  };
}
