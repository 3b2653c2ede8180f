import * as l10n from "@vscode/l10n";
import type { NetworkSettings } from "../settings/network.ts";
import type { Fault } from "./fault.ts";
import { type FaultGroup, faultGroup } from "./faultForm.ts";

interface Action {
  /** The button label. */
  readonly title: () => string;
  readonly command: `weaveThreads.${string}`;
  readonly arguments?: readonly unknown[];
}

const actions = {
  retry: { title: () => l10n.t("Retry"), command: "weaveThreads.refresh" },
  signIn: { title: () => l10n.t("Sign In"), command: "weaveThreads.signIn" },
  loadThreads: { title: () => l10n.t("Load Threads"), command: "weaveThreads.loadThreads" },
  useKey: { title: () => l10n.t("Use API Key…"), command: "weaveThreads.useKey" },
  selectProject: { title: () => l10n.t("Select Project"), command: "weaveThreads.selectProject" },
  localCollector: { title: () => l10n.t("Local Collector…"), command: "weaveThreads.localCollector" },
  /** The service of an account is changed by signing in to another. */
  changeService: { title: () => l10n.t("Change Service URL"), command: "weaveThreads.signIn" },
  openAddressSetting: { title: () => l10n.t("Open Service URL Setting"), command: "weaveThreads.openAddressSetting" },
  openTimeoutSetting: {
    title: () => l10n.t("Open Request Timeout Setting"),
    command: "weaveThreads.openTimeoutSetting",
  },
  openProxySetting: { title: () => l10n.t("Open Proxy Setting"), command: "weaveThreads.openProxySetting" },
  openCertificateSetting: {
    title: () => l10n.t("Open Certificate Setting"),
    command: "weaveThreads.openProxySetting",
    arguments: ["http.proxyStrictSSL"],
  },
  narrowTimeRange: { title: () => l10n.t("Narrow Time Range"), command: "weaveThreads.filter", arguments: ["time"] },
  changeFilter: { title: () => l10n.t("Change Filter"), command: "weaveThreads.filter" },
  changeSort: { title: () => l10n.t("Change Sort Order"), command: "weaveThreads.sort" },
  changeCount: { title: () => l10n.t("Change Count"), command: "weaveThreads.countCalls" },
  showLog: { title: () => l10n.t("Show Log"), command: "weaveThreads.showLog" },
  useEditorNetwork: { title: () => l10n.t("Use VS Code's HTTP Client"), command: "weaveThreads.useEditorNetwork" },
  useOwnNetwork: { title: () => l10n.t("Use Built-in HTTP Client"), command: "weaveThreads.useOwnNetwork" },
} as const satisfies Readonly<Record<string, Action>>;

/** What the user can do about a failure. */
export type FailureAction = keyof typeof actions;

/** The command of each action, with its arguments. */
export const actionCommand: Readonly<Record<FailureAction, Omit<Action, "title">>> = actions;

export function actionTitle(action: FailureAction): string {
  return actions[action].title();
}

export function isFailureAction(text: string): text is FailureAction {
  return Object.hasOwn(actions, text);
}

/**
 * What was requested: the list of threads, a count with conditions, the count of the project, the count of a file,
 * which is edited in the file, or a conversation or a call, which have nothing to change.
 */
export type FaultSubject = "threads" | "count" | "project" | "file" | "conversation" | "call";

/** The first is used where there is room for one only. At most three, because a notification has no room for more. */
export type Actions = readonly [FailureAction, ...FailureAction[]];

/** The actions after a failure, the most useful first. `client` is the HTTP client in use. */
export function actionsFor(fault: Fault, requested: FaultSubject, client: NetworkSettings["client"]): Actions {
  const own = ownActions(fault, requested);
  // Last, because it changes how all requests are sent: never the action of a single click.
  const isOfConnection = ["unreachable", "proxy", "certificate"].includes(faultGroup(fault));
  return isOfConnection ? [...own, client === "own" ? "useEditorNetwork" : "useOwnNetwork"] : own;
}

export function firstAction(fault: Fault, requested: FaultSubject): FailureAction {
  return ownActions(fault, requested)[0];
}

function ownActions(fault: Fault, requested: FaultSubject): Actions {
  const actionsOf: Readonly<Record<FaultGroup, Actions>> = {
    notSignedIn: ["signIn"],
    forbidden: ["selectProject", "signIn", "retry"],
    address: ["changeService", "retry", "showLog"],
    unreachable: ["retry", "changeService"],
    unsafe: ["retry", "useOwnNetwork"],
    "unsafe.machineTls": ["openCertificateSetting", "retry"],
    proxy: ["openProxySetting", "retry"],
    timeout: ["retry", "openTimeoutSetting"],
    tooExpensive: led(requested === "project" ? "count" : requested, "narrowTimeRange", "retry"),
    "invalidRequest.filter": led(requested, "changeFilter", "showLog"),
    "invalidRequest.sort": led(requested, "changeSort", "showLog"),
    invalidRequest: led(requested, null, "showLog"),
    serviceFailure: ["retry", "showLog"],
    certificate: ["retry"],
    rateLimited: ["retry"],
  };
  return actionsOf[faultGroup(fault)];
}

/** Led by the action that changes the request; `ofThreads` is the one for the list of threads, null for none. */
function led(requested: FaultSubject, ofThreads: FailureAction | null, next: FailureAction): Actions {
  const first = requested === "count" ? "changeCount" : requested === "threads" ? ofThreads : null;
  return first === null ? [next] : [first, next];
}
