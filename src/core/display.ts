import type { CallCount } from "./callQuery.ts";
import type { Fault, FaultKind } from "./fault.ts";
import type { Load } from "./load.ts";
import type { ProjectId } from "./projectId.ts";
import type { AddressProblem } from "./serviceUrl.ts";
import type { Session } from "./session.ts";
import type { ThreadPages } from "./threadPages.ts";

/** What the threads view is about; the value of the context key `weaveThreads.state`, which picks the welcome text. */
export type ViewState = "signedOut" | "badAddress" | "noProject" | "loading" | "empty" | "rows" | `failed.${FaultKind}`;

/** `session` is null until it has been worked out. */
export function viewState(session: Session | null, load: Load<ThreadPages>): ViewState {
  if (session === null) return "loading";
  if (session.kind === "signedOut") return session.problem === null ? "signedOut" : "badAddress";
  if (session.project === null) return "noProject";
  switch (load.kind) {
    case "idle":
      return "loading";
    case "failed":
      return `failed.${load.fault.kind}`;
    case "loading":
      return load.value !== null && load.value.threads.length > 0 ? "rows" : "loading";
    case "shown":
      return load.value.threads.length > 0 ? "rows" : "empty";
    case "stale":
      return load.value.threads.length > 0 ? "rows" : `failed.${load.fault.kind}`;
  }
}

/** The step that helps: what a click on the status item or a failure's button does. */
export type Remedy = "signIn" | "selectProject" | "openAddressSetting" | "retry";

export function remedyFor(kind: FaultKind): Remedy {
  switch (kind) {
    case "notSignedIn":
      return "signIn";
    case "forbidden":
    case "notFound":
      return "selectProject";
    case "routeMissing":
    case "redirect":
      return "openAddressSetting";
    default:
      return "retry";
  }
}

/** What the status item says. `sample` tells that the numbers are made up. */
export type StatusItem =
  | { readonly kind: "signedOut"; readonly click: "signIn" }
  | { readonly kind: "badAddress"; readonly problem: AddressProblem; readonly click: "openAddressSetting" }
  | { readonly kind: "noProject"; readonly click: "selectProject" }
  | {
      readonly kind: "loading";
      readonly project: ProjectId;
      readonly sample: boolean;
      /** The count shown meanwhile. */
      readonly value: CallCount | null;
      readonly click: "retry";
    }
  | {
      readonly kind: "shown";
      readonly project: ProjectId;
      readonly sample: boolean;
      readonly value: CallCount;
      readonly at: number;
      readonly click: "retry";
    }
  | {
      readonly kind: "stale";
      readonly project: ProjectId;
      readonly sample: boolean;
      readonly value: CallCount;
      readonly at: number | null;
      readonly fault: Fault;
      readonly click: Remedy;
    }
  | {
      readonly kind: "failed";
      readonly project: ProjectId;
      readonly sample: boolean;
      readonly fault: Fault;
      readonly click: Remedy;
    };

/** Null hides the item: the session has not been worked out yet. */
export function statusItem(session: Session | null, load: Load<CallCount>): StatusItem | null {
  if (session === null) return null;
  if (session.kind === "signedOut") {
    return session.problem === null
      ? { kind: "signedOut", click: "signIn" }
      : { kind: "badAddress", problem: session.problem, click: "openAddressSetting" };
  }
  const { project } = session;
  if (project === null) return { kind: "noProject", click: "selectProject" };
  const common = { project, sample: session.kind === "sample" };
  switch (load.kind) {
    case "idle":
      return { kind: "loading", ...common, value: null, click: "retry" };
    case "loading":
      return { kind: "loading", ...common, value: load.value, click: "retry" };
    case "shown":
      return { kind: "shown", ...common, value: load.value, at: load.at, click: "retry" };
    case "stale":
      return {
        ...common,
        kind: "stale",
        value: load.value,
        at: load.at,
        fault: load.fault,
        click: remedyFor(load.fault.kind),
      };
    case "failed":
      return { ...common, kind: "failed", fault: load.fault, click: remedyFor(load.fault.kind) };
  }
}

/** The context keys that the manifest's `when` and `enablement` clauses read. */
export interface ContextKeys {
  readonly "weaveThreads.state": ViewState;
  readonly "weaveThreads.session": Session["kind"] | "unknown";
  /** There is a service and a project to ask about. */
  readonly "weaveThreads.ready": boolean;
}

export function contextKeys(session: Session | null, load: Load<ThreadPages>): ContextKeys {
  return {
    "weaveThreads.state": viewState(session, load),
    "weaveThreads.session": session?.kind ?? "unknown",
    "weaveThreads.ready": session !== null && session.kind !== "signedOut" && session.project !== null,
  };
}
