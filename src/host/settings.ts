import { ConfigurationTarget, commands, type Disposable, l10n, type Uri, workspace } from "vscode";
import { timePresets } from "../core/input/timeRange.ts";
import type { NetworkSettings } from "../core/network.ts";
import { type ProjectId, parseProjectId } from "../core/session/projectId.ts";
import { projectWrite } from "../core/session/projectSetting.ts";
import {
  type AddressProblem,
  parseServiceAddress,
  publicServiceUrl,
  type ServiceAddress,
} from "../core/session/serviceUrl.ts";
import { unfiltered } from "../core/threads/threadFilter.ts";
import { defaultSort, parseSort } from "../core/threads/threadQuery.ts";
import type { ThreadSelection } from "../core/threads/threadSelection.ts";
import { plainText } from "../core/visibleText.ts";
import { UserError } from "./userError.ts";

const section = "weaveThreads";

const projectTargets = {
  folder: ConfigurationTarget.WorkspaceFolder,
  workspace: ConfigurationTarget.Workspace,
  user: ConfigurationTarget.Global,
} as const;

/** The value of `weaveThreads.serviceUrl` as it stands there. */
export function serviceUrlText(): string {
  return textSetting("serviceUrl") ?? publicServiceUrl;
}

/** The value of `weaveThreads.serviceUrl`, read. */
export function serviceAddress(): ServiceAddress | AddressProblem {
  return parseServiceAddress(serviceUrlText());
}

/** The value of `weaveThreads.webUrl` as it stands there; empty where it is unset. */
export function webUrlText(): string {
  return textSetting("webUrl") ?? "";
}

/** The value of `weaveThreads.project`, null when it is unset or has another shape. */
export function configuredProject(): ProjectId | null {
  return parseProjectId(textSetting("project") ?? "") ?? null;
}

/** Which threads of a project are shown where nothing was chosen, from `weaveThreads.defaultSort` and `.defaultTimeRange`. */
export function configuredSelection(): ThreadSelection {
  const text = textSetting("defaultTimeRange");
  const preset = timePresets.find((known) => known === text) ?? "7d";
  return {
    sort: parseSort(textSetting("defaultSort")) ?? defaultSort,
    filter: { ...unfiltered, time: { kind: "preset", preset } },
  };
}

/** Threads to load at a time, from `weaveThreads.pageSize`: 10 to 1000. */
export function configuredPageSize(): number {
  return Math.min(Math.max(Math.round(numberSetting("pageSize") ?? 100), 10), 1000);
}

/** Seconds between automatic refreshes as `weaveThreads.refreshInterval` has them; 0 is off. */
export function configuredRefreshInterval(): number {
  return Math.max(numberSetting("refreshInterval") ?? 0, 0);
}

/** Whether a file has a line above each op, from `weaveThreads.codeLens`. */
export function configuredCodeLens(file: Uri): boolean {
  return workspace.getConfiguration(section, file).get<unknown>("codeLens") !== false;
}

/** Keeps the service address in the user's settings; the public one is the default and needs no entry. */
export async function writeServiceUrl(url: string): Promise<void> {
  if (serviceUrlText() === url) return;
  await write("serviceUrl", url === publicServiceUrl ? undefined : url, ConfigurationTarget.Global);
}

/** Keeps the project where it is in force: see `projectWrite`. */
export async function writeProject(project: ProjectId | null): Promise<void> {
  if (configuredProject() === project) return;
  const stands = configuration().inspect<unknown>("project");
  const { place, value } = projectWrite(project, {
    folder: stands?.workspaceFolderValue !== undefined,
    workspace: stands?.workspaceValue !== undefined,
    user: stands?.globalValue !== undefined,
    folderOpen: (workspace.workspaceFolders?.length ?? 0) > 0,
  });
  await write("project", value, projectTargets[place]);
}

/** Keeps in the user's settings who sends requests; the extension itself is the default and needs no entry. */
export async function writeClient(client: NetworkSettings["client"]): Promise<void> {
  await write("network", client === "own" ? undefined : client, ConfigurationTarget.Global);
}

/** This extension's settings in force, by their names without the section. */
export function settingValues(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(configuration()).filter(([, value]) => typeof value !== "function"));
}

/** Opens the settings editor at one of this extension's settings, or at another one named in full. */
export async function openSetting(name: "serviceUrl" | "webUrl" | "requestTimeout" | "http.proxy"): Promise<void> {
  const id = name.includes(".") ? name : `${section}.${name}`;
  await commands.executeCommand("workbench.action.openSettings", id);
}

/** Opens the settings editor at the service address. */
export async function openAddressSetting(): Promise<void> {
  await openSetting("serviceUrl");
}

export function onSettingsChange(listener: () => void): Disposable {
  return workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(section)) listener();
  });
}

/** Of several folders, the first one's own settings count: the window shows one project. */
function configuration() {
  return workspace.getConfiguration(section, workspace.workspaceFolders?.[0]?.uri);
}

function textSetting(name: string): string | undefined {
  const value = configuration().get<unknown>(name);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function numberSetting(name: string): number | undefined {
  const value = configuration().get<unknown>(name);
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

async function write(name: string, value: string | undefined, target: ConfigurationTarget): Promise<void> {
  try {
    await configuration().update(name, value, target);
  } catch (cause) {
    const reason = plainText(cause instanceof Error ? cause.message : String(cause));
    throw new UserError(l10n.t("The setting {0} could not be written. {1}", `${section}.${name}`, reason), { cause });
  }
}
