import type { NetworkSettings } from "../network.ts";
import type { HoldReason } from "../session/session.ts";
import type { Fault } from "./fault.ts";
import { type FaultForm, faultForm } from "./faultForm.ts";

/** What the user can do about a failure. */
export type FailureAction =
  | "retry"
  | "signIn"
  | "loadThreads"
  | "useKey"
  | "selectProject"
  | "openAddressSetting"
  | "openTimeoutSetting"
  | "openProxySetting"
  | "openCertificateSetting"
  | "narrowTimeRange"
  | "changeFilter"
  | "changeSort"
  | "changeCount"
  | "showLog"
  | "useEditorNetwork"
  | "useOwnNetwork";

/** The action that releases a held session. */
export const holdAction = {
  restricted: "loadThreads",
  container: "useKey",
} as const satisfies Readonly<Record<HoldReason, FailureAction>>;

/**
 * What was requested: the list of threads, a count with conditions, the count of the project, the count of a file,
 * which is edited in the file, or a conversation, which has nothing to change.
 */
export type Asked = "threads" | "count" | "project" | "file" | "conversation";

/** The first is used where there is room for one only. At most three, because a notification has no room for more. */
export type Actions = readonly [FailureAction, ...FailureAction[]];

/** The actions after a failure, the most useful first. `client` is the HTTP client in use. */
export function actionsFor(fault: Fault, asked: Asked, client: NetworkSettings["client"]): Actions {
  const form = faultForm(fault);
  const own = ownActions(form, asked);
  // Last, because it changes how all requests are sent: never the action of a single click.
  return isOfWay(form) ? [...own, client === "own" ? "useEditorNetwork" : "useOwnNetwork"] : own;
}

export function firstAction(fault: Fault, asked: Asked): FailureAction {
  return ownActions(faultForm(fault), asked)[0];
}

/** Whether another HTTP client may succeed. */
function isOfWay(form: FaultForm): boolean {
  return /^(?:unreachable|proxy|certificate)\b/.test(form);
}

function ownActions(form: FaultForm, asked: Asked): Actions {
  switch (form) {
    case "notSignedIn":
      return ["signIn"];
    case "forbidden":
      return ["selectProject", "signIn"];
    case "notFound":
      return ["selectProject", "retry"];
    case "routeMissing":
    case "redirect":
      return ["openAddressSetting", "retry"];
    case "malformed.page":
      return ["openAddressSetting", "retry", "showLog"];
    case "certificate.otherHost":
      return ["openAddressSetting", "retry"];
    case "unreachable":
    case "unreachable.name":
    case "unreachable.refused":
    case "unreachable.broken":
    case "unreachable.noRoute":
      return ["retry", "openAddressSetting"];
    case "unsafe.workspaceHttp":
    case "unsafe.environmentTls":
      return ["retry", "useOwnNetwork"];
    case "unsafe.machineTls":
      return ["openCertificateSetting", "retry"];
    case "proxy.credentials":
      return ["openProxySetting", "retry"];
    case "proxy":
    case "proxy.refused":
      return ["retry", "openProxySetting"];
    case "timeout.connect":
    case "timeout.headers":
    case "timeout.body":
    case "timeout.rate":
      return ["retry", "openTimeoutSetting"];
    case "tooLarge":
    case "invalidRequest.filter":
      return led(changeOf(asked, "changeFilter"), "showLog");
    case "invalidRequest.sort":
      return led(changeOf(asked, "changeSort"), "showLog");
    case "unsupported":
    case "invalidRequest":
      return led(changeOf(asked, null), "showLog");
    case "tooExpensive":
      return led(asked === "project" ? "changeCount" : changeOf(asked, "narrowTimeRange"), "retry");
    case "serviceFailure":
    case "malformed":
      return ["retry", "showLog"];
    case "certificate":
    case "certificate.expired":
    case "certificate.unknownAuthority":
    case "certificate.selfSigned":
    case "rateLimited":
    case "cutShort":
      return ["retry"];
  }
}

/** The action that changes the request; `ofThreads` is the one for the list of threads. */
function changeOf(asked: Asked, ofThreads: FailureAction | null): FailureAction | null {
  if (asked === "threads") return ofThreads;
  return asked === "count" ? "changeCount" : null;
}

function led(first: FailureAction | null, next: FailureAction): Actions {
  return first === null ? [next] : [first, next];
}
