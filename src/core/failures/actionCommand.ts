import type { FailureAction } from "./action.ts";

/** A command of this extension and its arguments. */
export interface ActionCommand {
  readonly command: `weaveThreads.${string}`;
  readonly arguments?: readonly unknown[];
}

/** The command of each action. */
export const actionCommand: Readonly<Record<FailureAction, ActionCommand>> = {
  retry: { command: "weaveThreads.refresh" },
  signIn: { command: "weaveThreads.signIn" },
  loadThreads: { command: "weaveThreads.loadThreads" },
  useKey: { command: "weaveThreads.useKey" },
  selectProject: { command: "weaveThreads.selectProject" },
  openAddressSetting: { command: "weaveThreads.openAddressSetting" },
  openTimeoutSetting: { command: "weaveThreads.openTimeoutSetting" },
  openProxySetting: { command: "weaveThreads.openProxySetting" },
  openCertificateSetting: { command: "weaveThreads.openProxySetting", arguments: ["http.proxyStrictSSL"] },
  narrowTimeRange: { command: "weaveThreads.filter", arguments: ["time"] },
  changeFilter: { command: "weaveThreads.filter" },
  changeSort: { command: "weaveThreads.sort" },
  changeCount: { command: "weaveThreads.countCalls" },
  showLog: { command: "weaveThreads.showLog" },
  useEditorNetwork: { command: "weaveThreads.useEditorNetwork" },
  useOwnNetwork: { command: "weaveThreads.useOwnNetwork" },
};

export function isFailureAction(text: string): text is FailureAction {
  return Object.hasOwn(actionCommand, text);
}
