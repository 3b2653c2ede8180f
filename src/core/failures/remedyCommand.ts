import type { Remedy } from "./remedy.ts";

/** A command of this extension and its arguments. */
export interface RemedyCommand {
  readonly command: `weaveThreads.${string}`;
  readonly arguments?: readonly unknown[];
}

/** The command of each action. */
export const remedyCommand: Readonly<Record<Remedy, RemedyCommand>> = {
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

export function isRemedy(text: string): text is Remedy {
  return Object.hasOwn(remedyCommand, text);
}
