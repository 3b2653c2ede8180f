/** Who may set a setting. */
export type SetBy =
  /** The user. The setting decides where or how the key is sent. */
  | "user"
  /** The user, or the machine that a remote window runs on. The same, for settings of VS Code itself. */
  | "userOrMachine"
  /** A trusted workspace as well. The setting causes requests, or changes what they ask for. */
  | "trustedWorkspace"
  /** Any workspace as well. The setting changes only what is drawn. */
  | "workspace";

/** What is above each op. `counts` requests the numbers of its calls. */
export type CodeLensMode = "off" | "link" | "counts";

/** Every setting that the extension reads. The manifest declares those of `weaveThreads`; a test compares the two. */
export const setBy = {
  "weaveThreads.serviceUrl": "user",
  "weaveThreads.webUrl": "user",
  "weaveThreads.network": "user",
  "weaveThreads.requestTimeout": "user",
  "weaveThreads.tools.projects": "user",
  "weaveThreads.maxRequestsPerMinute": "user",
  "weaveThreads.privacyMode": "user",
  "weaveThreads.collector.port": "user",
  "weaveThreads.collector.maxSize": "user",
  "weaveThreads.collector.maxDays": "user",
  "weaveThreads.project": "trustedWorkspace",
  "weaveThreads.defaultSort": "trustedWorkspace",
  "weaveThreads.defaultTimeRange": "trustedWorkspace",
  "weaveThreads.pageSize": "trustedWorkspace",
  "weaveThreads.refreshInterval": "trustedWorkspace",
  "weaveThreads.threadLabel": "trustedWorkspace",
  /** A workspace's `counts` is ignored. */
  "weaveThreads.codeLens": "workspace",
  "http.proxySupport": "userOrMachine",
  "http.proxy": "userOrMachine",
  "http.noProxy": "userOrMachine",
  "http.proxyAuthorization": "userOrMachine",
  "http.proxyStrictSSL": "userOrMachine",
  "http.systemCertificates": "userOrMachine",
  "search.exclude": "workspace",
} as const satisfies Readonly<Record<string, SetBy>>;

export type SettingId = keyof typeof setBy;

/**
 * The values of one setting as `WorkspaceConfiguration.inspect` lists them, of any type. `globalLocalValue` (the user's
 * settings) and `globalRemoteValue` (those of the remote machine) are there at run time and not in the public types;
 * `globalValue` is the remote machine's, else the user's, else that of the default profile
 * (microsoft/vscode `extHostConfiguration.ts`, `configurationModels.ts`).
 */
export type SettingValues = Readonly<
  Partial<
    Record<`${"default" | "globalLocal" | "globalRemote" | "global" | "workspace" | "workspaceFolder"}Value`, unknown>
  >
>;

/**
 * The effective value of a setting that not every workspace may set. VS Code before 1.132 lets nested objects of a
 * workspace's settings through its filters for scope and for Restricted Mode (microsoft/vscode#330310), so the effective
 * value, which `get` returns, can be a workspace's for any setting.
 */
export function settingValue(by: Exclude<SetBy, "workspace">, values: SettingValues, isTrusted: boolean): unknown {
  const { defaultValue, globalLocalValue, globalRemoteValue, globalValue } = values;
  if (by === "userOrMachine") return firstOf(globalLocalValue, globalRemoteValue, globalValue, defaultValue);
  if (by === "trustedWorkspace" && isTrusted)
    return firstOf(values.workspaceFolderValue, values.workspaceValue, globalValue, defaultValue);
  // The remote machine's value is never used: in a dev container it is the repository's.
  const isOnlyUsers = globalRemoteValue === undefined;
  return firstOf(globalLocalValue, isOnlyUsers ? globalValue : undefined, defaultValue);
}

/**
 * The value of `weaveThreads.codeLens`, given the effective one and the user's. Earlier versions stored a boolean. Numbers
 * cause requests, so they are shown only if the user's settings say so, and not in Restricted Mode.
 */
export function codeLensMode(effective: unknown, users: unknown, isTrusted: boolean): CodeLensMode {
  const mode = readMode(effective) === "counts" ? readMode(users) : readMode(effective);
  return mode === "counts" && !isTrusted ? "link" : mode;
}

function readMode(value: unknown): CodeLensMode {
  if (value === "counts") return value;
  return value === "off" || value === false ? "off" : "link";
}

/**
 * Whether a workspace changes how VS Code itself sends requests, given the values of `http` as a whole. Unregistered keys
 * are harmless, unless the editor does not list the registered ones. A dotted key is identified by its first part.
 */
export function isHttpSetByWorkspace({ defaultValue, workspaceValue, workspaceFolderValue }: SettingValues): boolean {
  const registered = new Set(namesIn(defaultValue));
  const counts = (name: string) => registered.size === 0 || registered.has(name);
  return [workspaceValue, workspaceFolderValue].some(
    (value) => value !== undefined && (!isObject(value) || namesIn(value).some(counts)),
  );
}

/** Whether certificates go unchecked because the remote machine's settings say so, and not the user's own. */
export function isUncheckedByMachine({ globalLocalValue, globalRemoteValue }: SettingValues): boolean {
  return globalLocalValue === undefined && globalRemoteValue === false;
}

function firstOf(...values: readonly unknown[]): unknown {
  return values.find((value) => value !== undefined);
}

/** The first parts of the keys of an object. */
function namesIn(value: unknown): readonly string[] {
  return isObject(value) ? Object.keys(value).flatMap((key) => key.split(".")[0] ?? []) : [];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
