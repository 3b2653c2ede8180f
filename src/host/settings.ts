import { ConfigurationTarget, commands, type Disposable, workspace } from "vscode";
import { type ProjectId, parseProjectId } from "../core/projectId.ts";
import { type AddressProblem, parseServiceAddress, type ServiceAddress } from "../core/serviceUrl.ts";

const section = "weaveThreads";

/** The service that W&B runs; the default of `weaveThreads.serviceUrl`. */
export const publicServiceUrl = "https://trace.wandb.ai";

/** The value of `weaveThreads.serviceUrl`, read. */
export function serviceAddress(): ServiceAddress | AddressProblem {
  return parseServiceAddress(textSetting("serviceUrl") ?? publicServiceUrl);
}

/** The value of `weaveThreads.project`, null when it is unset or has another shape. */
export function configuredProject(): ProjectId | null {
  return parseProjectId(textSetting("project") ?? "") ?? null;
}

/** Keeps the service address in the user's settings; the public one is the default and needs no entry. */
export async function writeServiceUrl(url: string): Promise<void> {
  const value = url === publicServiceUrl ? undefined : url;
  await workspace.getConfiguration(section).update("serviceUrl", value, ConfigurationTarget.Global);
}

/** Keeps the project in the workspace where a folder is open, else in the user's settings. */
export async function writeProject(project: ProjectId): Promise<void> {
  const target = workspace.workspaceFolders === undefined ? ConfigurationTarget.Global : ConfigurationTarget.Workspace;
  await workspace.getConfiguration(section).update("project", project, target);
}

/** Opens the settings editor at the service address. */
export async function openAddressSetting(): Promise<void> {
  await commands.executeCommand("workbench.action.openSettings", `${section}.serviceUrl`);
}

export function onSettingsChange(listener: () => void): Disposable {
  return workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(section)) listener();
  });
}

function textSetting(name: string): string | undefined {
  const value = workspace.getConfiguration(section).get<unknown>(name);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
