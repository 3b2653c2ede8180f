import type { NetworkSettings } from "../network.ts";
import type { HoldReason } from "../session/session.ts";
import type { Fault } from "./fault.ts";
import { type FaultForm, faultForm } from "./faultForm.ts";

/** A step that helps after a failure. */
export type Remedy =
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

/** What lets a held session go on. */
export const holdRemedy = {
  restricted: "loadThreads",
  container: "useKey",
} as const satisfies Readonly<Record<HoldReason, Remedy>>;

/**
 * What was asked for: the list of threads, a count by conditions, the count of the whole project, that of a file, which is
 * changed where it is written, or what a thread says, in which there is nothing to change.
 */
export type Asked = "threads" | "count" | "project" | "file" | "conversation";

/** The first is for where there is room for one. There are three at the most: a notification has no room for more. */
export type Remedies = readonly [Remedy, ...Remedy[]];

/** What helps after a failure, the likeliest first. `client` is who sends requests now. */
export function remediesFor(fault: Fault, asked: Asked, client: NetworkSettings["client"]): Remedies {
  const form = faultForm(fault);
  const own = ownRemedies(form, asked);
  // Last, because it changes how everything is sent: never what a click on something small does.
  return isOfWay(form) ? [...own, client === "own" ? "useEditorNetwork" : "useOwnNetwork"] : own;
}

export function firstRemedy(fault: Fault, asked: Asked): Remedy {
  return ownRemedies(faultForm(fault), asked)[0];
}

/** Whether a request may come through by another way. */
function isOfWay(form: FaultForm): boolean {
  return /^(?:unreachable|proxy|certificate)\b/.test(form);
}

function ownRemedies(form: FaultForm, asked: Asked): Remedies {
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

/** The step that changes what was asked; `ofThreads` is the one for the list. */
function changeOf(asked: Asked, ofThreads: Remedy | null): Remedy | null {
  if (asked === "threads") return ofThreads;
  return asked === "count" ? "changeCount" : null;
}

function led(first: Remedy | null, next: Remedy): Remedies {
  return first === null ? [next] : [first, next];
}
