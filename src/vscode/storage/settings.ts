import * as l10n from "@vscode/l10n";
import { ConfigurationTarget, commands, type Disposable, env, type Uri, workspace } from "vscode";
import { type ThreadSelection, unfiltered } from "../../core/conversations/threadSelection.ts";
import { UserError } from "../../core/failures/fault.ts";
import { timePresets } from "../../core/input/timeRange.ts";
import { type ProjectId, parseProjectId } from "../../core/query/projectId.ts";
import { defaultSort, parseSort } from "../../core/query/threadQuery.ts";
import { isContainer } from "../../core/session/session.ts";
import type { ProjectSetting } from "../../core/session/sessionPorts.ts";
import { type NetworkSettings, readClient, readNetwork } from "../../core/settings/network.ts";
import { type AddressProblem, parseServiceAddress, type ServiceAddress } from "../../core/settings/serviceUrl.ts";
import {
  type CodeLensMode,
  codeLensMode,
  isHttpSetByWorkspace,
  isUncheckedByMachine,
  type SettingId,
  type SettingValues,
  setBy,
  settingValue,
} from "../../core/settings/settingRules.ts";
import { plainText } from "../../core/text/visibleText.ts";

const section = "weaveThreads";

/** The parsed value of `weaveThreads.serviceUrl`; null if the user has not set it. */
export function serviceAddress(): ServiceAddress | AddressProblem | null {
  const { defaultValue: _, ...set } = valuesOf("weaveThreads.serviceUrl", null);
  const text = settingValue(setBy["weaveThreads.serviceUrl"], set, workspace.isTrusted);
  return typeof text === "string" && text.trim() !== "" ? parseServiceAddress(text) : null;
}

/** The text of `weaveThreads.webUrl`; empty if unset. */
export function webUrlText(): string {
  return textSetting("weaveThreads.webUrl") ?? "";
}

/** The value of `weaveThreads.project`; null if unset or not valid. */
export function projectSetting(): ProjectSetting | null {
  const { value, isOfWorkspace } = workspaceSetting("weaveThreads.project");
  const project = typeof value === "string" ? parseProjectId(value) : undefined;
  return project === undefined ? null : { project, isOfWorkspace };
}

/** The default selection of threads, from `weaveThreads.defaultSort` and `.defaultTimeRange`. */
export function configuredSelection(): ThreadSelection {
  const text = textSetting("weaveThreads.defaultTimeRange");
  const preset = timePresets.find((known) => known === text) ?? "7d";
  return {
    sort: parseSort(textSetting("weaveThreads.defaultSort")) ?? defaultSort,
    filter: { ...unfiltered, time: { kind: "preset", preset } },
  };
}

/** The page size, from `weaveThreads.pageSize`: 10 to 1000. */
export function configuredPageSize(): number {
  return Math.min(Math.max(Math.round(numberSetting("weaveThreads.pageSize") ?? 100), 10), 1000);
}

/** Requests per minute, from `weaveThreads.maxRequestsPerMinute`: at least 1. */
export function configuredRequests(): number {
  return Math.max(Math.round(numberSetting("weaveThreads.maxRequestsPerMinute") ?? 120), 1);
}

/** Port and limits of the local collector, from `weaveThreads.collector.*`. */
export function collectorSettings() {
  const port = Math.round(numberSetting("weaveThreads.collector.port") ?? 14_318);
  const [gigabytes, days] = [
    numberSetting("weaveThreads.collector.maxSize"),
    numberSetting("weaveThreads.collector.maxDays"),
  ];
  const retention = { bytes: Math.max(gigabytes ?? 1, 0.01) * 1e9, days: Math.max(days ?? 30, 1) };
  return { port: Math.min(Math.max(port, 1024), 65_535), retention };
}

/** Whether privacy mode is on, from `weaveThreads.privacyMode`. */
export function configuredPrivacy(): boolean {
  return value("weaveThreads.privacyMode") === true;
}

/** Seconds between automatic refreshes, from `weaveThreads.refreshInterval`, 0 for none; and whether a workspace sets it. */
export function configuredRefreshInterval(): { readonly configured: number; readonly isOfWorkspace: boolean } {
  const { value, isOfWorkspace } = workspaceSetting("weaveThreads.refreshInterval");
  return { configured: Math.max(finite(value) ?? 0, 0), isOfWorkspace };
}

/** Whether threads are labeled by their first messages, from `weaveThreads.threadLabel`; not in Restricted Mode. */
export function threadMessages(): boolean {
  return workspace.isTrusted && value("weaveThreads.threadLabel") !== "id";
}

/** What is above the ops of a file, from `weaveThreads.codeLens`, and whether the user's settings can show numbers there. */
export function configuredCodeLens(file: Uri | null): { readonly mode: CodeLensMode; readonly canCount: boolean } {
  const id = "weaveThreads.codeLens";
  const { workspaceValue, workspaceFolderValue, ...values } = valuesOf(id, file);
  const { isTrusted } = workspace;
  const mode = codeLensMode(value(id, file), settingValue("user", values, isTrusted), isTrusted);
  return { mode, canCount: isTrusted && (workspaceFolderValue ?? workspaceValue) === undefined };
}

/** What the user lists in `weaveThreads.tools.projects`; a text instead of a list is one entry. Empty if unset. */
export function toolProjects(): readonly unknown[] {
  return [value("weaveThreads.tools.projects") ?? []].flat();
}

/** The patterns enabled by `search.exclude` for a folder. */
export function searchExcludes(folder: Uri): readonly string[] {
  const excluded = value("search.exclude", folder);
  if (typeof excluded !== "object" || excluded === null) return [];
  return Object.entries(excluded).flatMap(([pattern, on]) => (on === true ? [pattern] : []));
}

/** The HTTP client, from `weaveThreads.network`. */
export function configuredClient(): NetworkSettings["client"] {
  return readClient(value("weaveThreads.network"));
}

/** The current network settings. Reading them takes milliseconds. */
export function networkSettings(): NetworkSettings {
  const folders = [null, ...(workspace.workspaceFolders ?? []).map(({ uri }) => uri)];
  return readNetwork((id) => value(id), process.env, {
    workspaceHttp: folders.some((folder) => isHttpSetByWorkspace(valuesOf("http", folder))),
    machineTls: !isContainer(env.remoteName) && isUncheckedByMachine(valuesOf("http.proxyStrictSSL", null)),
  });
}

/** Writes the project to the workspace's settings: where it is in effect, or to the first folder's if it is set there. */
export async function saveProject(project: ProjectId): Promise<void> {
  const { workspaceFolderValue } = valuesOf("weaveThreads.project", firstFolder());
  const { Workspace, WorkspaceFolder } = ConfigurationTarget;
  await write("weaveThreads.project", project, workspaceFolderValue === undefined ? Workspace : WorkspaceFolder);
}

/** Writes a setting to the user's settings; a default needs no entry, which is undefined. */
export async function writeSetting(id: SettingId, value: string | true | undefined): Promise<void> {
  await write(id, value, ConfigurationTarget.Global);
}

/** The values of this extension's settings, by name without the section. */
export function settingValues(): Readonly<Record<string, unknown>> {
  const isOwn = (id: string): id is Extract<SettingId, `${typeof section}.${string}`> => id.startsWith(`${section}.`);
  const own = Object.keys(setBy).filter(isOwn);
  return Object.fromEntries(own.map((id) => [id.slice(section.length + 1), value(id)]));
}

/** Opens the settings editor at a setting. */
export async function openSetting(id: SettingId): Promise<void> {
  await commands.executeCommand("workbench.action.openSettings", id);
}

/** Trusting the workspace is such a change: VS Code tells it once the workspace's values are in effect. */
export function onSettingsChange(listener: () => void): Disposable {
  return workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(section)) listener();
  });
}

/** The first of several folders determines the settings, because the window shows one project. */
function firstFolder(): Uri | null {
  return workspace.workspaceFolders?.[0]?.uri ?? null;
}

/** A setting's value, of any type: see `settingValue`. `resource` matters only for workspace settings. */
function value(id: SettingId, resource: Uri | null = firstFolder()): unknown {
  const by = setBy[id];
  if (by === "workspace") {
    const [section, name] = splitSetting(id);
    return workspace.getConfiguration(section, resource).get<unknown>(name);
  }
  const ofWorkspaces = by === "trustedWorkspace";
  return settingValue(by, valuesOf(id, ofWorkspaces ? resource : null), workspace.isTrusted);
}

/** A setting that a trusted workspace may set, and whether one does. */
function workspaceSetting(id: "weaveThreads.project" | "weaveThreads.refreshInterval"): {
  readonly value: unknown;
  readonly isOfWorkspace: boolean;
} {
  const values = valuesOf(id, firstFolder());
  const isOfWorkspace = workspace.isTrusted && (values.workspaceValue ?? values.workspaceFolderValue) !== undefined;
  return { value: settingValue(setBy[id], values, workspace.isTrusted), isOfWorkspace };
}

/** `http` stands for all settings in that section. */
function valuesOf(id: SettingId | "http", resource: Uri | null): SettingValues {
  const [section, name] = splitSetting(id);
  return workspace.getConfiguration(section, resource).inspect<unknown>(name) ?? {};
}

/** Its first part and the rest: VS Code copies all settings of all extensions to read one without its section. */
function splitSetting(id: string): readonly [section: string | undefined, name: string] {
  const dot = id.indexOf(".");
  return dot < 0 ? [undefined, id] : [id.slice(0, dot), id.slice(dot + 1)];
}

function textSetting(id: SettingId): string | undefined {
  const text = value(id);
  return typeof text === "string" && text.trim() !== "" ? text : undefined;
}

function numberSetting(id: SettingId): number | undefined {
  return finite(value(id));
}

function finite(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

async function write(id: SettingId, value: string | boolean | undefined, target: ConfigurationTarget): Promise<void> {
  try {
    await workspace.getConfiguration(undefined, firstFolder()).update(id, value, target);
  } catch (cause) {
    const reason = plainText(cause instanceof Error ? cause.message : String(cause));
    throw new UserError(l10n.t("Could not write the {0} setting. {1}", id, reason), { cause });
  }
}
